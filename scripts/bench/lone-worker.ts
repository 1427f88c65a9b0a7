import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Runtime, SOCKET_ENTRY, serializeConfig } from 'miniflare'
import { sampleSettings } from '../start/sample-settings.ts'
import { withoutServices } from '../start/wrangler-dev.ts'
import type { D1Calls } from './d1-calls.ts'
import { builtScripts, config, secrets, startedProcess } from './workerd.ts'
import type { Workerd } from './workerd.ts'

type Config = Parameters<typeof serializeConfig>[0]
type Service = NonNullable<Config['services']>[number]
type Binding = { readonly name: string } & (
  | { readonly text: string }
  | { readonly json: string }
  | { readonly kvNamespace: { readonly name: string } }
  | { readonly r2Bucket: { readonly name: string } }
  | { readonly wrapped: { moduleName: string; innerBindings: { name: string; service: object }[] } }
)
type Script = { readonly name: string; readonly esModule: string }

/**
 * A worker that Miniflare's runtime starts without Miniflare's own workers, which Cloudflare does
 * not have. They take up to 2 ms of CPU time for a request to a page: one in front of the worker,
 * and one in front of D1.
 */
type LoneWorker = {
  readonly modules: readonly Script[]
  readonly bindings?: readonly Binding[]
  /** A server that `startD1Server` started, as the binding DB. */
  readonly d1?: URL
}

async function startLone({ modules, bindings = [], d1 }: LoneWorker): Promise<Workerd> {
  const started = await startedProcess()
  const runtime = new Runtime()
  const main: Service = {
    name: 'main',
    worker: {
      modules: [...modules],
      compatibilityDate: config.compatibility_date ?? '',
      compatibilityFlags: config.compatibility_flags,
      bindings: [...bindings, ...(d1 ? [database] : [])],
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
  return {
    ...(await started()),
    origin: `http://127.0.0.1:${port}`,
    stop: async () => runtime.dispose(),
  }
}

const database: Binding = {
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
    compatibilityDate: config.compatibility_date ?? '',
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

/**
 * Starts the built shop with production settings, without assets.
 * @param vars replace its settings
 */
export async function startLoneShop(
  d1: URL,
  vars: { readonly [name: string]: string } = {},
): Promise<Workerd> {
  const production = { DEV_TOOLS: '0', PAYMENT_PROVIDERS: 'none' }
  const all = { ...sampleSettings, ...withoutServices, ...secrets, ...production, ...vars }
  const release = { id: '00000000-0000-4000-8000-000000000000', tag: '', timestamp: '' }
  return startLone({
    modules: await scriptsOf('dist/esim_storefront'),
    bindings: [
      ...textsOf(all),
      { name: 'RELEASE', json: JSON.stringify(release) },
      { name: 'CACHE', kvNamespace: { name: 'store' } },
      { name: 'UPLOADS', r2Bucket: { name: 'store' } },
    ],
    d1,
  })
}

/** Starts a built worker with the database as DB. */
export async function startBuilt(
  folder: string,
  d1: URL,
  vars: { readonly [name: string]: string },
): Promise<Workerd> {
  return startLone({ modules: await scriptsOf(folder), bindings: textsOf(vars), d1 })
}

async function scriptsOf(folder: string): Promise<Script[]> {
  const names = await builtScripts(folder)
  return Promise.all(
    names.map(async (name) => ({ name, esModule: await readFile(join(folder, name), 'utf8') })),
  )
}

function textsOf(vars: { readonly [name: string]: string }): Binding[] {
  return Object.entries(vars).map(([name, text]) => ({ name, text }))
}

type Header = readonly [name: string, value: string]

const htmlType: Header = ['Content-Type', 'text/html; charset=utf-8']

const constantPage = (body: Buffer, headers: readonly Header[] = [htmlType]) => `
  const body = Uint8Array.from(atob('${body.toString('base64')}'), (each) => each.charCodeAt(0))
  const headers = new Headers(${JSON.stringify(headers)})
  const answer = () => new Response(body, { headers })`

/** Starts a worker that returns the same bytes for every request. */
export async function startConstant(body: Buffer, headers?: readonly Header[]): Promise<Workerd> {
  const esModule = `${constantPage(body, headers)}
    export default { fetch: answer }`
  return startLone({ modules: [{ name: 'constant.js', esModule }] })
}

/** Starts a worker that makes the given D1 calls, ignores their rows and returns the same bytes. */
export async function startConstantAfter(calls: D1Calls, body: Buffer, d1: URL): Promise<Workerd> {
  const esModule = `${constantPage(body)}
    const calls = ${JSON.stringify(calls)}
    export default {
      async fetch(_, { DB }) {
        const batchOf = (call) => call.map(({ sql, params }) => DB.prepare(sql).bind(...params))
        await Promise.all(calls.map((call) => DB.batch(batchOf(call))))
        return answer()
      },
    }`
  return startLone({ modules: [{ name: 'constant-after.js', esModule }], d1 })
}
