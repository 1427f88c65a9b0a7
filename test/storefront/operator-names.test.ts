import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { stockShop, run } from '../support/small-shop.ts'
import { visit, visitText } from '../support/visit.ts'

beforeAll(async () => {
  await stockShop(5)
  await env.DB.batch([
    env.DB.prepare(`INSERT INTO operators (ident, title, search_title) VALUES
      ('tr-vodafone', 'Vodafone', 'vodafone')`),
    env.DB.prepare(`INSERT INTO plans (id, operator_ident, kind, country_codes, market,
        validity_days, prices)
      VALUES ('tr-v', 'tr-vodafone', 'country', '["tr"]', 'travel', 30, '{"USD":500}')`),
    ...['tr', 'all'].map((place) =>
      env.DB.prepare(`INSERT INTO placements (place, plan_id, operator_ident, kind, traffic_mb,
          validity_days, traffic_size, day_range, price, unit_price, in_stock)
        VALUES (?, 'tr-v', 'tr-vodafone', 'country', 1, 30, '1', '30', 500, 500, 1)`).bind(place),
    ),
  ])
})

async function plansAt(path: string): Promise<string[]> {
  const links = (await visitText(path)).matchAll(/href="\/esim\/tariffs\/[^/"]+\/([^"]+)"/g)
  return [...new Set([...links].map(([, id = '']) => id))].toSorted()
}

const ofTurkcell = ['tr-10', 'tr-sold-out']
const all = [...ofTurkcell, 'tr-v']

it.each([
  ['/esim/countries/tr?operator=turkcell', ofTurkcell],
  ['/esim/countries/tr?operator=tr-turkcell', ofTurkcell],
  ['/esim/countries/tr?operator=Turkcell', ofTurkcell],
  ['/esim/countries/tr?operator=TR-Turkcell', ofTurkcell],
  ['/esim/countries/tr?operator=vodafone', ['tr-v']],
  ['/esim/countries/tr?operator=nobody', all],
  [`/esim/countries/tr?operator=${'x'.repeat(64)}`, all],
  ['/esim/tariffs?operator=tr-vodafone', ['tr-v']],
  ['/esim/tariffs?operator=TR-VODAFONE', ['tr-v']],
  ['/esim/tariffs?operator=vodafone', all],
])('lists at %s the plans %j', async (path, plans) => {
  expect(await plansAt(path)).toEqual(plans)
})

it('selects an operator by its short name in old links', async () => {
  const old = await visit('/esim/tr/turkcell/tariffs')
  expect([old.status, old.headers.get('Location')]).toEqual([
    301,
    '/esim/countries/tr?operator=turkcell',
  ])
  const html = await visitText('/esim/countries/tr?operator=turkcell')
  expect(html).toContain('<option value="tr-turkcell" selected="">')
})

it('opens the world region of a link with a capital letter', async () => {
  expect(await visitText('/esim/region?region=Asia')).toMatch(/aria-current="page"[^>]*>Asia</)
})

it('keeps the operator and the page size in a filter form without a field for them', async () => {
  const html = await visitText('/esim/tariffs?operator=tr-vodafone&per_page=5&page=2')
  const [form = ''] = /<form class="filters".*?<\/form>/s.exec(html) ?? []
  expect(form).toContain('<input type="hidden" name="operator" value="tr-vodafone"/>')
  expect(form).toContain('<input type="hidden" name="per_page" value="5"/>')
  expect(form).not.toContain('name="page"')
  const ofCountry = await visitText('/esim/countries/tr?operator=tr-vodafone')
  expect(ofCountry).not.toContain('<input type="hidden" name="operator"')
})

it('does not list the APN as not stated for a plan without one', async () => {
  const html = await visitText('/esim/tariffs/tr-vodafone/tr-v')
  expect(html).toContain('Not stated</dt>')
  expect(html).not.toContain('APN')
})

it('offers no contact of an operator for a plan of a reseller', async () => {
  const html = await visitText('/esim/tariffs/tr-vodafone/tr-v')
  expect(html).toContain('Network: Vodafone')
  expect(html).not.toContain('Contact Vodafone')
  expect(await visitText('/esim-operator-info?operator=tr-vodafone')).toContain('Contact Vodafone')
})

it('keeps an operator selected that is not among the fifty of the list', async () => {
  const others = `WITH RECURSIVE other (number) AS (
    SELECT 10 UNION ALL SELECT number + 1 FROM other WHERE number < 59)`
  await run(
    `INSERT INTO operators (ident, title, search_title)
        ${others} SELECT 'tr-a' || number, 'A ' || number, 'a ' || number FROM other`,
    `INSERT INTO plans (id, operator_ident, kind, country_codes, market, validity_days, prices)
        ${others} SELECT 'tr-a' || number, 'tr-a' || number, 'country', '["tr"]', 'travel', 30,
          '{"USD":500}' FROM other`,
    `INSERT INTO placements (place, plan_id, operator_ident, kind, traffic_mb, validity_days,
          traffic_size, day_range, price, unit_price, in_stock)
        ${others} SELECT 'tr', 'tr-a' || number, 'tr-a' || number, 'country', 1, 30, '1', '30',
          500, 500, 1 FROM other`,
  )
  const html = await visitText('/esim/countries/tr?operator=vodafone')
  expect(html).toContain('<option value="tr-vodafone" selected="">Vodafone</option>')
  expect(html).toContain('<small>Vodafone</small>')
  const country = await visitText('/esim/countries/tr')
  expect(country.match(/<option value="tr-a/g)).toHaveLength(50)
  expect(country).not.toContain('tr-vodafone"')
})
