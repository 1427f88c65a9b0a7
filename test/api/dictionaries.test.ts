import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDictionaries } from '../../src/site/api/dictionaries.ts'
import { remoteApi } from '../../src/site/api/remote-api.ts'
import { createApiClient } from '../../src/site/api/api-client.ts'

const minute = 60_000
const turkey = {
  countryCode2Letters: 'tr',
  title: 'Türkiye',
  aliases: [],
  priceFrom: null,
  inStock: false,
}
let requests: string[]
let respond: () => Response | Promise<Response>
let time: number
let background: Promise<unknown>[]
let version: string

beforeEach(async () => {
  requests = []
  background = []
  version = '1'
  time = Date.parse('2026-11-21T10:00:00Z')
  respond = () => Response.json({ data: [turkey] })
  for (const { name } of (await env.CACHE.list()).keys) await env.CACHE.delete(name)
})

// Otherwise a write that finishes during the next test would change its first response.
afterEach(async () => Promise.all(background))

function createIsolate(kv: KVNamespace = env.CACHE) {
  const dictionariesOf = createDictionaries(() => time)
  return (locale: 'en' | 'ru' = 'en') => {
    const fetch = async (request: Request) => {
      requests.push(new URL(request.url).pathname + new URL(request.url).search)
      return respond()
    }
    const upstream = createApiClient({
      call: remoteApi({ fetch, origin: 'https://api.invalid' }),
      locale,
      requestId: 'test',
      clientAddress: '',
    })
    const waitUntil = (work: Promise<unknown>) => void background.push(work)
    const current = { known: () => version, current: async () => version }
    return dictionariesOf(upstream, locale, { kv, waitUntil, version: current })
  }
}

it('requests countries once in 10 minutes for each language and parameter set', async () => {
  const shop = createIsolate()
  for (const elapsed of [0, 1, 5, 9.9]) {
    time = Date.parse('2026-11-21T10:00:00Z') + elapsed * minute
    expect(await shop('en').countries()).toEqual({ list: [turkey], hasFailed: false })
    await shop('ru').countries()
    await shop('en').popularCountries()
  }
  expect(requests).toEqual([
    '/web-esim-countries?withoutEsimRemains=true&lang=en',
    '/web-esim-countries?withoutEsimRemains=true&lang=ru',
    '/web-esim-countries?withoutEsimRemains=true&sortBy=1&lang=en',
  ])
  time += 10 * minute
  await shop('en').countries()
  expect(requests).toHaveLength(4)
})

it('loads a list once in a visit during which the version changes', async () => {
  const visit = createIsolate()()
  const first = await visit.countries()
  version = '2'
  expect(await visit.countries()).toBe(first)
  expect(requests).toHaveLength(1)
})

it('keeps the first 20 popular countries of an API that returns more', async () => {
  respond = () => Response.json({ data: Array.from({ length: 25 }, () => turkey) })
  const shop = createIsolate()
  expect((await shop().popularCountries()).list).toHaveLength(20)
  expect((await shop().countries()).list).toHaveLength(25)
})

it('requests the questions once in 10 minutes for each language', async () => {
  respond = () => Response.json({ data: [] })
  const shop = createIsolate()
  for (const locale of ['en', 'ru', 'en', 'ru'] as const)
    expect(await shop(locale).faq()).toEqual({ list: [], hasFailed: false })
  expect(requests).toEqual(['/web-faq?lang=en', '/web-faq?lang=ru'])
  time += 10 * minute
  await shop('en').faq()
  expect(requests).toHaveLength(3)
})

it('shares dictionaries between isolates through KV', async () => {
  await createIsolate()('en').countries()
  await Promise.all(background)
  time += 2 * minute
  await createIsolate()('en').countries()
  expect(requests).toHaveLength(1)
})

it('requests a list again when the version changes, and writes it to KV once in 10 minutes', async () => {
  const shop = createIsolate()
  const put = vi.spyOn(env.CACHE, 'put')
  await shop('en').countries()
  await Promise.all(background)
  version = '2'
  await shop('en').countries()
  await shop('en').countries()
  await createIsolate()('en').countries()
  await Promise.all(background)
  expect(requests).toHaveLength(3)
  expect(put).toHaveBeenCalledTimes(1)
  put.mockRestore()
})

it('sends one request for 500 simultaneous visitors', async () => {
  const shop = createIsolate()
  const lists = await Promise.all(Array.from({ length: 500 }, () => shop('en').countries()))
  expect(lists.every(({ list }) => list.length === 1)).toBe(true)
  expect(requests).toHaveLength(1)
})

it('does not wait for the refresh of another version', async () => {
  const shop = createIsolate()
  const [started, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()]
  respond = async () => {
    started.resolve()
    return answer.promise
  }
  const older = shop('en').countries()
  await started.promise
  version = '2'
  respond = () => Response.json({ data: [turkey] })
  expect(await shop('en').countries()).toEqual({ list: [turkey], hasFailed: false })
  answer.resolve(Response.json({ data: [] }))
  expect(await older).toEqual({ list: [], hasFailed: false })
  expect(await shop('en').countries()).toEqual({ list: [turkey], hasFailed: false })
})

describe('when a refresh never settles because its request has ended', () => {
  async function visitAndAbandon(shop: ReturnType<typeof createIsolate>) {
    const started = Promise.withResolvers<void>()
    respond = async () => {
      started.resolve()
      return new Promise(() => undefined)
    }
    void shop('en').countries()
    await started.promise
    background = []
  }

  it('starts another refresh after five seconds', async () => {
    const shop = createIsolate()
    await visitAndAbandon(shop)
    respond = () => Response.json({ data: [turkey] })
    time += 5000
    expect(await shop('en').countries()).toEqual({ list: [turkey], hasFailed: false })
    expect(await shop('en').countries()).toEqual({ list: [turkey], hasFailed: false })
    expect(requests).toHaveLength(2)
  })

  it('serves the stale copy to visits within five seconds', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const shop = createIsolate()
    await visitAndAbandon(shop)
    time += 4999
    expect(await shop('en').countries()).toEqual({ list: [], hasFailed: true })
    time += 1
    respond = () => Response.json({ data: [turkey] })
    await shop('en').countries()
    time += 10 * minute
    await visitAndAbandon(shop)
    time += 4999
    expect(await shop('en').countries()).toEqual({ list: [turkey], hasFailed: false })
    log.mockRestore()
  })
})

it('caches the regions of each country separately', async () => {
  respond = () => Response.json({ data: requests.at(-1)?.includes('regions') ? [] : [turkey] })
  const shop = createIsolate()
  for (const code of ['ru', 'tr', 'ru', 'xx'])
    expect(await shop('ru').regions(code)).toEqual({ list: [], hasFailed: false })
  expect(requests.filter((path) => path.includes('regions'))).toHaveLength(2)
})

it('serves the stale copy while the API fails, in this isolate and a new isolate', async () => {
  const shop = createIsolate()
  await shop('en').countries()
  await Promise.all(background)
  respond = () => new Response('', { status: 503 })
  time += 60 * minute
  expect(await shop('en').countries()).toEqual({ list: [turkey], hasFailed: false })
  expect(await createIsolate()('en').countries()).toEqual({ list: [turkey], hasFailed: false })
})

it('retries a failing API at most once a minute', async () => {
  const shop = createIsolate()
  await shop('en').countries()
  await Promise.all(background)
  respond = () => new Response('', { status: 503 })
  time += 60 * minute
  for (const _ of [1, 2, 3])
    expect(await shop('en').countries()).toEqual({ list: [turkey], hasFailed: false })
  expect(requests).toHaveLength(2)
  time += minute
  respond = () => Response.json({ data: [] })
  expect(await shop('en').countries()).toEqual({ list: [], hasFailed: false })
})

it('returns an empty list marked as failed when there is no copy, logs it and does not cache it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  respond = () => new Response('<html>', { status: 500 })
  const shop = createIsolate()
  expect(await shop('en').countries()).toEqual({ list: [], hasFailed: true })
  expect(log).toHaveBeenCalledWith(expect.stringContaining('dictionary-failed'))
  respond = () => Response.json({ data: [turkey] })
  expect(await shop('en').countries()).toEqual({ list: [turkey], hasFailed: false })
  log.mockRestore()
})

it('works without KV when KV fails', async () => {
  const brokenKV: KVNamespace = new Proxy(env.CACHE, {
    get: () => () => Promise.reject(new Error('KV is down')),
  })
  expect(await createIsolate(brokenKV)('en').countries()).toEqual({
    list: [turkey],
    hasFailed: false,
  })
})

it('ignores a KV value that does not match the schema', async () => {
  await env.CACHE.put('countries:en', JSON.stringify({ storedAt: time, data: [{ title: 1 }] }))
  expect(await createIsolate()('en').countries()).toEqual({ list: [turkey], hasFailed: false })
})
