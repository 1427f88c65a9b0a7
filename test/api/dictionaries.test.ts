import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { createDictionaries } from '../../src/api/dictionaries.ts'
import { createApiClient } from '../../src/api/api-client.ts'

const minute = 60_000
const turkey = {
  countryCode2Letters: 'tr',
  title: 'Türkiye',
  aliases: [],
  priceFrom: null,
  inStock: false,
}
let asked: string[]
let answer: () => Response
let time: number
let background: Promise<unknown>[]

beforeEach(async () => {
  asked = []
  background = []
  time = Date.parse('2026-11-21T10:00:00Z')
  answer = () => Response.json({ data: [turkey] })
  for (const { name } of (await env.CACHE.list()).keys) await env.CACHE.delete(name)
})

/** A new isolate: nothing in memory, the same KV. */
function isolate(kv: KVNamespace = env.CACHE) {
  const dictionariesOf = createDictionaries(() => time)
  return (locale: 'en' | 'ru' = 'en') => {
    const fetch = async (request: Request) => {
      asked.push(new URL(request.url).pathname + new URL(request.url).search)
      return answer()
    }
    const upstream = createApiClient({
      fetch,
      origin: 'https://api.invalid',
      locale,
      requestId: 'test',
      clientAddress: '',
    })
    return dictionariesOf(upstream, locale, { kv, waitUntil: (work) => void background.push(work) })
  }
}

it('asks for countries once in ten minutes for each language and parameter set', async () => {
  const shop = isolate()
  for (const elapsed of [0, 1, 5, 9.9]) {
    time = Date.parse('2026-11-21T10:00:00Z') + elapsed * minute
    expect(await shop('en').countries()).toEqual({ list: [turkey], failed: false })
    await shop('ru').countries()
    await shop('en').popularCountries()
  }
  expect(asked).toEqual([
    '/web-esim-countries?withoutEsimRemains=true&lang=en',
    '/web-esim-countries?withoutEsimRemains=true&lang=ru',
    '/web-esim-countries?withoutEsimRemains=true&sortBy=1&lang=en',
  ])
  time += 10 * minute
  await shop('en').countries()
  expect(asked).toHaveLength(4)
})

it('shares what one isolate has asked with the next through KV', async () => {
  await isolate()('en').countries()
  await Promise.all(background)
  time += 2 * minute
  await isolate()('en').countries()
  expect(asked).toHaveLength(1)
})

it('asks once for 500 visitors who come at the same moment', async () => {
  const shop = isolate()
  const lists = await Promise.all(Array.from({ length: 500 }, () => shop('en').countries()))
  expect(lists.every(({ list }) => list.length === 1)).toBe(true)
  expect(asked).toHaveLength(1)
})

it('keeps regions for one country at a time', async () => {
  answer = () => Response.json({ data: [] })
  const shop = isolate()
  await shop('ru').regions('ru')
  await shop('ru').regions('tr')
  await shop('ru').regions('ru')
  expect(asked).toHaveLength(2)
})

it('serves the last good copy while the API fails, in this isolate and in a new one', async () => {
  const shop = isolate()
  await shop('en').countries()
  await Promise.all(background)
  answer = () => new Response('', { status: 503 })
  time += 60 * minute
  expect(await shop('en').countries()).toEqual({ list: [turkey], failed: false })
  expect(await isolate()('en').countries()).toEqual({ list: [turkey], failed: false })
})

it('asks an API that fails once a minute, so that no page but one waits for it', async () => {
  const shop = isolate()
  await shop('en').countries()
  await Promise.all(background)
  answer = () => new Response('', { status: 503 })
  time += 60 * minute
  for (const _ of [1, 2, 3])
    expect(await shop('en').countries()).toEqual({ list: [turkey], failed: false })
  expect(asked).toHaveLength(2)
  time += minute
  answer = () => Response.json({ data: [] })
  expect(await shop('en').countries()).toEqual({ list: [], failed: false })
})

it('is empty, says so and logs when there is no copy, and never keeps that', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer = () => new Response('<html>', { status: 500 })
  const shop = isolate()
  expect(await shop('en').countries()).toEqual({ list: [], failed: true })
  expect(log).toHaveBeenCalledWith(expect.stringContaining('dictionary-failed'))
  answer = () => Response.json({ data: [turkey] })
  expect(await shop('en').countries()).toEqual({ list: [turkey], failed: false })
  log.mockRestore()
})

it('does without KV when KV fails', async () => {
  const broken: KVNamespace = new Proxy(env.CACHE, {
    get: () => () => Promise.reject(new Error('KV is away')),
  })
  expect(await isolate(broken)('en').countries()).toEqual({ list: [turkey], failed: false })
})

it('asks again when KV holds something else than a list', async () => {
  await env.CACHE.put('countries:en', JSON.stringify({ storedAt: time, data: [{ title: 1 }] }))
  expect(await isolate()('en').countries()).toEqual({ list: [turkey], failed: false })
})
