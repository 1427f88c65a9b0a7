import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { newCommandDatabase } from '../test/sqlite-d1.ts'

function newShop(): DatabaseSync {
  const { shop } = newCommandDatabase()
  shop.exec('PRAGMA foreign_keys = OFF')
  return shop
}

it('numbers receipts in the order of their payments, and never changes or deletes them', () => {
  const shop = newShop()
  for (const id of ['a', 'b', 'c'])
    shop.exec(`INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency,
      created_at) VALUES ('${id}', '${id}', 'anna@example.com', 'en', 1000, 'USD', '2026-11-01')`)
  for (const id of ['b', 'a'])
    shop.exec(`UPDATE orders SET paid_at = '2026-11-02' WHERE id = '${id}'`)
  expect(() => shop.exec('UPDATE orders SET receipt_number = 9 WHERE receipt_number = 1')).toThrow(
    'numbers and VAT of receipts are never changed',
  )
  expect(() => shop.exec(`DELETE FROM orders WHERE id = 'b'`)).toThrow(
    'orders with a receipt are never deleted',
  )
  shop.exec(`UPDATE orders SET paid_at = '2026-11-01' WHERE id = 'c'`)
  expect(listOf(shop, 'SELECT id, receipt_number FROM orders ORDER BY 2')).toEqual([
    'b 1',
    'a 2',
    'c 3',
  ])
})

it('never changes or deletes a credit note', () => {
  const shop = newShop()
  shop.exec(`INSERT INTO credit_notes (number, prefix, order_id, amount_minor, issued_at)
    VALUES (1, 'C-', 'a', 1000, '2026-11-02')`)
  expect(() => shop.exec('UPDATE credit_notes SET amount_minor = 1')).toThrow(
    'credit notes are never changed',
  )
  expect(() => shop.exec('DELETE FROM credit_notes')).toThrow('credit notes are never deleted')
})

function listOf(shop: DatabaseSync, sql: string): readonly string[] {
  return shop
    .prepare(sql)
    .all()
    .map((row) => Object.values(row).join(' '))
}
