import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Miniflare, convertV4MiniflareOptions } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { sampleSettings } from '../start/sample-settings.ts'
import { withoutServices } from '../start/wrangler-dev.ts'
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

export const secrets = {
  PAYMENT_SECRET: 'a secret of the measurement',
  CODE_PEPPER: 'a pepper of the measurement',
}

type ShopOptions = {
  readonly vars?: { readonly [name: string]: string }
  /** Source of a module that is served in place of the shop and imports `./index.js`. */
  readonly entry?: string
}

/** Starts the built shop over a data folder in Miniflare. It serves no assets. */
export async function startShop(
  persistTo: string,
  { vars, entry }: ShopOptions = {},
): Promise<Workerd> {
  const config = unstable_readConfig({ config: 'wrangler.toml' })
  const started = await startedProcess()
  const worker = new Miniflare({
    ...convertV4MiniflareOptions({
      modules: await modulesOf('dist/esim_storefront', entry),
      modulesRoot: 'dist/esim_storefront',
      bindings: { ...sampleSettings, ...withoutServices, ...secrets, DEV_TOOLS: '1', ...vars },
      versionMetadata: 'RELEASE',
      d1Databases: { DB: config.d1_databases[0]?.database_id ?? '' },
      kvNamespaces: { CACHE: config.kv_namespaces[0]?.id ?? '' },
      r2Buckets: ['UPLOADS'],
      compatibilityDate: config.compatibility_date ?? '',
      host: '127.0.0.1',
    }),
    resourcePersistencePath: resolve(persistTo, 'v3'),
    logRequests: false,
  })
  const { origin } = await worker.ready
  const stop = async () => worker.dispose()
  return { ...(await started()), origin, stop }
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
