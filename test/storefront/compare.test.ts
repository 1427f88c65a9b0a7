import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { stockShop } from '../support/small-shop.ts'
import { visit, visitText } from '../support/visit.ts'

const words = wordsOf('en')
const extra = ['tr-1', 'tr-2', 'tr-3']

beforeAll(async () => {
  await stockShop(1)
  await env.DB.batch(
    extra.flatMap((id, index) => [
      env.DB.prepare(
        `INSERT INTO plans (id, operator_ident, kind, country_codes, market, traffic_mb,
          validity_days, prices)
        SELECT ?, operator_ident, kind, country_codes, market, ?, validity_days, prices
        FROM plans WHERE id = 'tr-10'`,
      ).bind(id, 1024 * (index + 2)),
      env.DB.prepare(
        `INSERT INTO placements (place, plan_id, operator_ident, kind, traffic_mb, validity_days,
          traffic_size, day_range, price, unit_price, in_stock)
        SELECT place, ?, operator_ident, kind, ?, validity_days, '5', day_range, price, unit_price, 1
        FROM placements WHERE plan_id = 'tr-10'`,
      ).bind(id, 1024 * (index + 2)),
      env.DB.prepare(
        `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample)
        VALUES (?, ?, 'rsp.example.com', ?, 1)`,
      ).bind(`8910300000000000${100 + index}`, id, id),
    ]),
  )
})

const compared = (html: string) =>
  [...html.matchAll(/scope="col"><a href="[^"]*\/(?<id>[^/"]*)"/g)].map(
    ({ groups }) => groups?.['id'],
  )

it('lists plans to mark, without scripts', async () => {
  const html = await visitText('/esim/compare?country=tr')
  expect(html).toContain('<input type="hidden" name="country" value="tr"/>')
  for (const id of [...extra, 'tr-10'])
    expect(html).toContain(`<input type="checkbox" name="tariffID" value="${id}"/>`)
  expect(html).not.toContain('value="tr-sold-out"')
  expect(compared(html)).toEqual([])
})

it('starts with popular countries, because plans of one place can be compared', async () => {
  const start = await visitText('/esim/compare')
  expect(start).toContain('<a href="/esim/compare?country=tr">')
  expect(start).not.toContain('type="checkbox"')
  expect(await visitText('/esim/compare?traffic=10')).toContain('type="checkbox"')
})

it('compares the plans whose boxes a browser sends', async () => {
  const html = await visitText('/esim/compare?country=tr&tariffID=tr-2&tariffID=tr-1')
  expect(compared(html)).toEqual(['tr-1', 'tr-2'])
  expect(html).toMatch(/<input type="checkbox" name="tariffID" checked="" value="tr-1"\/>/)
  expect(html).toContain(words('compare.different'))
  // No heading may span more columns than the table has.
  expect(html).toContain('scope="rowgroup" colSpan="2"')
  expect(html).not.toContain('colSpan="3"')
})

it('adds the two closest plans to one plan, and uses its place', async () => {
  const html = await visitText('/esim/compare?tariffID=tr-2')
  expect(compared(html)[0]).toBe('tr-2')
  expect(compared(html)).toHaveLength(3)
  expect(html).toContain(words('compare.titleOf', { place: 'Türkiye' }))
  // The visitor has marked one plan. The other two leave room for more marks.
  expect(html.match(/checked=""/g)).toHaveLength(1)
  expect(html).not.toContain('<input type="hidden" name="tariffID"')
})

it('compares no more than three plans, and keeps the marks', async () => {
  const html = await visitText('/esim/compare?country=tr&tariffID=tr-1,tr-2,tr-3,tr-10')
  expect(compared(html)).toEqual([])
  expect(html).toContain(words('compare.tooMany', { most: 3, count: 4 }))
  expect(html.match(/checked=""/g)).toHaveLength(4)
})

it('says how many of many marks it keeps', async () => {
  const html = await visitText(
    `/esim/compare?country=tr&tariffID=tr-1,tr-2,tr-3,tr-10,z-1,z-2,z-3,z-4`,
  )
  expect(html).toContain(
    `${words('compare.tooMany', { most: 3, count: 8 })} ${words('compare.kept', { count: 4 })}`,
  )
  expect(html.match(/checked=""/g)).toHaveLength(4)
})

it('compares the plans that are left when one no longer exists', async () => {
  const html = await visitText('/esim/compare?tariffID=tr-1,tr-2,gone')
  expect(compared(html)).toEqual(['tr-1', 'tr-2'])
  expect(html).toContain(words('compare.gone'))
})

it('shows a sold-out plan without a button', async () => {
  const html = await visitText('/esim/compare?tariffID=tr-1,tr-sold-out')
  expect(html).toContain(words('errors.outOfStock'))
  expect(html.match(/tariffID=[\w-]+" data-dialog="activation"/g)).toHaveLength(1)
})

it('is stored, and is not indexed', async () => {
  await visit('/esim/compare?tariffID=tr-1,tr-2')
  const page = await visit('/esim/compare?tariffID=tr-1,tr-2')
  expect(page.headers.get('Cache-Control')).toContain('public')
  const html = await page.text()
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('rel="canonical"')
})

it.each([
  ['/esim/countries/tr', '/esim/compare?country=tr'],
  ['/ru/esim/countries/tr?traffic=5', '/ru/esim/compare?country=tr&amp;traffic=5'],
  ['/esim/tariffs', '/esim/compare'],
  ['/esim/tariffs/tr-turkcell/tr-1', '/esim/compare?country=tr&amp;tariffID=tr-1'],
])('%s links to %s', async (path, link) => {
  expect(await visitText(path)).toContain(`href="${link}" rel="nofollow"`)
})

it.each(['tr-sold-out', 'no-such-plan'])('opens with the plan %s alone', async (id) => {
  expect((await visit(`/esim/compare?tariffID=${id}`)).status).toBe(200)
})
