import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Server = { readonly stop: () => Promise<void> }

/**
 * Runs `node ARGUMENTS`, with the sample settings, until its output has `readyText`. Throws an
 * error with the output if the process ends first.
 */
export async function startServer(args: readonly string[], readyText: string): Promise<Server> {
  const child = spawn('node', args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SHOP_SETTINGS: 'sample' },
  })
  const ended = once(child, 'close')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes(readyText)) resolve()
      })
    child
      .on('error', reject)
      .on('exit', (code) =>
        reject(new Error(`node ${args.join(' ')} exited with code ${code}:\n${output}`)),
      )
  })
  child.stderr.pipe(process.stderr)
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
