import { createReadStream } from 'node:fs'

/**
 * Returns the lines of a file. Splits it only at line feeds: node:readline also splits at other
 * characters, such as U+2028.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
