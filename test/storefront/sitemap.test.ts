import { beforeAll, expect, it } from 'vitest'
import { origin, visit, visitText } from '../support/visit.ts'
import { insertHostileContent } from './hostile-content.ts'
import { numbersTo, run } from '../support/small-shop.ts'
import { textSql } from '../support/text-sql.ts'
import { sql } from '../../src/kit/sql.ts'

beforeAll(insertHostileContent)

async function locationsIn(path: string): Promise<string[]> {
  const matches = (await visitText(path)).matchAll(/<loc>([^<]*)<\/loc>/g)
  return [...matches].map(([, url = '']) => url.replace(origin, ''))
}

it('lists every page once per language, with links to all languages', async () => {
  // One plan more than two parts contain.
  await run(
    sql`INSERT INTO plans (id, operator_ident, kind, country_codes, market, validity_days, prices)
      SELECT printf('tr-x-%05d', value), 'tr-turkcell', 'country', '["tr"]', 'travel', 30,
        '{"USD":1}' FROM ${numbersTo(4999)}`,
    `INSERT INTO placements (place, plan_id, operator_ident, kind, traffic_mb, validity_days,
        traffic_size, day_range, price, unit_price)
      SELECT 'all', id, operator_ident, kind, 1, 30, '1', '30', 1, 1 FROM plans
      WHERE id LIKE 'tr-x-%'`,
    // More posts than one API response lists.
    ...Array.from({ length: 120 }, (_, index) => {
      const ident = `post-${String(index + 1).padStart(3, '0')}`
      return textSql('post', 'en', ident, { title: 'Old', date: '2020-01-01' })
    }),
  )
  const parts = await locationsIn('/sitemap.xml')
  expect(parts).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-plans-1.xml',
    '/sitemap-plans-2.xml',
    '/sitemap-plans-3.xml',
  ])
  const lists = await Promise.all(parts.map(locationsIn))
  expect(lists.slice(1).map((list) => list.length)).toEqual([5000, 5000, 2])
  const all = lists.flat()
  expect(new Set(all).size).toBe(all.length)
  for (const path of [
    '',
    '/about',
    '/esim/countries/tr',
    '/esim/countries/cu',
    '/esim/tariffs/tr-turkcell/tr-10',
    '/esim/tariffs/tr-turkcell/tr-x-04999',
    '/blog/borders',
    '/klientam/questions-and-answers/choosing/how-much',
  ]) {
    expect(all).toContain(path || '/')
    expect(all).toContain(`/ru${path}`)
  }
  // The shop sells no plans for Russia.
  expect(all).not.toContain('/esim/regions/ru')
  // Posts that exist in English only.
  for (const path of ['/blog/post-001', '/blog/post-120']) {
    expect(all).toContain(path)
    expect(all).not.toContain(`/ru${path}`)
  }
  const plan = '/esim/tariffs/tr-turkcell/tr-10'
  expect(await visitText('/sitemap-plans-1.xml')).toContain(
    `<url><loc>${origin}/ru${plan}</loc><xhtml:link rel="alternate" hreflang="en" href="${origin}${plan}"/><xhtml:link rel="alternate" hreflang="ru" href="${origin}/ru${plan}"/><xhtml:link rel="alternate" hreflang="x-default" href="${origin}${plan}"/></url>`,
  )
})

it('returns 404 for parts that do not exist', async () => {
  for (const path of ['plans-4', 'plans-0', 'plans-01', 'plans--1', 'plans-99999', 'others'])
    expect((await visit(`/sitemap-${path}.xml`)).status, path).toBe(404)
})

it.each(['/esim/regions', '/ru/esim/regions/ru'])(
  'redirects %s, which every page links, to the countries of a shop without Russia',
  async (path) => {
    const response = await visit(path)
    const prefix = path.startsWith('/ru') ? '/ru' : ''
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      `${prefix}/esim/countries`,
    ])
  },
)
