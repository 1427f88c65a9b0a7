import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { sampleSettings } from '../start/sample-settings.ts'
import { withoutServices } from '../start/wrangler-dev.ts'
import { heapOf } from './heap.ts'
import { cpuOf, memoryOf, workerdProcesses } from './workerd-processes.ts'

/** A worker in its own workerd process, without the proxy of `wrangler dev`. */
export type Workerd = {
  readonly origin: string
  /** CPU time of the process in milliseconds. Linux counts in steps of 10 ms. */
  readonly cpu: () => Promise<number>
  /** Bytes of memory that the process uses. */
  readonly memory: () => Promise<number>
  /** Bytes of the worker's objects and buffers. Works only after `startInspectedShop`. */
  readonly heap: () => Promise<number>
  /** Kills the process without a clean-up, as a crash would. `stop` is still needed. */
  readonly kill: () => void
  readonly stop: () => Promise<void>
}

export const secrets = {
  PAYMENT_SECRET: 'a secret of the measurement',
  CODE_PEPPER: 'a pepper of the measurement',
}
const config = unstable_readConfig({ config: 'wrangler.toml' })
const compatibilityDate = config.compatibility_date ?? ''

/** A binding to the database of the data folder, or to a server that `startD1Server` started. */
function d1(server?: URL) {
  const id = config.d1_databases[0]?.database_id ?? ''
  return { d1Databases: { DB: server ? { id, remoteProxyConnectionString: server } : id } }
}

type ShopOptions = {
  readonly vars?: { readonly [name: string]: string }
  /** Source of a module that is served in place of the shop and imports `./index.js`. */
  readonly entry?: string
  /** A server with the database. Without it, the database is in the data folder. */
  readonly d1?: URL
}

/** Starts the built shop over a data folder. It serves no assets. */
export async function startShop(persistTo: string, options: ShopOptions = {}): Promise<Workerd> {
  return start(await shopOptions(options), resolve(persistTo, 'v3'))
}

/** Starts the built shop with an inspector, so that its heap can be measured. */
export async function startInspectedShop(persistTo: string): Promise<Workerd> {
  return start({ ...(await shopOptions({})), inspectorPort: 0 }, resolve(persistTo, 'v3'))
}

async function shopOptions({ vars, entry, d1: server }: ShopOptions): Promise<Options> {
  const bindings = { ...sampleSettings, ...withoutServices, ...secrets, DEV_TOOLS: '1', ...vars }
  const [store] = config.kv_namespaces
  return {
    modules: await modulesOf('dist/esim_storefront', entry),
    bindings,
    modulesRoot: 'dist/esim_storefront',
    versionMetadata: 'RELEASE',
    ...d1(server),
    kvNamespaces: { CACHE: store?.id ?? '' },
    r2Buckets: ['UPLOADS'],
  }
}

export async function startBuilt(
  folder: string,
  server: URL,
  bindings: { readonly [name: string]: string },
): Promise<Workerd> {
  const modules = await modulesOf(folder)
  return start({ modules, modulesRoot: folder, bindings, ...d1(server) })
}

type Header = readonly [name: string, value: string]

const htmlType: Header = ['Content-Type', 'text/html; charset=utf-8']

const constantPage = (body: Buffer, headers: readonly Header[] = [htmlType]) => `
  const body = Uint8Array.from(atob('${body.toString('base64')}'), (each) => each.charCodeAt(0))
  const headers = new Headers(${JSON.stringify(headers)})
  const answer = () => new Response(body, { headers })`

/** Starts a worker that returns the same bytes for every request. */
export async function startConstant(body: Buffer, headers?: readonly Header[]): Promise<Workerd> {
  const script = `${constantPage(body, headers)}
    export default { fetch: answer }`
  return start({ modules: true, script })
}

/** Starts a worker that makes the given D1 calls, ignores their rows and returns the same bytes. */
export async function startConstantAfter(
  calls: readonly (readonly { readonly sql: string; readonly params: readonly unknown[] }[])[],
  body: Buffer,
  server: URL,
): Promise<Workerd> {
  const script = `${constantPage(body)}
    const calls = ${JSON.stringify(calls)}
    export default {
      async fetch(_, { DB }) {
        const batchOf = (call) => call.map(({ sql, params }) => DB.prepare(sql).bind(...params))
        await Promise.all(calls.map((call) => DB.batch(batchOf(call))))
        return answer()
      },
    }`
  return start({ modules: true, script, ...d1(server) })
}

/** Miniflare runs the first module as the entry. */
async function modulesOf(folder: string, entry?: string) {
  const files = await readdir(folder, { recursive: true })
  const scripts = [
    'index.js',
    ...files.filter((file) => file.startsWith('assets/') && file.endsWith('.js')),
  ]
  const modules = scripts.map((file) => ({
    type: 'ESModule' as const,
    path: join(folder, file),
  }))
  if (entry === undefined) return modules
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
  if (id === undefined || started.length > 1)
    throw new Error(
      `Expected Miniflare to start one workerd process, found ${started.length}. Start one worker at a time.`,
    )
  return {
    origin,
    cpu: async () => cpuOf(id),
    memory: async () => memoryOf(id),
    heap: async () => heapOf(await worker.getInspectorURL()),
    kill: () => process.kill(Number(id), 'SIGKILL'),
    stop: async () => worker.dispose(),
  }
}
