import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type ServedShop = {
  readonly origin: string
  /** Path of a purchased eSIM. */
  readonly esim: string
  readonly end: () => void
}

/** Serves the built shop with its scripts, styles and flags. */
export async function serveShop(dataFolder: string): Promise<ServedShop> {
  const child = spawn(
    'node',
    ['scripts/start/serve.ts', '--port', '8790', '--persist-to', dataFolder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const end = () => void child.kill('SIGTERM')
  for await (const line of createInterface({ input: child.stdout })) {
    const sample = /https?:\/\/\S+hash=\S+/.exec(line)?.[0]
    if (sample === undefined) continue
    const { origin, pathname, search } = new URL(sample)
    return { origin, esim: pathname + search, end }
  }
  throw new Error('scripts/start/serve.ts exited before the shop was ready. Its error is above.')
}
