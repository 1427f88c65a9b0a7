import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { searchTitle } from '../../src/plans/places.ts'
import { pageOf } from '../../src/kit/paging.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { api, ask, stockShop, run, openShop } from '../support/small-shop.ts'
import { sql } from '../../src/kit/sql.ts'

beforeAll(() => stockShop(2))

it('lists countries in the requested language, and sold-out countries on request', async () => {
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

it('lists the 20 most popular countries, of all or of those in stock, and their plans', async () => {
  const code = (number: number) => `x${String.fromCodePoint(96 + number)}`
  const ranks = Array.from({ length: 24 }, (_, index) => index + 1)
  await env.DB.batch(
    ranks.map((rank) =>
      env.DB.prepare(`INSERT INTO places (place, popularity) VALUES (?, ?)`).bind(
        code(rank),
        rank + 100,
      ),
    ),
  )
  const popular = await api('en').countries({ sortBy: '1', withoutEsimRemains: 'true' })
  const codes = popular.ok && popular.value.data.map((country) => country.countryCode2Letters)
  expect(codes).toEqual(['tr', ...ranks.slice(0, 19).map(code)])
  await run(`UPDATE places SET popularity = 200 WHERE place = 'tr'`)
  const inStock = await api('en').countries({ sortBy: '1' })
  expect(inStock.ok && inStock.value.data).toMatchObject([{ countryCode2Letters: 'tr' }])
  const plans = await api('en').tariffsPopular({})
  expect(plans.ok && plans.value.data).toMatchObject([{ countryCodes: ['tr'] }])
  await run(`UPDATE places SET popularity = 1 WHERE place = 'tr'`)
  await run(`DELETE FROM places WHERE place LIKE 'x_'`)
})

it('lists sold-out regions on request', async () => {
  await run(`INSERT INTO places (place) VALUES ('tr/sold-out')`)
  const place = { countryCode2Letters: 'tr' }
  expect(await api('en').regions(place)).toMatchObject({ value: { data: [] } })
  expect(await api('en').regions({ ...place, withoutEsimRemains: 'true' })).toMatchObject({
    value: { data: [{ ident: 'sold-out', inStock: false }] },
  })
  await run(`DELETE FROM places WHERE place = 'tr/sold-out'`)
})

it('lists every alias of a country, its name in the other language first', async () => {
  const inEnglish = await api('en').countries({})
  expect(inEnglish.ok && inEnglish.value.data[0]?.aliases).toEqual(['Турция', 'Istanbul'])
  const inRussian = await api('ru').countries({})
  expect(inRussian.ok && inRussian.value.data[0]?.aliases).toEqual(['Türkiye', 'Istanbul'])
})

it('lists plans of a country in stock first, with filters, pages and search by city', async () => {
  const ids = async (query: Parameters<ReturnType<typeof api>['tariffsMarketplace']>[0]) => {
    const answer = await api().tariffsMarketplace(query)
    return answer.ok ? answer.value.data.map(({ tariffID }) => tariffID) : answer.error.status
  }
  expect(await ids({ country: 'tr' })).toEqual(['tr-10', 'tr-sold-out'])
  expect(await ids({ country: 'tr', traffic: '10', days: '30' })).toEqual(['tr-10', 'tr-sold-out'])
  expect(await ids({ country: 'tr', traffic: 'unlimited' })).toEqual([])
  expect(await ids({ country: 'tr', per_page: 1, page: 2 })).toEqual(['tr-sold-out'])
  expect(await ids({ search_string: 'istan' })).toEqual(['tr-10', 'tr-sold-out'])
  expect(await ids({ search_string: 'turkc' })).toEqual(['tr-10', 'tr-sold-out'])
  expect(await ids({ search_string: 'nothing' })).toEqual([])
  // A plan of a country that a misspelt word only resembles may be the wrong plan.
  expect(await ids({ search_string: 'istnbul' })).toEqual([])
  for (const place of ['Турция', 'turtsiya', 'nehwbz'])
    expect(await ids({ search_string: place }), place).toEqual(['tr-10', 'tr-sold-out'])
})

it('finds operators and their plans without accents and punctuation', async () => {
  await openShop(1)
  await run(sql`UPDATE operators SET title = 'Kölbi ICE',
    search_title = ${searchTitle('Kölbi ICE')}`)
  for (const typed of ['kolbi', 'Kölbi', ' KÖLBI-ice ']) {
    expect(await api().operators({ search_string: typed }), typed).toMatchObject({
      value: { data: [{ title: 'Kölbi ICE' }], total: 1 },
    })
    expect(await api().tariffsMarketplace({ search_string: typed }), typed).toMatchObject({
      value: { data: [{ tariffID: 'tr-10' }, { tariffID: 'tr-sold-out' }] },
    })
  }
  for (const typed of ['?', '- -'])
    expect(await api().operators({ search_string: typed }), typed).toMatchObject({
      value: { data: [], total: 0 },
    })
})

it('finds the plans of a brand with operators in 35 countries', async () => {
  await openShop(1)
  const sisters = Array.from({ length: 34 }, (_, number) =>
    env.DB.prepare(
      `INSERT INTO operators (ident, title, search_title) VALUES (?, 'Turkcell', 'turkcell')`,
    ).bind(`a-${number}`),
  )
  await env.DB.batch(sisters)
  expect(await api().tariffsMarketplace({ search_string: 'turkcell' })).toMatchObject({
    value: { data: [{ tariffID: 'tr-10' }, { tariffID: 'tr-sold-out' }] },
  })
})

it('ends every list at row 10 000', async () => {
  const from = sql`FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10100) SELECT i FROM n)`
  const page = (number: number) =>
    pageOf(
      env.DB,
      { page: number, per_page: 100 },
      {
        sql: sql`SELECT i ${from} ORDER BY i`,
        countSql: sql`SELECT 1 ${from}`,
        toItem: ({ i }: { i: number }) => i,
      },
    )
  const last = await page(100)
  expect(last).toMatchObject({ hasMore: false, total: 1000 })
  expect(last.data.at(-1)).toBe(10_000)
  expect(await page(99)).toMatchObject({ hasMore: true })
  expect(await page(101)).toMatchObject({ data: [], hasMore: false })
})

it('lists every plan once, in parts, and the first plan of each part', async () => {
  const index = async (query: Parameters<ReturnType<typeof api>['tariffIndex']>[0]) => {
    const answer = await api().tariffIndex(query)
    return answer.ok ? answer.value.data : answer.error.status
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

it('returns errors as JSON, with headers that forbid scripts and caching', async () => {
  const response = await ask(
    new Request('https://backend.invalid/web-esim-tariff?lang=ru&id=none', {
      headers: { 'Accept-Language': 'ru' },
    }),
  )
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ code: 'not-found', error: wordsOf('ru')('api.notFound') })
  expect(response.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  )
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

it.each(['javascript:alert(1)', 'ftp://files.example', 'no address'])(
  'shows an operator without its website when the website is %s',
  async (website) => {
    await openShop(1)
    await run(sql`UPDATE operators SET website = ${website}`)
    expect(await api().operators({})).toMatchObject({
      value: { data: [{ ident: 'tr-turkcell', website: null }] },
    })
  },
)
