import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { nameOf, readingCalls, requestOf } from './reading-calls.ts'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { expireOrders } from '../../src/orders/expire-orders.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { backendConfig } from '../../src/settings.ts'
import {
  advanceClock,
  api,
  ask,
  clock,
  invoiceOf,
  orderOf,
  placeOrder,
  pay,
  payments,
  rows,
  supply,
  openShop,
  run,
  usd,
} from '../support/small-shop.ts'
import { planOf, recordQueries } from '../support/record-queries.ts'
import { simulateSupplier } from '../fixtures/simulated-supplier.ts'

/** More operators than a search uses. Their statement is the longest, and D1 limits its size. */
const resellers = Array.from(
  { length: 55 },
  (_, number) =>
    `INSERT INTO operators (ident, title, search_title) VALUES ('reseller-${number}', 'Travel Reseller', 'travel reseller')`,
)

/** Statements of a supplier's plan, and of a price rule for its top-ups. */
const supplied = [
  `INSERT INTO plan_sources (plan_id, supplier, plan_code, priority, seen_at) VALUES ('tr-sold-out', 'acme', 'tr', 1, '2026-11-21')`,
  `INSERT INTO price_rules (currency, markup_hundredths) VALUES ('USD', 5000)`,
]

beforeAll(async () => {
  await openShop(2)
  await run(...resellers, ...supplied)
})

it('uses an index for every page and scheduled job, and scans no table that grows', async () => {
  const plans = await recordQueries(async () => {
    for (const call of readingCalls)
      expect((await ask(requestOf(call))).status, nameOf(call)).toBeLessThan(500)
    await buyOne()
    expect((await pay('none', { invoiceID: null })).status).toBe(200)
    await leaveOneUnpaid()
    await topUpOne()
    await buyFromSupplier()
    await waitForRefund()
  })
  expect(await rows('SELECT id FROM payment_facts WHERE order_id IS NULL')).toHaveLength(1)
  expect(plans.length).toBeGreaterThan(2 * readingCalls.length)
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})

it('detects a query that scans a table', async () => {
  const plan = await planOf('SELECT id FROM plans WHERE apn = ?', ['internet'])
  expect(scansOf(plan)).toEqual(['SCAN plans'])
})

async function buyOne(): Promise<void> {
  await api().tariff({ id: 'tr-10' })
  const invoiceID = await placeOrder()
  await api().invoicePayment({ invoiceID })
  await pay(invoiceID)
  const { hash } = await invoiceOf(invoiceID)
  if (hash === null) throw new Error('no eSIM was issued')
  await api().esim({ hash })
  await api().esimInfo({ hash })
  await api().esimResend({ hash })
  await api().esimUsageMails({ hash, isOn: true })
  await api().esimReminder({ hash, departure: '2026-12-10' })
}

async function waitForRefund(): Promise<void> {
  const invoiceID = await placeOrder()
  await env.DB.exec('DELETE FROM stock WHERE order_id IS NULL')
  await pay(invoiceID)
  advanceClock(86_400)
  await runScheduledJobs(env, clock.now)
  expect(await api().invoice({ invoiceID })).toMatchObject({
    value: { data: { status: 'refunded' } },
  })
}

async function topUpOne(): Promise<void> {
  const cost = usd(300)
  const offer = { code: 'more', title: '1 GB', trafficMb: 1024, validityDays: 7, cost }
  const acme = simulateSupplier('acme', { topUps: [{ ...offer, minimumPrice: null }] })
  supply.createSuppliers = () => [acme]
  await runScheduledJobs(env, clock.now, {
    providers: payments.createProviders,
    suppliers: supply.createSuppliers,
  })
  const bought = await buyFor(900, orderOf('tr-sold-out'))
  const { hash } = bought
  if (hash === null) throw new Error('no eSIM was issued')
  expect(await api().esimTopUps({ hash })).toMatchObject({
    value: { data: { topUps: [{ code: 'more' }] } },
  })
  const { tariffID: _, ...order } = orderOf()
  const more = await buyFor(450, { ...order, topUp: { hash, code: 'more' } })
  expect(more.status).toBe('success')
  await api().esimInfo({ hash })
}

/** Pays an order of `minor` cents, and returns its order. */
async function buyFor(minor: number, order: Parameters<ReturnType<typeof api>['activation']>[0]) {
  const started = await api().activation(order)
  if (!started.ok) throw new Error(`order failed: ${started.error.code}`)
  const { invoiceID } = started.value.data
  await pay(invoiceID, { amount: usd(minor) })
  return invoiceOf(invoiceID)
}

async function buyFromSupplier(): Promise<void> {
  supply.createSuppliers = () => [simulateSupplier('acme', { faults: [null, 'out-of-balance'] })]
  const runJobs = async () =>
    runScheduledJobs(env, clock.now, {
      providers: payments.createProviders,
      suppliers: supply.createSuppliers,
    })
  await runJobs()
  const started = await api().activation(orderOf('tr-sold-out'))
  const invoiceID = started.ok ? started.value.data.invoiceID : ''
  await pay(invoiceID, { amount: usd(900) })
  advanceClock(601)
  await runJobs()
  await pay(invoiceID, { kind: 'refunded', amount: usd(900) })
  await runJobs()
  expect((await api().invoice({ invoiceID })).ok).toBe(true)
}

/** Leaves an unpaid order with a limited promo code, until it is deleted. */
async function leaveOneUnpaid(): Promise<void> {
  await run(`INSERT INTO promo_codes (code, percent_hundredths, total_limit, customer_limit,
    created_at) VALUES ('SUMMER', 1000, 9, 1, '2026-11-01')`)
  await api().orderPrice({ tariffID: 'tr-10', promocode: 'SUMMER' })
  expect(await api().activation({ ...orderOf(), promocode: 'SUMMER' })).toMatchObject({ ok: true })
  const config = backendConfig(env)
  for (const days of [1, 30]) {
    advanceClock(days * 86_400)
    await expireOrders({ db: env.DB, config, now: clock.now, providers: [] })
  }
}
