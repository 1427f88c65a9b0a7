import { createReadStream } from 'node:fs'

/**
 * The lines of a file. Only a line feed ends one: node:readline also takes others, such as U+2028.
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
