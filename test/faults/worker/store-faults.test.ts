import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createIsolate } from '../../support/cached-shop.ts'
import { FaultMatrix } from '../../fixtures/fault-matrix.ts'
import { stockShop } from '../../support/small-shop.ts'

const matrix = new FaultMatrix('fault of a store')
afterAll(() => matrix.print())
beforeAll(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await stockShop(5)
})

const rendered = [
  '/',
  '/esim/countries',
  '/ru/esim/countries/tr',
  '/esim/tariffs',
  '/esim/region',
  '/esim/tariffs/tr-turkcell/tr-10',
  '/klientam/questions-and-answers',
  '/blog',
  '/about',
]
const others = [
  '/esim-order?tariffID=tr-10',
  '/esim/tariffs?search_string=turk',
  '/esim/countries.json',
  '/sitemap-plans-1.xml',
  '/blog.xml',
  '/login',
  '/robots.txt',
]
const fails = async () => Promise.reject(new Error('on purpose'))
const brokenStore = failingStore('get', 'put')
const brokenCache = { match: fails, put: fails, delete: fails }

it.each([
  ['KV get throws', { bindings: { CACHE: failingStore('get') } }, ['KV get']],
  ['KV put throws', { bindings: { CACHE: failingStore('put') } }, ['KV put']],
  ['KV throws', { bindings: { CACHE: brokenStore } }, ['KV get', 'KV put']],
  ['the Cache API throws', { colo: brokenCache }, ['Cache API match', 'Cache API put']],
  [
    'KV and the Cache API throw',
    { bindings: { CACHE: brokenStore }, colo: brokenCache },
    ['Cache API match', 'Cache API put', 'KV get', 'KV put'],
  ],
])('responds as usual when %s, and logs a warning', async (name, options, failures) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  const visitUsual = createIsolate()
  const visitFailing = createIsolate(options)
  const isCacheBroken = 'colo' in options
  for (const path of [...rendered, ...others]) {
    const expected = await contentsOf(await visitUsual(path))
    const spies = isCacheBroken
      ? (['match', 'put'] as const).map((method) =>
          vi.spyOn(caches.default, method).mockImplementation(fails),
        )
      : []
    await emptyStore()
    const response = await visitFailing(path)
    for (const spy of spies) spy.mockRestore()
    matrix.add(name, `${response.status} as usual`)
    expect([path, await contentsOf(response)]).toEqual([path, expected])
  }
  const lines: readonly { readonly event: string; readonly call: string }[] = warn.mock.calls.map(
    ([line]) => JSON.parse(String(line)),
  )
  const failed = lines.filter(({ event }) => event === 'cache-failed').map(({ call }) => call)
  expect([...new Set(failed)].toSorted()).toEqual(failures)
})

it.each([
  ['KV', { bindings: { CACHE: hangingStore() } }, 'KV get'],
  ['the Cache API', { colo: hangingCache() }, 'Cache API match'],
])('waits for a second when %s does not answer', async (name, options, call) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  const response = await createIsolate(options)('/esim/countries')
  matrix.add(`${name} does not answer`, `${response.status} as usual`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Türkiye')
  expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toMatchObject({
    event: 'cache-failed',
    call,
    error: 'Error: no answer within 1000 ms',
  })
})

async function emptyStore(): Promise<void> {
  const { keys } = await env.CACHE.list()
  await Promise.all(keys.map(({ name }) => env.CACHE.delete(name)))
}

it('serves rendered pages while D1 is down, and shows an error message on all other pages', async () => {
  const state = { now: Date.now(), version: '1' }
  const bindings = { DB: env.DB }
  let isDown = false
  const visit = createIsolate({
    state,
    bindings,
    readVersion: async () => (isDown ? fails() : state.version),
  })
  const good = new Map<string, string>()
  for (const path of rendered) good.set(path, await (await visit(path)).text())
  isDown = true
  bindings.DB = brokenDatabase
  state.now += 7_200_000
  for (const path of rendered) {
    const response = await visit(path)
    matrix.add('D1 throws, rendered pages', `${response.status} last copy`)
    expect([path, response.status, await response.text()]).toEqual([path, 200, good.get(path)])
  }
  for (const [path, status] of [
    ['/esim-order?tariffID=tr-10', 500],
    ['/esim/tariffs?search_string=turk', 200],
    [`/payment/success?invoiceID=${'A'.repeat(43)}`, 500],
    ['/login', 200],
    ['/healthz', 200],
  ] as const) {
    const response = await visit(path)
    matrix.add('D1 throws, other pages', String(response.status))
    expect([path, response.status]).toEqual([path, status])
    expect(await response.text()).not.toContain('on purpose')
  }
})

const brokenDatabase = new Proxy(env.DB, {
  get: () => () => {
    throw new Error('on purpose')
  },
})

function failingStore(...methods: readonly string[]): KVNamespace {
  return new Proxy(env.CACHE, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (methods.includes(String(name))) return fails
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function hangingStore(): KVNamespace {
  return new Proxy(env.CACHE, {
    get: (target, name) => (name === 'get' ? hangs : Reflect.get(target, name).bind(target)),
  })
}

function hangingCache() {
  return { match: hangs, put: async () => undefined, delete: async () => false }
}

async function hangs(): Promise<never> {
  return new Promise(() => undefined)
}

async function contentsOf(response: Response) {
  const names = ['Content-Type', 'Cache-Control', 'Content-Security-Policy', 'ETag']
  const headers = names.map((name) => response.headers.get(name))
  // Form keys are random.
  const text = (await response.text()).replaceAll(/[\w-]{43}/g, 'random')
  return { status: response.status, headers, text }
}
