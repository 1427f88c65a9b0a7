import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { promisify } from 'node:util'

/** Returns the modules of a built worker. The first is its entry. */
export async function builtModules(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return ['index.js', ...files.filter((file) => /^assets\/.*\.(js|bin)$/.test(file))]
}

const run = promisify(execFile)

/** macOS has no /proc. CPU time is measured on Linux only. */
const isLinux = process.platform === 'linux'

/** A worker in its own workerd process, without the proxy of `wrangler dev`. */
export type Workerd = {
  readonly origin: string
  /** CPU time of the process in milliseconds. */
  readonly cpu: () => Promise<number>
  /** Bytes of memory that the process uses. */
  readonly memory: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** The package exports the path of its binary, as CommonJS. */
const { default: workerd }: { default: string } = createRequire(import.meta.url)('workerd')
/** The name of the socket in configurations for `spawnWorkerd`. */
export const entrySocket = 'entry'

/**
 * Starts workerd with a serialized configuration. Its origin accepts requests at once, and workerd
 * answers them when it is ready, so that the first request waits for the whole start.
 */
export async function spawnWorkerd(config: Buffer): Promise<Workerd> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Node's types lack the handle.
  const { fd }: { readonly fd: number } = Reflect.get(server, '_handle')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const args = ['serve', '--binary', '--experimental', `--socket-fd=${entrySocket}=3`, '-']
  const child = spawn(workerd, args, { stdio: ['pipe', 'ignore', 'ignore', fd] })
  const ended = once(child, 'close')
  server.close()
  child.stdin?.end(config)
  const id = String(child.pid)
  return {
    origin: `http://127.0.0.1:${port}`,
    cpu: async () => cpuOf(id),
    memory: async () => Number((await run('ps', ['-o', 'rss=', '-p', id])).stdout) * 1024,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Returns the CPU time of the process in milliseconds, which Linux counts in nanoseconds. */
export async function cpuOf(id: string): Promise<number> {
  if (!isLinux) return Number.NaN
  const threads = await readdir(`/proc/${id}/task`)
  const times = await Promise.all(
    threads.map(async (thread) => readFile(`/proc/${id}/task/${thread}/schedstat`, 'utf8')),
  )
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1_000_000
}
