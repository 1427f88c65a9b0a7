import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { newCommandDatabase, openD1 } from '../../scripts/test/sqlite-d1.ts'
import { readSales, reportedDays, salesBy, sumOf } from './profit.ts'

const since = new Date('2026-11-01T00:00:00Z')

it('computes revenue, cost and profit by day and country', async () => {
  const { shop, db } = openShop()
  // Bought from a supplier in euros, when a euro was 1.10 dollars.
  sell(shop, { id: 'a', day: '20', price: 1000, supplierCost: [200, 'EUR'] })
  // From own stock, paid in roubles at 90 a dollar.
  sell(shop, { id: 'b', day: '20', price: 90_000, currency: 'RUB', stockCost: [300, 'USD'] })
  sell(shop, { id: 'c', day: '21', tariff: 'eu', price: 2000, stockCost: [500, 'USD'] })
  expect(await readSales(db, { since }, 'USD')).toEqual([
    sales('2026-11-20', 'tr', { lines: 2, revenue: 2000, cost: 520 }),
    sales('2026-11-21', 'europe', { lines: 1, revenue: 2000, cost: 500 }),
  ])
})

it('uses the rate at the time of payment', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 90_000, currency: 'RUB', stockCost: [300, 'USD'] })
  sell(shop, { id: 'b', day: '22', price: 90_000, currency: 'RUB', stockCost: [300, 'USD'] })
  expect((await readSales(db, { since }, 'USD')).map(({ revenue }) => revenue)).toEqual([1000, 900])
})

it('counts a refunded line as cost only, and not at all when nothing was bought', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 1000, stockCost: [300, 'USD'], isReturned: true })
  sell(shop, { id: 'b', day: '20', price: 1000, isReturned: true, isDelivered: false })
  expect(await readSales(db, { since }, 'USD')).toEqual([
    sales('2026-11-20', 'tr', { lines: 1, returnedLines: 1, revenue: 0, cost: 300 }),
  ])
})

it('counts an eSIM that staff replaced as cost only, and its order as one sale', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 1000, stockCost: [300, 'USD'] })
  shop.exec(`INSERT INTO order_lines (order_id, position, plan_id, amount_minor)
      VALUES ('a', 2, 'tr', 1000);
    UPDATE order_lines SET replaced_by = 2 WHERE position = 1;
    INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, order_id, line_position,
      cost_minor, cost_currency)
    VALUES ('a2', 'tr', 'rsp.example.com', 'a2', 'a', 2, 350, 'USD')`)
  expect(await readSales(db, { since }, 'USD')).toEqual([
    sales('2026-11-20', 'tr', { lines: 1, revenue: 1000, cost: 650 }),
  ])
})

it('subtracts a refund of an amount, and a lost dispute', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 1250, stockCost: [300, 'USD'] })
  fact(shop, 'a', 'refunded', 1200)
  sell(shop, { id: 'b', day: '21', price: 1000, stockCost: [300, 'USD'] })
  fact(shop, 'b', 'dispute-lost', 400)
  sell(shop, { id: 'c', day: '22', price: 1000, stockCost: [300, 'USD'] })
  for (const kind of ['dispute-lost', 'dispute-won']) fact(shop, 'c', kind, 1000)
  expect(await readSales(db, { since }, 'USD')).toEqual([
    sales('2026-11-20', 'tr', { lines: 1, revenue: 50, cost: 300 }),
    sales('2026-11-21', 'tr', { lines: 1, revenue: 600, cost: 300 }),
    sales('2026-11-22', 'tr', { lines: 1, revenue: 1000, cost: 300 }),
  ])
  expect(
    shop.prepare('SELECT kept_minor AS held FROM order_states ORDER BY order_id').all(),
  ).toEqual([{ held: 50 }, { held: 600 }, { held: 1000 }])
})

it('counts the price once when it was charged twice', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 1250, stockCost: [300, 'USD'] })
  fact(shop, 'a', 'charged', 1250, 'again')
  const once = [sales('2026-11-20', 'tr', { lines: 1, revenue: 1250, cost: 300 })]
  expect(await readSales(db, { since }, 'USD')).toEqual(once)
  fact(shop, 'a', 'refunded', 1250)
  expect(await readSales(db, { since }, 'USD')).toEqual(once)
})

it('splits a refund of an amount over the lines that are not returned', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 1000, stockCost: [300, 'USD'] })
  // The second line costs half as much. The third was returned, and its refund is pending.
  shop.exec(`
    INSERT INTO order_lines (order_id, position, kind, plan_id, amount_minor)
      VALUES ('a', 2, 'top-up', 'eu', 500), ('a', 3, 'plan', 'tr', 700);
    INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference,
        amount_minor, currency, positions, reason, actor, requested_at)
      VALUES ('r', 'r', 'a', 'staff', 'sent', 'stripe', 'a', 700, 'USD', '[3]', '', 'anna', '2026');
    UPDATE orders SET amount_minor = 2200;
    UPDATE payment_facts SET amount_minor = 2200;`)
  shop.exec(`INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code,
      cost_minor, cost_currency, status, created_at)
    VALUES ('k', 'a', 2, 'top-up', 'airalo', 'code', 100, 'USD', 'done', '2026-11-20')`)
  const revenue = async () =>
    (await readSales(db, { since }, 'USD')).map((each) => [each.place, each.revenue])
  expect(await revenue()).toEqual([
    ['europe', 500],
    ['tr', 1000],
  ])
  fact(shop, 'a', 'refunded', 700)
  fact(shop, 'a', 'refunded', 100, 'part')
  expect(await revenue()).toEqual([
    ['europe', 467],
    ['tr', 933],
  ])
  expect(shop.prepare('SELECT kept_minor FROM order_states').get()).toEqual({ kept_minor: 1400 })
})

it('counts lines paid in a currency without a rate', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 90_000, currency: 'KZT', stockCost: [300, 'USD'] })
  expect(await readSales(db, { since }, 'USD')).toEqual([
    sales('2026-11-20', 'tr', {
      lines: 1,
      revenue: 0,
      cost: 0,
      unknownLines: 1,
      unconvertedLines: 1,
      unconvertedCurrencies: ['KZT'],
    }),
  ])
})

it('needs no rate for a refunded line', async () => {
  const { shop, db } = openShop()
  const refunded = { currency: 'KZT', stockCost: [300, 'USD'], isReturned: true } as const
  sell(shop, { id: 'a', day: '20', price: 90_000, ...refunded })
  expect(await readSales(db, { since }, 'USD')).toEqual([
    sales('2026-11-20', 'tr', { lines: 1, returnedLines: 1, revenue: 0, cost: 300 }),
  ])
})

it('adds sales up by promo code', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 1000, stockCost: [300, 'USD'] })
  sell(shop, { id: 'b', day: '20', price: 900, stockCost: [300, 'USD'] })
  sell(shop, { id: 'c', day: '21', price: 900, stockCost: [300, 'USD'], isReturned: true })
  shop.exec(`UPDATE orders SET promocode = 'TEN' WHERE id <> 'a'`)
  const byCode = salesBy(await readSales(db, { since }, 'USD'), 'promoCode')
  expect(byCode).toMatchObject([
    { name: '', lines: 1, returnedLines: 0, revenue: 1000, profit: 700 },
    { name: 'TEN', lines: 2, returnedLines: 1, revenue: 900, profit: 300 },
  ])
})

it('lists lines whose cost or rate is unknown separately', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 1000 })
  sell(shop, { id: 'b', day: '20', price: 900, stockCost: [300, 'JPY'] })
  sell(shop, { id: 'c', day: '20', price: 1000, stockCost: [250, 'USD'] })
  const found = await readSales(db, { since }, 'USD')
  expect(found).toEqual([
    sales('2026-11-20', 'tr', {
      lines: 3,
      revenue: 1000,
      cost: 250,
      unknownLines: 2,
      unknownRevenue: 1900,
    }),
  ])
  expect(salesBy(found, 'day')).toMatchObject([
    { name: '2026-11-20', lines: 3, revenue: 1000, unknown: 1900, cost: 250, profit: 750 },
  ])
})

it('has the revenue of lines whose cost is unknown, but no cost and no profit', async () => {
  const { shop, db } = openShop()
  sell(shop, { id: 'a', day: '20', price: 1000 })
  sell(shop, { id: 'b', day: '21', price: 90_000, currency: 'KZT' })
  const found = await readSales(db, { since }, 'USD')
  const known = { unknown: 1000, revenue: 0, hasRevenue: true, hasCost: false }
  expect(salesBy(found, 'day')).toMatchObject([
    { name: '2026-11-20', lines: 1, ...known },
    { name: '2026-11-21', lines: 1, hasRevenue: false, hasCost: false },
  ])
  expect(sumOf('total', found)).toMatchObject({ lines: 2, ...known })
})

it('leaves out sales after the period', async () => {
  const { shop, db } = openShop()
  for (const day of ['19', '20', '21'])
    sell(shop, { id: day, day, price: 1000, stockCost: [300, 'USD'] })
  const period = {
    since: new Date('2026-11-20T00:00:00Z'),
    until: new Date('2026-11-21T10:00:00Z'),
  }
  const found = await readSales(db, period, 'USD')
  expect(found.map(({ day }) => day)).toEqual(['2026-11-20'])
})

it('reads only the lines of the period', async () => {
  const { shop } = openShop()
  const statements: string[] = []
  const db = openD1(shop, { onRun: ({ sql }) => statements.push(sql) })
  await readSales(db, { since }, 'USD')
  const plans = statements.flatMap((sql) =>
    shop
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all('', '')
      .map(({ detail }) => String(detail)),
  )
  expect(plans).toContainEqual(expect.stringMatching(/^SEARCH i .*orders_by_payment/))
  expect(scansOf(plans)).toEqual([])
})

function sales(day: string, place: string, totals: object) {
  const unknown = { unknownLines: 0, unknownRevenue: 0 }
  const usual = { promoCode: '', returnedLines: 0, unconvertedLines: 0, unconvertedCurrencies: [] }
  return { day, place, ...unknown, ...usual, ...totals }
}

type Sale = {
  readonly id: string
  /** Day of November 2026. */
  readonly day: string
  readonly tariff?: string
  readonly price: number
  readonly currency?: string
  readonly stockCost?: readonly [number, string]
  readonly supplierCost?: readonly [number, string]
  readonly isReturned?: boolean
  readonly isDelivered?: boolean
}

function sell(shop: DatabaseSync, sale: Sale): void {
  const { id, day, tariff: plan = 'tr', price, currency = 'USD', isReturned = false } = sale
  const at = `2026-11-${day}T10:00:00.000Z`
  const run = (sql: string, ...values: (string | number | null)[]) =>
    shop.prepare(sql).run(...values)
  run(
    `INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency, status, created_at, paid_at)
    VALUES (?1, ?1, 'anna@example.com', 'en', ?2, ?3, ?4, ?5, ?5)`,
    id,
    price,
    currency,
    isReturned ? 'refunded' : 'success',
    at,
  )
  run(
    `INSERT INTO order_lines (order_id, position, plan_id, amount_minor) VALUES (?, 1, ?, ?)`,
    id,
    plan,
    price,
  )
  fact(shop, id, 'charged', price)
  if (isReturned) fact(shop, id, 'refunded', price)
  if (sale.isDelivered === false) return
  run(
    `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, order_id, line_position, cost_minor, cost_currency)
    VALUES (?1, ?2, 'rsp.example.com', ?1, ?1, 1, ?3, ?4)`,
    id,
    plan,
    ...(sale.stockCost ?? [null, null]),
  )
  run(
    `INSERT INTO esims (esim_hash, order_id, line_position, iccid, plan_id, email, purchased_at, activate_by)
    VALUES (?1, ?1, 1, ?1, ?2, 'anna@example.com', ?3, ?3)`,
    id,
    plan,
    at,
  )
  if (sale.supplierCost)
    run(
      `INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code, cost_minor, cost_currency, status, iccid, created_at)
      VALUES (?1, ?1, 1, 'plan', 'airalo', 'code', ?2, ?3, 'done', ?1, ?4)`,
      id,
      ...sale.supplierCost,
      at,
    )
}

function fact(shop: DatabaseSync, order: string, kind: string, minor: number, id = ''): void {
  shop
    .prepare(
      `INSERT INTO payment_facts (provider, kind, id, reference, order_id, amount_minor, currency,
        at, received_at)
      SELECT 'test', ?2, ?1 || ?4, ?1, ?1, ?3, currency, created_at, created_at
      FROM orders WHERE id = ?1`,
    )
    .run(order, kind, minor, id)
}

function openShop() {
  const opened = newCommandDatabase()
  opened.shop.exec(`
    INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Op', 'op');
    INSERT INTO plans (id, operator_ident, kind, country_codes, world_region, market, validity_days)
      VALUES ('tr', 'op', 'country', '["tr"]', NULL, 'travel', 7),
        ('eu', 'op', 'multi', '["de","fr"]', 'europe', 'travel', 7);
    INSERT INTO exchange_rates (from_currency, from_minor, to_currency, to_minor, since)
      VALUES ('USD', 100, 'RUB', 9000, '2026-11-01T00:00:00.000Z'),
        ('USD', 100, 'RUB', 10000, '2026-11-21T00:00:00.000Z'),
        ('EUR', 100, 'USD', 110, '2026-11-01T00:00:00.000Z');`)
  return opened
}

it('reports fewer days of a shop with more than 10,000 orders in 30 of them', async () => {
  const { shop, db } = openShop()
  const now = new Date('2026-11-30T12:00:00Z')
  const days = async () => reportedDays(db, now)
  const addOrders = (count: number, day: string) =>
    shop.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ${count})
      INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency, status,
        created_at, paid_at, receipt_number)
      SELECT '${day}' || n, '${day}' || n, 'a@example.com', 'en', 1, 'USD', 'success', '2026-${day}',
        '2026-${day}', (SELECT coalesce(max(receipt_number), 0) FROM orders) + n FROM number`)
  expect(await days()).toBe(30)
  addOrders(10_001, '11-10')
  expect(await days()).toBe(7)
  addOrders(10_001, '11-29')
  expect(await days()).toBe(1)
})
