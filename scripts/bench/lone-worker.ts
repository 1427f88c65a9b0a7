import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Runtime, SOCKET_ENTRY, serializeConfig } from 'miniflare'
import type { Service, Worker_Binding as Binding } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { sampleSettings } from '../start/sample-settings.ts'
import { withoutServices } from '../start/wrangler-dev.ts'
import type { Checkout } from './checkout.ts'
import type { D1Calls } from './d1-server.ts'
import { builtScripts, secrets, startedProcess } from './workerd.ts'
import type { Workerd } from './workerd.ts'

type Script = { readonly name: string; readonly esModule: string }
type Settings = { readonly [name: string]: string }

/**
 * Starts the built shop with production settings, without assets.
 * @param settings replace its settings
 * @param entry source of a module that is served in its place and imports `./index.js`
 */
export async function startLoneShop(
  { folder }: Checkout,
  d1: URL,
  settings: Settings = {},
  entry?: string,
): Promise<Workerd> {
  const production = { DEV_TOOLS: '0', PAYMENT_PROVIDERS: 'none' }
  const all = { ...sampleSettings, ...withoutServices, ...secrets, ...production, ...settings }
  const release = { id: '00000000-0000-4000-8000-000000000000', tag: '', timestamp: '' }
  const scripts = await scriptsIn(join(folder, 'dist/esim_storefront'))
  return startLone({
    modules: entry === undefined ? scripts : [{ name: 'entry.js', esModule: entry }, ...scripts],
    bindings: [
      ...textsOf(all),
      { name: 'RELEASE', json: JSON.stringify(release) },
      { name: 'CACHE', kvNamespace: { name: 'store' } },
      { name: 'UPLOADS', r2Bucket: { name: 'store' } },
      databaseBinding,
    ],
    d1,
  })
}

/** Starts a built worker with the database as DB. */
export async function startBuilt(folder: string, d1: URL, settings: Settings): Promise<Workerd> {
  const bindings = [...textsOf(settings), databaseBinding]
  return startLone({ modules: await scriptsIn(folder), bindings, d1 })
}

/** Starts a worker that returns the same bytes for every request. */
export async function startConstant(body: Buffer): Promise<Workerd> {
  return startLone({
    modules: [
      { name: 'constant.js', esModule: `${answerWith(body)}; export default { fetch: answer }` },
    ],
  })
}

/** Starts a worker that makes the given D1 calls, ignores their rows and returns the same bytes. */
export async function startConstantAfter(calls: D1Calls, body: Buffer, d1: URL): Promise<Workerd> {
  const esModule = `${answerWith(body)}
    const calls = ${JSON.stringify(calls)}
    export default {
      async fetch(_, { DB }) {
        const batchOf = (call) => call.map(({ sql, params }) => DB.prepare(sql).bind(...params))
        await Promise.all(calls.map((call) => DB.batch(batchOf(call))))
        return answer()
      },
    }`
  const modules = [{ name: 'constant-after.js', esModule }]
  return startLone({ modules, bindings: [databaseBinding], d1 })
}

type LoneWorker = {
  readonly modules: readonly Script[]
  readonly bindings?: readonly Binding[]
  /** A server that `startD1Server` started. */
  readonly d1?: URL
}

/**
 * Starts a worker in Miniflare's runtime without Miniflare's own workers, which Cloudflare does not
 * have. They take up to 2 ms of CPU time for a request to a page: one in front of the worker, and
 * one in front of D1.
 */
async function startLone({ modules, bindings = [], d1 }: LoneWorker): Promise<Workerd> {
  const started = await startedProcess()
  const runtime = new Runtime()
  const main: Service = {
    name: 'main',
    worker: {
      modules: [...modules],
      ...compatibility,
      bindings: [...bindings],
      cacheApiOutbound: { name: 'store' },
    },
  }
  const sockets = [
    { name: SOCKET_ENTRY, address: '127.0.0.1:0', http: {}, service: { name: 'main' } },
  ]
  const services: Service[] = [main, store, { name: 'loopback', external: { http: {} } }]
  const ports = await runtime.updateConfig(
    serializeConfig({ services, sockets, structuredLogging: true }),
    {
      entryAddress: '127.0.0.1:0',
      loopbackAddress: d1?.host ?? '127.0.0.1:0',
      requiredSockets: [SOCKET_ENTRY],
      handleStructuredLogs: () => {},
    },
    ['main'],
    new AbortController().signal,
  )
  const port = ports?.get(SOCKET_ENTRY)
  if (port === undefined) throw new Error('workerd did not start')
  const stop = async () => runtime.dispose()
  return { ...(await started()), origin: `http://127.0.0.1:${port}`, stop }
}

const { compatibility_date: date, compatibility_flags: flags } = unstable_readConfig({
  config: 'wrangler.toml',
})
const compatibility = { compatibilityDate: date ?? '', compatibilityFlags: flags }

const databaseBinding: Binding = {
  name: 'DB',
  wrapped: {
    moduleName: 'cloudflare-internal:d1-api',
    // The runtime needs a server of this name.
    innerBindings: [{ name: 'fetcher', service: { name: 'loopback' } }],
  },
}

/** Stores what KV gets, in its protocol. The Cache API and R2 find nothing. */
const store: Service = {
  name: 'store',
  worker: {
    compatibilityDate: date ?? '',
    modules: [
      {
        name: 'store.js',
        esModule: `const values = new Map()
          export default {
            async fetch(request) {
              const { hostname, pathname } = new URL(request.url)
              if (hostname !== 'fake-host') return new Response(null, { status: 504 })
              if (request.method === 'PUT') values.set(pathname, await request.arrayBuffer())
              const value = values.get(pathname)
              return new Response(value ?? null, { status: value ? 200 : 404 })
            },
          }`,
      },
    ],
  },
}

async function scriptsIn(folder: string): Promise<Script[]> {
  const names = await builtScripts(folder)
  return Promise.all(
    names.map(async (name) => ({ name, esModule: await readFile(join(folder, name), 'utf8') })),
  )
}

function textsOf(settings: Settings): Binding[] {
  return Object.entries(settings).map(([name, text]) => ({ name, text }))
}

function answerWith(body: Buffer): string {
  return `
    const body = Uint8Array.from(atob('${body.toString('base64')}'), (each) => each.charCodeAt(0))
    const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
    const answer = () => new Response(body, { headers })`
}
