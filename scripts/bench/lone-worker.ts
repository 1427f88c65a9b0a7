import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serializeConfig } from 'miniflare'
import type { Service, Worker_Binding as Binding } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { sampleSettings } from '../start/sample-settings.ts'
import { withoutServices } from '../start/wrangler-dev.ts'
import type { Checkout } from './checkout.ts'
import type { D1Calls } from './d1-server.ts'
import { request } from './load.ts'
import { builtModules, entrySocket, spawnWorkerd } from './workerd.ts'
import type { Workerd } from './workerd.ts'

type Script = { readonly name: string } & (
  | { readonly esModule: string }
  | { readonly data: Uint8Array<ArrayBuffer> }
)
const secrets = {
  PAYMENT_SECRET: 'a secret of the measurement',
  CODE_PEPPER: 'a pepper of the measurement',
}

type Settings = { readonly [name: string]: string }

/** A worker, and the server of its database and caches if it has any: see `startD1Server`. */
export type LoneWorker = {
  readonly modules: readonly Script[]
  readonly bindings?: readonly Binding[]
  readonly d1?: URL
}

/**
 * Starts the built shop with production settings, without assets.
 * @param settings replace its settings
 * @param entry source of a module that is served in its place and imports `./index.js`
 */
export async function startLoneShop(...args: Parameters<typeof loneShop>): Promise<Workerd> {
  return startLone(await loneShop(...args))
}

export async function loneShop(
  { folder }: Checkout,
  d1: URL,
  settings: Settings = {},
  entry?: string,
): Promise<LoneWorker> {
  const production = { DEV_TOOLS: '0', PAYMENT_PROVIDERS: 'none' }
  const all = { ...sampleSettings, ...withoutServices, ...secrets, ...production, ...settings }
  const release = { id: '00000000-0000-4000-8000-000000000000', tag: '', timestamp: '' }
  const scripts = await scriptsIn(join(folder, 'dist/esim_storefront'))
  return {
    modules: entry === undefined ? scripts : [{ name: 'entry.js', esModule: entry }, ...scripts],
    bindings: [
      ...textsOf(all),
      { name: 'RELEASE', json: JSON.stringify(release) },
      { name: 'CACHE', kvNamespace: { name: 'store' } },
      { name: 'UPLOADS', r2Bucket: { name: 'store' } },
      databaseBinding,
    ],
    d1,
  }
}

/** A built worker with the database as DB. */
export async function builtWorker(
  folder: string,
  d1: URL,
  settings: Settings,
): Promise<LoneWorker> {
  return { modules: await scriptsIn(folder), bindings: [...textsOf(settings), databaseBinding], d1 }
}

/** A worker that returns the same bytes for every request. */
export function constantWorker(body: Buffer): LoneWorker {
  const esModule = `${answerWith(body)}; export default { fetch: answer }`
  return { modules: [{ name: 'constant.js', esModule }] }
}

/** A worker that makes the given D1 calls, ignores their rows and returns the same bytes. */
export function constantAfter(calls: D1Calls, body: Buffer, d1: URL): LoneWorker {
  const esModule = `${answerWith(body)}
    const calls = ${JSON.stringify(calls)}
    export default {
      async fetch(_, { DB }) {
        const batchOf = (call) => call.map(({ sql, params }) => DB.prepare(sql).bind(...params))
        await Promise.all(calls.map((call) => DB.batch(batchOf(call))))
        return answer()
      },
    }`
  return { modules: [{ name: 'constant-after.js', esModule }], bindings: [databaseBinding], d1 }
}

/** Starts a worker, and waits until it answers. */
export async function startLone(worker: LoneWorker): Promise<Workerd> {
  const started = await spawnWorkerd(configOf(worker))
  await request(`${started.origin}/robots.txt`)
  return started
}

/**
 * Returns the configuration of a worker without Miniflare's own workers, which Cloudflare does not have. They
 * take up to 2 ms of CPU time for a request to a page: one in front of the worker, and one in front
 * of D1.
 */
export function configOf({ modules, bindings = [], d1 }: LoneWorker): Buffer {
  const outside = { address: d1?.host ?? '127.0.0.1:0', http: {} }
  const main: Service = {
    name: 'main',
    worker: {
      modules: [...modules],
      ...compatibility,
      bindings: [...bindings],
      cacheApiOutbound: { name: 'store' },
    },
  }
  return serializeConfig({
    // The D1 binding needs a server of the name `loopback`.
    services: [
      main,
      // The tests have servers on this machine.
      { name: 'internet', network: { allow: ['public', 'private'] } },
      { name: 'store', external: outside },
      { name: 'loopback', external: outside },
    ],
    sockets: [{ name: entrySocket, http: {}, service: { name: 'main' } }],
  })
}

const { compatibility_date: date, compatibility_flags: flags } = unstable_readConfig({
  config: 'wrangler.toml',
})
const compatibility = { compatibilityDate: date ?? '', compatibilityFlags: flags }

const databaseBinding: Binding = {
  name: 'DB',
  wrapped: {
    moduleName: 'cloudflare-internal:d1-api',
    innerBindings: [{ name: 'fetcher', service: { name: 'loopback' } }],
  },
}

async function scriptsIn(folder: string): Promise<Script[]> {
  const names = await builtModules(folder)
  return Promise.all(
    names.map(async (name) => {
      const data = await readFile(join(folder, name))
      return name.endsWith('.js') ? { name, esModule: data.toString() } : { name, data }
    }),
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
