import { beforeEach, expect, it } from 'vitest'
import { deleteSamples } from '../../scripts/shop/doctor.ts'
import { newCommandDatabase } from '../../scripts/test/sqlite-d1.ts'
import { dataFindings, type SellingSettings } from './doctor-data.ts'

let { shop, db } = newCommandDatabase()
const now = new Date('2026-11-26T10:00:00Z')
const settings: SellingSettings = {
  currencies: ['USD', 'RUB'],
  suppliers: [],
  charges: (currency) => [{ least: currency === 'USD' ? 50 : 100, most: 35_000_000 }],
}

beforeEach(() => {
  ;({ shop, db } = newCommandDatabase())
  shop.exec(`
    INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
    INSERT INTO plans (id, operator_ident, kind, country_codes, market, validity_days, prices)
      VALUES ('tr-10', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":1000,"RUB":95000}'),
        ('tr-20', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":1500,"RUB":142000}');
    INSERT INTO placements (place, plan_id, operator_ident, kind, traffic_mb, validity_days,
      traffic_size, day_range, price, unit_price, in_stock)
      VALUES ('all', 'tr-10', 'op', 'country', 10240, 30, '10', '30', 1000, 100, 1),
        ('all', 'tr-20', 'op', 'country', 20480, 30, '30', '30', 1500, 75, 0);
    INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
      VALUES ('8910300000000000017', 'tr-10', 'smdp.test', 'A-1');
    INSERT INTO texts (kind, lang, ident, content)
      VALUES ('question', 'en', 'how', '{"question":"How?","answer":["So."]}');
    INSERT INTO exchange_rates (from_currency, from_minor, to_currency, to_minor, since)
      VALUES ('USD', 100, 'RUB', 9250, '2026-11-21T10:00:00.000Z');`)
})

const problems = async (changed: Partial<typeof settings> = {}) =>
  (await dataFindings(db, { ...settings, ...changed }, now)).map(
    ({ level, problem }) => `${level}: ${problem}`,
  )

it('returns no findings for a shop that sells', async () => {
  expect(await problems()).toEqual([])
})

it.each([
  ['no plan', 'UPDATE plans SET is_listed = 0', 'error: No plan is on sale.'],
  ['no stock', 'UPDATE placements SET in_stock = 0', 'error: Every plan is sold out.'],
  [
    'sample stock on sale',
    'UPDATE stock SET is_sample = 1',
    'error: 1 sample profile can be bought, and no phone can install it.',
  ],
  [
    'prices that no provider charges',
    `UPDATE plans SET prices = json_object('USD', iif(id = 'tr-10', 49, 380000), 'RUB', 35000001)`,
    'error: No payment provider charges a price of these plans: tr-10, tr-20.',
  ],
  [
    'swapped prices',
    `UPDATE plans SET prices = '{"USD":142000,"RUB":1500}' WHERE id = 'tr-20'`,
    'error: Prices of two currencies look swapped: tr-20.',
  ],
  [
    'a currency without a rate',
    'DELETE FROM exchange_rates',
    'warning: There is no exchange rate for RUB, so the totals leave out its sales.',
  ],
  [
    'an exchange rate that is older than a year',
    `UPDATE exchange_rates SET since = '2025-11-26T09:59:59.000Z'`,
    'warning: The exchange rate for RUB is older than a year.',
  ],
  [
    'a plan without a price in another currency',
    `UPDATE plans SET prices = '{"USD":1000}' WHERE id = 'tr-10'`,
    'warning: 1 plan of 2 has no price in RUB.',
  ],
  [
    'a currency without any price',
    `UPDATE plans SET prices = '{"USD":1000}'`,
    'error: 2 plans of 2 have no price in RUB.',
  ],
  [
    'a plan without a price in the base currency',
    `UPDATE plans SET prices = '{"RUB":95000}' WHERE id = 'tr-10'`,
    'error: 1 plan of 2 has no price in USD.',
  ],
  ['no texts', 'DELETE FROM texts', 'warning: There are no questions and answers.'],
])('reports %s', async (_, change, expected) => {
  shop.exec(change)
  expect(await problems()).toEqual([expected])
})

it('ignores sample profiles that cannot be bought', async () => {
  shop.exec(`UPDATE stock SET is_sample = 1; UPDATE plans SET is_listed = 0 WHERE id = 'tr-10'`)
  expect(await problems()).toEqual([])
})

it('reports a supplier whose catalogue was never synced', async () => {
  const unsynced = 'warning: No plan can be bought from airalo.'
  expect(await problems({ suppliers: ['airalo'] })).toEqual([unsynced])
  shop.exec(`INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at)
    VALUES ('tr-10', 'airalo', 'tr', 1, '2026-11-21')`)
  expect(await problems({ suppliers: ['airalo'] })).toEqual([])
})

it('reports plans as sold out after their sample profiles are deleted', async () => {
  shop.exec('UPDATE stock SET is_sample = 1')
  await deleteSamples(db)
  expect(await problems()).toEqual(['error: Every plan is sold out.'])
})
