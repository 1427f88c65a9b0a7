import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { newCommandDatabase } from '../test/command-database.ts'

function newShop(): DatabaseSync {
  const { shop } = newCommandDatabase()
  shop.exec('PRAGMA foreign_keys = OFF')
  return shop
}

it('numbers receipts in the order of their payments, and never changes or deletes them', () => {
  const shop = newShop()
  for (const id of ['a', 'b', 'c'])
    shop.exec(`INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency,
      created_at) VALUES ('${id}', '${id}', 'anna@example.com', 'en', 1000, 'USD', '2026-11-01')`)
  for (const id of ['b', 'a'])
    shop.exec(`UPDATE invoices SET paid_at = '2026-11-02' WHERE id = '${id}'`)
  expect(() =>
    shop.exec('UPDATE invoices SET receipt_number = 9 WHERE receipt_number = 1'),
  ).toThrow('numbers of receipts are never changed')
  expect(() => shop.exec(`DELETE FROM invoices WHERE id = 'b'`)).toThrow(
    'orders with a receipt are never deleted',
  )
  shop.exec(`UPDATE invoices SET paid_at = '2026-11-01' WHERE id = 'c'`)
  expect(listOf(shop, 'SELECT id, receipt_number FROM invoices ORDER BY 2')).toEqual([
    'b 1',
    'a 2',
    'c 3',
  ])
})

it('never changes or deletes a credit note', () => {
  const shop = newShop()
  shop.exec(`INSERT INTO credit_notes (number, prefix, invoice_id, amount_minor, issued_at)
    VALUES (1, 'C-', 'a', 1000, '2026-11-02')`)
  expect(() => shop.exec('UPDATE credit_notes SET amount_minor = 1')).toThrow(
    'credit notes are never changed',
  )
  expect(() => shop.exec('DELETE FROM credit_notes')).toThrow('credit notes are never deleted')
})

it('keeps the operators of each place, in the order of their titles', () => {
  const shop = newShop()
  const add = (id: string, operator: string, places: readonly string[]) => {
    for (const place of places)
      shop.exec(`INSERT INTO placements (place, tariff_id, operator_ident, kind, traffic_mb,
        validity_days, traffic_size, day_range, price, unit_price)
        VALUES ('${place}', '${id}', '${operator}', 'multi', 1024, 7, '1', '7', 1, 1)`)
  }
  const listed = () =>
    listOf(shop, 'SELECT place, operator_ident FROM place_operators ORDER BY place, search_title')
  shop.exec(`INSERT INTO operators (ident, title, search_title)
    VALUES ('a', 'A', 'a'), ('b', 'B', 'b'), ('c', 'C', 'c')`)
  add('one', 'b', ['all', 'tr'])
  expect(listed()).toEqual(['all b', 'tr b'])
  add('new', 'a', ['all', 'tr'])
  add('another', 'b', ['all', 'gr'])
  expect(listed()).toEqual(['all a', 'all b', 'gr b', 'tr a', 'tr b'])
  shop.exec(`UPDATE operators SET search_title = 'z' WHERE ident = 'a'`)
  expect(listed()).toEqual(['all b', 'all a', 'gr b', 'tr b', 'tr a'])
  shop.exec(`DELETE FROM placements WHERE tariff_id = 'another'`)
  expect(listed()).toEqual(['all b', 'all a', 'tr b', 'tr a'])
  shop.exec('DELETE FROM placements')
  expect(listed()).toEqual([])
})

it('counts the reviews that pages show', () => {
  const shop = newShop()
  const reviews = [
    ['a', 'tr', 'en', 'Fast'],
    ['b', 'tr', 'en', ''],
    ['c', 'tr', 'ru', 'Быстро'],
    ['d', 'gr', 'en', 'Slow'],
    ['e', 'gr', 'en', 'Good'],
  ] as const
  for (const [id, place, lang, text] of reviews)
    shop
      .prepare(
        `INSERT INTO reviews (id, invoice_id, line_position, tariff_id, place, is_gift, lang,
        rating, text, author, written_at) VALUES (?, ?, 1, 'plan', ?, 0, ?, 4, ?, '', '2026')`,
      )
      .run(id, id, place, lang, text)
  const decide = (status: string, ids: string) =>
    shop.exec(`UPDATE reviews SET status = '${status}' WHERE id IN (${ids})`)
  const counted = () =>
    listOf(shop, 'SELECT about, number, stars FROM review_sums WHERE number > 0 ORDER BY about')
  const afterDecisions = [
    'all 4 16',
    'en/all 2 8',
    'en/place/gr 1 4',
    'en/place/tr 1 4',
    'place/gr 1 4',
    'place/tr 3 12',
    'ru/all 1 4',
    'ru/place/tr 1 4',
    'tariff/plan 4 16',
  ]
  decide('approved', `'a', 'b', 'c', 'd'`)
  expect(counted()).toEqual(afterDecisions)
  decide('approved', `'e'`)
  decide('refused', `'d'`)
  expect(counted()).toEqual(afterDecisions)
  // Neither another decision of the same kind nor a review without a text is counted.
  decide('refused', `'b', 'd'`)
  decide('approved', `'a', 'b', 'c'`)
  expect(counted()).toEqual(afterDecisions)
  shop.exec(`DELETE FROM reviews WHERE place = 'tr' AND lang = 'en'`)
  expect(counted()).toEqual([
    'all 2 8',
    'en/all 1 4',
    'en/place/gr 1 4',
    'place/gr 1 4',
    'place/tr 1 4',
    'ru/all 1 4',
    'ru/place/tr 1 4',
    'tariff/plan 2 8',
  ])
})

function listOf(shop: DatabaseSync, sql: string): readonly string[] {
  return shop
    .prepare(sql)
    .all()
    .map((row) => Object.values(row).join(' '))
}
