import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import { newCommandDatabase } from '../test/sqlite-d1.ts'
import {
  countWaiting,
  openSearch,
  reconciliationReport,
  requestLookUps,
  timeAgo,
} from './reconcile.ts'

const start = new Date('2026-11-21T10:00:00Z')
const since = new Date('2026-11-19T10:00:00Z')
const period = { since, start }

it('reads a period before now', () => {
  expect(timeAgo(start, '2d')).toEqual(since)
  expect(timeAgo(start, '90m')).toEqual(new Date('2026-11-21T08:30:00Z'))
})

it('schedules lookups of payments in the period, counts pending lookups and reports missing facts', async () => {
  const { shop, db } = openShop()
  addPayment(shop, { id: 'young', startedAt: '2026-11-20T00:00:00.000Z' })
  addPayment(shop, { id: 'old', startedAt: '2026-11-01T00:00:00.000Z' })
  addPayment(shop, { id: 'generic', startedAt: '2026-11-20T00:00:00.000Z', lookUpAt: null })
  expect(await requestLookUps(db, period)).toBe(1)
  expect(await countWaiting(db, period)).toBe(1)
  expect(await openSearch(db)).toBe('searching for other payments')
  shop.exec(`UPDATE state SET value = json_set(value, '$.provider', 'stripe', '$.problem', '403')`)
  expect(await openSearch(db)).toBe('searching for other payments at stripe, which fails: 403')
  const values = { kind: 'charged', id: 'ch_2', minor: 900, currency: 'USD' } as const
  const lost = storedDetail({ code: 'fact', values })
  // The scheduled job of the shop would do this.
  shop.exec(`
    UPDATE payments SET look_up_at = '2026-11-21T11:00:00.000Z' WHERE attempt_id = 'young';
    INSERT INTO payment_facts (provider, kind, id, reference, order_id, amount_minor, currency, at, received_at)
      VALUES ('stripe', 'charged', 'ch_1', 'young', 'i', 1250, 'USD', '${start.toISOString()}', '${start.toISOString()}');
    INSERT INTO alerts (kind, subject, detail, since)
      VALUES ('reconciliation-difference', 'stripe young', 'refunded re_1: 5.00 USD / –', '${start.toISOString()}'),
        ('unmatched-fact', 'stripe lost', '${lost}', '${start.toISOString()}');
    DELETE FROM state WHERE name = 'charge-search';`)
  expect(await countWaiting(db, period)).toBe(0)
  expect(await openSearch(db)).toBeNull()
  expect(await reconciliationReport(db, period)).toEqual([
    'Facts that were missing: 1',
    '  stripe charged ch_1: 12.50 USD',
    'Open differences: 1',
    '  stripe young: refunded re_1: 5.00 USD / –',
    'Payments without an order: 1',
    '  stripe lost: charge ch_2: $9',
  ])
})

function openShop() {
  const opened = newCommandDatabase()
  opened.shop
    .exec(`INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency, created_at)
    VALUES ('i', 'k', 'anna@example.com', 'en', 1250, 'USD', '2026-11-01T00:00:00.000Z')`)
  return opened
}

function addPayment(
  shop: DatabaseSync,
  {
    id,
    startedAt,
    lookUpAt = '2026-11-21T10:30:00.000Z',
  }: { readonly id: string; readonly startedAt: string; readonly lookUpAt?: string | null },
): void {
  shop
    .prepare(
      `INSERT INTO payments (attempt_id, order_id, provider, reference, started_at, expires_at, look_up_at)
      VALUES (?1, 'i', 'stripe', ?1, ?2, ?2, ?3)`,
    )
    .run(id, startedAt, lookUpAt)
}
