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
  /** CPU time of the process in milliseconds. */
  readonly cpu: () => Promise<number>
  /** Bytes of memory that the process uses. */
  readonly memory: () => Promise<number>
  /** Kills the process without a clean-up, as a crash would. `stop` is still needed. */
  readonly kill: () => void
  readonly stop: () => Promise<void>
}

/** Its heap can be measured. */
type InspectedWorkerd = Workerd & {
  /** Bytes of the worker's objects and buffers. */
  readonly heap: () => Promise<number>
}

export const secrets = {
  PAYMENT_SECRET: 'a secret of the measurement',
  CODE_PEPPER: 'a pepper of the measurement',
}
export const config = unstable_readConfig({ config: 'wrangler.toml' })
const compatibilityDate = config.compatibility_date ?? ''

export type ShopOptions = {
  readonly vars?: { readonly [name: string]: string }
  /** Source of a module that is served in place of the shop and imports `./index.js`. */
  readonly entry?: string
  /** False: the Cache API stores nothing. */
  readonly cacheAPI?: boolean
}

/** Starts the built shop over a data folder. It serves no assets. */
export async function startShop(persistTo: string, options: ShopOptions = {}): Promise<Workerd> {
  return start(await shopOptions(options), resolve(persistTo, 'v3'))
}

/** Starts the built shop with an inspector. */
export async function startInspectedShop(persistTo: string): Promise<InspectedWorkerd> {
  return start({ ...(await shopOptions({})), inspectorPort: 0 }, resolve(persistTo, 'v3'))
}

async function shopOptions({ vars, entry, cacheAPI = true }: ShopOptions): Promise<Options> {
  const bindings = { ...sampleSettings, ...withoutServices, ...secrets, DEV_TOOLS: '1', ...vars }
  const [store] = config.kv_namespaces
  return {
    modules: await modulesOf('dist/esim_storefront', entry),
    bindings,
    modulesRoot: 'dist/esim_storefront',
    cacheAPI,
    versionMetadata: 'RELEASE',
    d1Databases: { DB: config.d1_databases[0]?.database_id ?? '' },
    kvNamespaces: { CACHE: store?.id ?? '' },
    r2Buckets: ['UPLOADS'],
  }
}

/** Returns the modules of a built worker. The first is its entry. */
export async function builtScripts(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  const assets = files.filter((file) => file.startsWith('assets/') && file.endsWith('.js'))
  return ['index.js', ...assets]
}

async function modulesOf(folder: string, entry?: string) {
  const modules = (await builtScripts(folder)).map((file) => ({
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

async function start(
  options: Options,
  resourcePersistencePath?: string,
): Promise<InspectedWorkerd> {
  const started = await startedProcess()
  const worker = new Miniflare({
    ...convertV4MiniflareOptions({ ...options, compatibilityDate, host: '127.0.0.1' }),
    ...(resourcePersistencePath !== undefined && { resourcePersistencePath }),
    logRequests: false,
  })
  const { origin } = await worker.ready
  return {
    ...(await started()),
    origin,
    heap: async () => heapOf(await worker.getInspectorURL()),
    stop: async () => worker.dispose(),
  }
}

/** Call it before workerd starts, and the returned function afterwards. */
export async function startedProcess() {
  const before = await workerdProcesses()
  return async () => {
    const started = (await workerdProcesses()).filter((id) => !before.includes(id))
    const [id] = started
    if (id === undefined || started.length > 1)
      throw new Error(
        `Expected one new workerd process, found ${started.length}. Start one worker at a time.`,
      )
    return {
      cpu: async () => cpuOf(id),
      memory: async () => memoryOf(id),
      kill: () => process.kill(Number(id), 'SIGKILL'),
    }
  }
}
