import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { api, ask, stockShop } from './small-shop.ts'

beforeAll(() => stockShop(2))

it('lists countries in the language asked for, sold-out ones only when asked', async () => {
  const all = await api('ru').countries({ withoutEsimRemains: 'true' })
  expect(all.ok && all.value.data.map(({ title, inStock }) => [title, inStock])).toEqual([
    ['Куба', false],
    ['Турция', true],
  ])
  const inStock = await api('en').countries({})
  expect(inStock.ok && inStock.value.data).toMatchObject([
    { title: 'Türkiye', priceFrom: { USD: 1250, RUB: 115000 } },
  ])
  const popular = await api('en').countries({ sortBy: '1', withoutEsimRemains: 'true' })
  expect(
    popular.ok && popular.value.data.map(({ countryCode2Letters }) => countryCode2Letters),
  ).toEqual(['tr'])
})

it('tells every name a country is found by, that of the other language first', async () => {
  const inEnglish = await api('en').countries({})
  expect(inEnglish.ok && inEnglish.value.data[0]?.aliases).toEqual(['Турция', 'Istanbul'])
  const inRussian = await api('ru').countries({})
  expect(inRussian.ok && inRussian.value.data[0]?.aliases).toEqual(['Türkiye', 'Istanbul'])
})

it('lists plans of a country, in stock first, filtered, paged and found by a city', async () => {
  const ids = async (query: Parameters<ReturnType<typeof api>['tariffsMarketplace']>[0]) => {
    const answer = await api().tariffsMarketplace(query)
    return answer.ok ? answer.value.data.map(({ tariffID }) => tariffID) : answer.status
  }
  expect(await ids({ country: 'tr' })).toEqual(['tr-10', 'tr-sold-out'])
  expect(await ids({ country: 'tr', traffic: '10', days: '30' })).toEqual(['tr-10', 'tr-sold-out'])
  expect(await ids({ country: 'tr', traffic: 'unlimited' })).toEqual([])
  expect(await ids({ country: 'tr', per_page: 1, page: 2 })).toEqual(['tr-sold-out'])
  expect(await ids({ search_string: 'istan' })).toEqual(['tr-10', 'tr-sold-out'])
  expect(await ids({ search_string: 'turkc' })).toEqual(['tr-10', 'tr-sold-out'])
  expect(await ids({ search_string: 'nothing' })).toEqual([])
  for (const place of ['Турция', 'turtsiya', 'nehwbz', 'istnbul', 'туриця'])
    expect(await ids({ search_string: place }), place).toEqual(['tr-10', 'tr-sold-out'])
})

it('names every plan once, a stretch at a time, and where stretches begin', async () => {
  const index = async (query: Parameters<ReturnType<typeof api>['tariffIndex']>[0]) => {
    const answer = await api().tariffIndex(query)
    return answer.ok ? answer.value.data : answer.status
  }
  const both = [
    { tariffID: 'tr-10', operatorIdent: 'tr-turkcell' },
    { tariffID: 'tr-sold-out', operatorIdent: 'tr-turkcell' },
  ]
  expect(await index({})).toEqual(both)
  expect(await index({ every: 2 })).toEqual(both.slice(0, 1))
  expect(await index({ limit: 1 })).toEqual(both.slice(0, 1))
  expect(await index({ from: 'tr-10' })).toEqual(both)
  expect(await index({ from: 'tr-11' })).toEqual(both.slice(1))
  expect(await index({ from: 'u' })).toEqual([])
  expect(await index({ limit: 2501 })).toBe(422)
})

it('answers in no language but JSON, with headers that let nothing be run or kept', async () => {
  const response = await ask(
    new Request('https://backend.invalid/web-esim-tariff?lang=ru&id=none', {
      headers: { 'Accept-Language': 'ru' },
    }),
  )
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ error: 'Ничего не найдено' })
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  )
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

it('reads every list off an index, never a whole table that grows', async () => {
  const statements: string[] = []
  const watched = new Proxy(env.DB, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string) => {
            statements.push(sql)
            return target.prepare(sql)
          }
        : Reflect.get(target, name).bind(target),
  })
  const { createBackend } = await import('../../src/backend/backend.ts')
  const backend = createBackend()
  for (const path of [
    'web-esim-countries?lang=en',
    'web-esim-countries?lang=en&sortBy=1',
    'web-esim-regions?lang=en&countryCode2Letters=tr',
    'web-esim-operators?country=tr',
    'web-esim-tariff?lang=en&id=tr-10',
    'web-esim-tariff-index?from=tr-10&every=2',
    ...['price', '-price', 'traffic', 'days', 'price_per_gb'].map(
      (sort) => `web-esim-tariffs-marketplace?lang=en&country=tr&sort=${sort}`,
    ),
    'web-esim-tariffs-marketplace?lang=en&country=tr&operator=tr-turkcell&traffic=10&days=30',
  ]) {
    const response = await backend.fetch(new Request(`https://backend.invalid/${path}`), {
      ...env,
      DB: watched,
    })
    expect(response.status, path).toBe(200)
  }
  expect(statements.length).toBeGreaterThan(10)
  for (const sql of new Set(statements)) {
    const bound = env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(
      ...Array.from({ length: parametersOf(sql) }, () => 'tr'),
    )
    const plan = (await bound.all<{ detail: string }>()).results.map(({ detail }) => detail)
    const scans = plan.filter((step) =>
      /^SCAN (?!countries|step|best|\(subquery|SUBQUERY|CONSTANT)/.test(step),
    )
    expect(scans, `${sql}\n${plan.join('\n')}`).toEqual([])
    expect(
      plan.filter(
        (step) => step.includes('TEMP B-TREE FOR ORDER BY') && sql.includes('FROM placements p'),
      ),
      sql,
    ).toEqual([])
  }
})

/** How many values a statement wants: `?1` and `?2` by their numbers, a plain `?` each. */
function parametersOf(sql: string): number {
  const numbers = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number))
  return Math.max(0, ...numbers) + (sql.match(/\?(?!\d)/g) ?? []).length
}
