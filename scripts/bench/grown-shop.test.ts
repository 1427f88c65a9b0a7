import { expect, it } from 'vitest'
import { openEmptyShop } from '../test/sqlite-d1.ts'
import { growShop } from './grown-shop.ts'

const now = new Date('2026-11-30')

function grownShop(orders: number) {
  const shop = openEmptyShop()
  shop.exec(`INSERT INTO operators (ident, title, search_title) VALUES ('one', 'One', 'one');
    INSERT INTO plans (id, operator_ident, kind, country_codes, market, validity_days, prices)
    VALUES ('tr-1', 'one', 'country', '["tr"]', 'travel', 30, '{"USD":990}')`)
  growShop(shop, orders, now)
  const rows = (sql: string) => shop.prepare(sql).all()
  return { rows, count: (table: string) => rows(`SELECT 1 FROM ${table}`).length }
}

it('grows orders with eSIMs and mails whose states are those of the ledger', () => {
  const { rows, count } = grownShop(1000)
  expect(['orders', 'customers', 'partners'].map(count)).toEqual([1000, 200, 20])
  expect(count('esims') / 1200).toBeCloseTo(1, 1)
  expect(count('outbox') / 3000).toBeCloseTo(1, 1)
  expect(rows('PRAGMA foreign_key_check')).toEqual([])
  const states = rows('SELECT DISTINCT status FROM orders').map(({ status }) => status)
  expect(new Set(states)).toEqual(new Set(['success', 'refunded', 'lost', 'expired']))
  expect(
    rows(`SELECT i.id FROM orders i WHERE i.status <> (
      SELECT s.status FROM order_states s WHERE s.order_id = i.id)`),
  ).toEqual([])
})

it('grows the same shop each time', () => {
  const tables = ['orders', 'outbox', 'partner_transactions'] as const
  const [one, other] = [grownShop(100), grownShop(100)]
  for (const table of tables)
    expect(one.rows(`SELECT * FROM ${table}`)).toEqual(other.rows(`SELECT * FROM ${table}`))
})
