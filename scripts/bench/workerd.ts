import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { sampleSettings } from '../start/sample-settings.ts'
import { withoutServices } from '../start/wrangler-dev.ts'

/** A worker in a workerd process of its own, without the proxy of `wrangler dev`. */
export type Workerd = {
  readonly origin: string
  /** Milliseconds of CPU time the process has used. Linux counts in steps of 10 ms. */
  readonly cpu: () => Promise<number>
  /** Bytes of memory the process has. */
  readonly memory: () => Promise<number>
  /** Ends the process at once, as a crash does. `stop` is still needed. */
  readonly kill: () => void
  readonly stop: () => Promise<void>
}

const run = promisify(execFile)

export const secrets = {
  PAYMENT_SECRET: 'a secret of the measurement',
  CODE_PEPPER: 'a pepper of the measurement',
}
const config = unstable_readConfig({ config: 'wrangler.toml' })
const compatibilityDate = config.compatibility_date ?? ''

/**
 * The built shop over the database of a data folder. Assets are not served.
 * @param entry source of a module that is served in place of the shop and imports `./index.js`
 */
export async function startShop(
  persistTo: string,
  vars: { readonly [name: string]: string } = {},
  entry: string | null = null,
): Promise<Workerd> {
  const bindings = { ...sampleSettings, ...withoutServices, ...secrets, DEV_TOOLS: '1', ...vars }
  const [database] = config.d1_databases
  const [store] = config.kv_namespaces
  const options: Options = {
    modules: await modulesOf('dist/esim_storefront', entry),
    bindings,
    modulesRoot: 'dist/esim_storefront',
    versionMetadata: 'RELEASE',
    d1Databases: { DB: database?.database_id ?? '' },
    kvNamespaces: { CACHE: store?.id ?? '' },
    r2Buckets: ['UPLOADS'],
  }
  return start(options, resolve(persistTo, 'v3'))
}

/** A worker that answers every request with the same bytes. */
export async function startConstant(body: Buffer): Promise<Workerd> {
  const script = `
    const body = Uint8Array.from(atob('${body.toString('base64')}'), (each) => each.charCodeAt(0))
    const headers = { 'Content-Type': 'text/html; charset=utf-8' }
    export default { fetch: () => new Response(body, { headers }) }`
  return start({ modules: true, script })
}

/** The entry first. */
async function modulesOf(folder: string, entry: string | null) {
  const files = await readdir(folder, { recursive: true })
  const scripts = [
    'index.js',
    ...files.filter((file) => file.startsWith('assets/') && file.endsWith('.js')),
  ]
  const modules = scripts.map((file) => ({
    type: 'ESModule' as const,
    path: join(folder, file),
  }))
  if (entry === null) return modules
  return [
    { type: 'ESModule' as const, path: join(folder, 'entry.js'), contents: entry },
    ...modules,
  ]
}

type Options = Parameters<typeof convertV4MiniflareOptions>[0]

async function start(options: Options, resourcePersistencePath?: string): Promise<Workerd> {
  const before = await workerdProcesses()
  const worker = new Miniflare({
    ...convertV4MiniflareOptions({ ...options, compatibilityDate, host: '127.0.0.1' }),
    ...(resourcePersistencePath !== undefined && { resourcePersistencePath }),
    logRequests: false,
  })
  const { origin } = await worker.ready
  const started = (await workerdProcesses()).filter((id) => !before.includes(id))
  const [id] = started
  if (id === undefined || started.length > 1) throw new Error('workerd did not start alone')
  return {
    origin,
    cpu: async () => (await statOf(id)).cpu,
    memory: async () => memoryOf(id),
    kill: () => process.kill(Number(id), 'SIGKILL'),
    stop: async () => worker.dispose(),
  }
}

/** macOS has no /proc. CPU time is measured on Linux only. */
const isLinux = process.platform === 'linux'

/** Ids of the workerd processes this process has started. */
async function workerdProcesses(): Promise<string[]> {
  if (!isLinux) return processesByPs()
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(
    ids.map(async (id) => ({ id, stat: await statOf(id).catch(() => null) })),
  )
  return stats
    .filter(({ stat }) => stat?.name === 'workerd' && stat.parent === process.pid)
    .map(({ id }) => id)
}

async function processesByPs(): Promise<string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,comm='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, command]) => Number(parent) === process.pid && command?.endsWith('workerd'))
    .map(([id = '']) => id)
}

async function memoryOf(id: string): Promise<number> {
  if (isLinux) return (await statOf(id)).memory
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', id])
  return Number(stdout) * 1024
}

const tickMs = 10
const pageBytes = 4096

/** See proc_pid_stat(5). The name is in parentheses and may contain spaces. */
async function statOf(id: string) {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8')
  const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? []
  const fields = rest.split(' ').map(Number)
  return {
    name,
    parent: fields[1] ?? 0,
    cpu: ((fields[11] ?? 0) + (fields[12] ?? 0)) * tickMs,
    memory: (fields[21] ?? 0) * pageBytes,
  }
}
