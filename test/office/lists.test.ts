import { beforeEach, expect, it } from 'vitest'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { mostCounted } from '../../src/office/list-rows.ts'
import { recordQueries } from '../support/record-queries.ts'
import {
  advanceClock,
  clock,
  numbersTo,
  placeOrder,
  rows,
  run,
  signInPartner,
  openShop,
} from '../support/small-shop.ts'
import { sql } from '../../src/kit/sql.ts'
import { paidOrder } from '../support/staff.ts'
import { pressedForm, visitAs, officePage } from '../support/visit-office.ts'

const start = clock.now

beforeEach(async () => {
  clock.now = start
  await openShop(3)
})

/** Reads the CSV file of a list, without its heading. */
async function fileOf(list: string): Promise<string[]> {
  const form = await pressedForm('money', list, 'export-list')
  const file = await officePage('money', list, { form })
  return file.trim().split('\r\n').slice(1)
}

/** Returns the names in the links of a list's rows. */
async function linksOf(list: string): Promise<string[]> {
  const html = await officePage('money', list)
  const table = html.slice(html.indexOf('<tbody>'))
  return [...table.matchAll(/<th scope="row">(?:<input[^>]*> )?<a [^>]*>(?:<code>)?([^<]+)/g)].map(
    ([, name = '']) => name,
  )
}

/** The order of Anna, the later order of Boris, and the unpaid order of Vera. */
async function threeOrders(): Promise<void> {
  const anna = await paidOrder()
  advanceClock(24 * 3600)
  const boris = await paidOrder()
  const vera = await placeOrder()
  await run(
    `UPDATE orders SET email = 'boris@example.com', promocode = 'TEN' WHERE id = '${boris}'`,
    `UPDATE orders SET email = 'vera@example.com' WHERE id = '${vera}'`,
    `UPDATE esims SET email = 'boris@example.com' WHERE order_id = '${boris}'`,
    `UPDATE esims SET first_used_at = purchased_at, data_used_mb = 120,
      valid_until = '2026-11-22T08:00:00.000Z' WHERE order_id = '${anna}'`,
    `INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code, status, iccid, created_at)
      SELECT 'key', order_id, 1, 'plan', 'esim-access', 'TR', 'done', iccid, '' FROM esims WHERE order_id = '${boris}'`,
  )
}

const [anna, boris, vera] = ['anna@example.com', 'boris@example.com', 'vera@example.com']

it.each([
  ['', [boris, anna]],
  ['sort=oldest', [anna, boris]],
  ['q=anna%40example.com', [anna]],
  ['q=anna%40example.com&group=unpaid', [anna]],
  ['group=unpaid', [vera]],
  ['group=unpaid&since=2027-01-01', []],
  ['state=success', [boris, anna]],
  ['state=processing', [vera]],
  ['state=none', [boris, anna]],
  ['since=2026-11-22', [boris]],
  ['until=2026-11-21', [anna]],
  ['plan=tr-10&country=TR', [boris, anna]],
  ['country=fr', []],
  ['supplier=esim-access', [boris]],
  ['provider=test', [boris, anna]],
  ['provider=stripe', []],
  ['code=ten', [boris]],
])('lists and downloads the orders of “%s”', async (query, found) => {
  await threeOrders()
  expect(await linksOf(`/admin/orders?${query}`)).toEqual(found)
  if (found.length === 0) return
  const file = await fileOf(`/admin/orders?${query}`)
  expect(file.map((line) => line.split(',')[0])).toEqual(found)
})

it.each([
  ['', [boris, anna]],
  ['q=8910300000000000010', [anna]],
  ['state=unused', [boris]],
  ['state=used', []],
  ['state=ended', [anna]],
  ['since=2026-11-22', [boris]],
  ['country=tr&plan=tr-10', [boris, anna]],
  ['supplier=esim-access', [boris]],
])('lists and downloads the eSIMs of “%s”', async (query, found) => {
  await threeOrders()
  const iccids = { [anna]: '8910300000000000010', [boris]: '8910300000000000011' }
  expect(await linksOf(`/admin/esims?${query}`)).toEqual(found.map((email) => iccids[email]))
  if (found.length === 0) return
  const file = await fileOf(`/admin/esims?${query}`)
  // Spreadsheets would round the digits of a number.
  expect(file.map((line) => line.split(',')[0])).toEqual(found.map((email) => `'${iccids[email]}`))
  expect(file.map((line) => line.split(',').at(-1))).toEqual(found)
})

it.each([
  ['', ['+447700900123', '+79123456789']],
  ['sort=oldest', ['+79123456789', '+447700900123']],
  ['sort=earned', ['+79123456789', '+447700900123']],
  ['state=balance', ['+79123456789']],
  ['state=open', []],
  ['until=2026-11-21', ['+79123456789']],
])('lists and downloads the partners of “%s”', async (query, found) => {
  await signInPartner()
  const [partner] = await rows<{ id: string }>('SELECT id FROM partners')
  await run(
    `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
      VALUES ('r1', '${partner?.id}', 'reward', 9000, '2026-11-20')`,
    `INSERT INTO partners (id, phone, code, agreed_at, created_at)
      VALUES ('later', '+447700900123', 'later', '2026-11-22', '2026-11-22')`,
  )
  expect(await linksOf(`/admin/partners?${query}`)).toEqual(found)
  if (found.length === 0) return
  const file = await fileOf(`/admin/partners?${query}`)
  expect(file.map((line) => line.split(',')[0])).toEqual(found.map((phone) => `'${phone}`))
})

it('records each download with its number of rows, and the filters without their values', async () => {
  // Audit rows of earlier tests remain.
  advanceClock(30 * 24 * 3600)
  const since = clock.now.toISOString()
  const many = mostCounted + 500
  await run(sql`INSERT INTO partners (id, phone, code, agreed_at, created_at)
    SELECT value, '+4477009' || (10000 + value), value, '2026-11-20', '2026-11-20'
    FROM ${numbersTo(many)}`)
  const partners = '/admin/partners?until=2026-11-21'
  const form = await pressedForm('money', partners, 'export-list')
  for (const _ of ['first', 'replayed']) {
    const file = await officePage('money', partners, { form })
    expect(file.trim().split('\r\n')).toHaveLength(many + 1)
  }
  await threeOrders()
  await fileOf('/admin/orders?q=anna@example.com&group=unpaid')
  const audit = await rows<{ details: string }>(`SELECT details FROM audit
    WHERE action = 'export-list' AND at >= '${since}' ORDER BY details DESC`)
  const ofPartners = `{"list":"partners","count":${many},"filters":"until"}`
  const ofOrders = '{"list":"orders","count":1,"filters":"q, group"}'
  expect(audit.map(({ details }) => details)).toEqual([ofPartners, ofPartners, ofOrders])
})

it('names the filters in the title, keeps them open, and shows that nothing matches', async () => {
  await paidOrder()
  const page = await officePage('support', '/admin/orders?state=success&country=fr')
  expect(page).toContain('<title>Orders · Delivered · fr ·')
  expect(page).toContain('<details open="">')
  expect(page).toContain('Nothing matches these filters.')
  expect(page).toContain('<option value="success" selected="">Delivered</option>')
  expect(page).toMatch(/<label for="([^"]+)">State<\/label><select [^>]*id="\1"/)
  const found = await officePage('support', '/admin/orders?q=anna&state=&sort=newest')
  expect(found).toContain('<details><summary>Filters and sorting')
})

it('reads lists from an index', async () => {
  const plans = await recordQueries(async () => {
    for (const list of [
      'orders',
      'orders?sort=oldest',
      'customers',
      'esims',
      'partners',
      'messages',
    ])
      expect((await visitAs('money', `/admin/${list}`)).status).toBe(200)
  })
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})
