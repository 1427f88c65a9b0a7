import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs a program until its output matches `ready`. `found` is the first group of the match. Without
 * `ready`, it does not wait.
 */
export async function startProcess(
  command: string,
  args: readonly string[],
  ready: RegExp | null,
  environment: { readonly [name: string]: string } = {},
) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  const ended = once(child, 'close')
  let output = ''
  const found = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text
      const match = ready?.exec(output)
      if (match) resolve(match[1] ?? '')
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read)
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${output}`)))
    if (!ready) child.on('spawn', () => resolve(''))
  })
  return {
    found,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
