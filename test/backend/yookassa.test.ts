import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alertDetailText } from '../../src/messages/alert-detail.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { YookassaServer } from '../payments/yookassa-server.ts'
import {
  advanceClock,
  api,
  ask,
  clock,
  orderOf,
  rows,
  settings,
  shopBindings,
  openShop,
  run,
  numbersTo,
} from '../support/small-shop.ts'
import { sql } from '../../src/kit/sql.ts'

/** The whole shop with YooKassa as its provider, against a local server with its API. */

const secretKey = 'test_secret_key'
let server: YookassaServer

beforeEach(async () => {
  await openShop(5)
  server = new YookassaServer({ shopID: '100500', secretKey, now: () => clock.now })
  vi.stubGlobal('fetch', server.fetch)
  vi.spyOn(console, 'error').mockReturnValue()
  Object.assign(settings, {
    PAYMENT_PROVIDERS: 'yookassa',
    CURRENCIES: 'RUB',
    REWARD_PERCENT: '0',
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: secretKey,
    YOOKASSA_VAT_CODE: '1',
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const order = () => ({ ...orderOf(), paymentOption: 'card-rub' as const })

/** Orders a plan. Returns its order, its payment page and the id of its payment. */
async function placeOrder(form = order()) {
  const started = await api('ru').activation(form)
  if (!started.ok) throw new Error(`order failed: ${started.error.status}`)
  const { invoiceID, paymentURL } = started.value.data
  return { invoiceID, paymentURL, paymentID: paymentURL.split('orderId=')[1] ?? '' }
}

async function invoiceOf(invoiceID: string) {
  const found = await api().invoice({ invoiceID })
  return found.ok ? found.value.data : null
}

it('delivers an order when YooKassa reports its payment, with a receipt', async () => {
  const { invoiceID, paymentID } = await placeOrder()
  expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'processing' })
  expect((await ask(server.shop.pay(paymentID))).status).toBe(200)
  expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
  expect(await rows(`SELECT recipient FROM outbox WHERE purpose = 'esim'`)).toEqual([
    { recipient: 'anna@example.com' },
  ])
  expect(server.requests[0]?.body).toMatchObject({
    amount: { value: '1150.00', currency: 'RUB' },
    confirmation: { return_url: expect.stringContaining('/payment/success?invoiceID=') },
    receipt: { items: [{ vat_code: 1, amount: { value: '1150.00' } }] },
  })
})

it('refuses an order above the largest charge of the provider before it starts a payment', async () => {
  await env.DB.prepare(`UPDATE plans SET prices = '{"RUB":35000000}'`).run()
  await placeOrder()
  const { tariffID, ...two } = order()
  expect(await api().activation({ ...two, lines: [{ tariffID }, { tariffID }] })).toMatchObject({
    error: { status: 422, fields: { paymentOption: [expect.stringMatching(/350\s000\s₽/)] } },
  })
  expect(server.requests).toHaveLength(1)
  expect(await rows('SELECT 1 FROM orders')).toHaveLength(1)
})

it('delivers once for repeated and parallel notifications', async () => {
  const { paymentID } = await placeOrder()
  const request = server.shop.pay(paymentID)
  await Promise.all([1, 2, 3].map(() => ask(request.clone())))
  expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
})

it('offers the same page again while it can be paid, and a new page after a decline', async () => {
  const { invoiceID, paymentURL, paymentID } = await placeOrder()
  const again = await api().invoicePayment({ invoiceID })
  expect(again).toMatchObject({ value: { data: { paymentURL } } })
  await ask(server.shop.decline(paymentID))
  expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'failed' })
  const next = await api().invoicePayment({ invoiceID })
  expect(next).toMatchObject({ ok: true })
  expect(next).not.toMatchObject({ value: { data: { paymentURL } } })
})

it('looks the payment up before the same form returns to its page', async () => {
  const form = order()
  const { invoiceID, paymentURL, paymentID } = await placeOrder(form)
  expect(await placeOrder(form)).toMatchObject({ invoiceID, paymentURL })
  const declined = server.shop.decline(paymentID)
  const next = await placeOrder(form)
  expect(next.paymentURL).not.toBe(paymentURL)
  await ask(declined)
  expect(await placeOrder(form)).toEqual({ ...next, invoiceID })
  server.shop.pay(next.paymentID)
  const paid = { error: { code: 'already-paid', invoiceID } }
  expect(await api().activation(form)).toMatchObject(paid)
  expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
})

it('returns to the page of a payment whose lookup takes too long', { timeout: 4000 }, async () => {
  const form = order()
  const { paymentURL } = await placeOrder(form)
  vi.stubGlobal('fetch', async () => new Promise(() => {}))
  expect(await placeOrder(form)).toMatchObject({ paymentURL })
})

/**
 * Runs the scheduled jobs once in every `step` minutes. Returns the minutes with requests to the
 * provider.
 */
async function runMinutes(minutes: number, step = 1): Promise<number[]> {
  const busy: number[] = []
  for (let minute = step; minute <= minutes; minute += step) {
    const before = server.requests.length
    advanceClock(60 * step)
    await runScheduledJobs(shopBindings(), clock.now)
    if (server.requests.length > before) busy.push(minute)
  }
  return busy
}

async function statusOf(invoiceID: string) {
  const [order] = await rows<{ status: string }>(
    `SELECT status FROM orders WHERE id = '${invoiceID}'`,
  )
  return order?.status
}

const openAlerts = () =>
  rows<{ subject: string; detail: string }>(
    `SELECT subject, detail FROM alerts
    WHERE kind = 'reconciliation-difference' AND ended_at IS NULL ORDER BY id`,
  )

async function russianDetails() {
  const alerts = await openAlerts()
  return alerts.map(({ detail }) => alertDetailText('ru', detail).replaceAll('\u00A0', ' '))
}

it('adds the fee of a charge that YooKassa reports later', async () => {
  const { paymentID } = await placeOrder()
  const webhook = server.shop.pay(paymentID)
  const payment = server.shop.payments.get(paymentID)
  const { income_amount: income } = payment ?? {}
  delete payment?.income_amount
  await ask(webhook)
  const fees = () => rows('SELECT fee_minor AS minor, fee_currency AS currency FROM payment_facts')
  expect(await fees()).toEqual([{ minor: null, currency: null }])
  Object.assign(payment ?? {}, { income_amount: income })
  await runMinutes(60, 10)
  expect(await fees()).toEqual([{ minor: 4025, currency: 'RUB' }])
})

describe('a lost webhook', () => {
  it('delays an order by five minutes', async () => {
    const { invoiceID, paymentID } = await placeOrder()
    server.shop.pay(paymentID)
    await runMinutes(4)
    expect(await statusOf(invoiceID)).toBe('processing')
    await runMinutes(1)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'esim'`)).toHaveLength(1)
    expect(await openAlerts()).toEqual([])
  })

  it('delays a refund a month later by at most an hour', async () => {
    const { invoiceID, paymentID } = await placeOrder()
    await ask(server.shop.pay(paymentID))
    advanceClock(30 * 86_400)
    await runMinutes(1)
    server.shop.refundInDashboard(paymentID, '1150.00')
    expect(await runMinutes(60, 5)).toEqual([60])
    expect(await statusOf(invoiceID)).toBe('refunded')
  })

  it('never marks the order as paid when its charge has already been refunded', async () => {
    const { invoiceID, paymentID } = await placeOrder()
    server.shop.pay(paymentID)
    server.shop.refundInDashboard(paymentID, '1150.00')
    await env.DB.prepare(
      `CREATE TRIGGER paid_too_early AFTER UPDATE OF status ON orders WHEN NEW.status = 'paid'
      BEGIN SELECT raise(ABORT, 'the refund is not stored yet'); END`,
    ).run()
    await runMinutes(5)
    await env.DB.prepare('DROP TRIGGER paid_too_early').run()
    expect(await statusOf(invoiceID)).toBe('refunded')
    expect(await rows('SELECT 1 FROM esims')).toEqual([])
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'refund'`)).toHaveLength(1)
  })

  it('changes nothing when it arrives after the lookup', async () => {
    const { paymentID } = await placeOrder()
    const webhook = server.shop.pay(paymentID)
    await runMinutes(5)
    expect((await ask(webhook)).status).toBe(200)
    expect(await rows('SELECT 1 FROM payment_facts')).toHaveLength(1)
    expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
  })
})

describe('lookups', () => {
  it('run every five minutes in the first hour, and then hourly', async () => {
    await placeOrder()
    const inAnHour = Array.from({ length: 12 }, (_, index) => 5 * (index + 1))
    expect(await runMinutes(125, 5)).toEqual([...inAnHour, 120])
  })

  it('end 40 days after the start of a payment that nobody paid', async () => {
    const { paymentID } = await placeOrder()
    server.shop.decline(paymentID)
    advanceClock(40 * 86_400)
    expect(await runMinutes(70, 10)).toEqual([10])
    expect(await rows('SELECT look_up_at FROM payments')).toEqual([{ look_up_at: null }])
  })

  it('query young payments before older payments', async () => {
    const old = await placeOrder()
    await env.DB.prepare(
      `UPDATE payments SET started_at = '2026-11-20T00:00:00.000Z',
        look_up_at = '2026-11-20T01:00:00.000Z'`,
    ).run()
    const young = await placeOrder()
    server.requests.length = 0
    await runMinutes(5, 5)
    const lines = server.requests.map(({ line }) => line)
    expect(lines.filter((line) => line.startsWith('GET /v3/payments/'))).toEqual([
      `GET /v3/payments/${young.paymentID}`,
      `GET /v3/payments/${old.paymentID}`,
    ])
  })

  it('are at most 50 per run, longest due first', async () => {
    await placeOrder()
    await run(sql`INSERT INTO payments
        (attempt_id, order_id, provider, reference, started_at, expires_at, look_up_at)
      SELECT value + 10, order_id, provider, value + 10, started_at, expires_at,
        printf('2026-11-21T09:%02d:00.000Z', value)
      FROM payments, ${numbersTo(59)}`)
    server.requests.length = 0
    await runMinutes(1)
    const lookedUp = server.requests.map(({ line }) => line.replace('GET /v3/payments/', ''))
    expect(lookedUp.toSorted()).toEqual(Array.from({ length: 50 }, (_, index) => `${index + 11}`))
  })

  it('pause for a minute when a provider cannot be reached', async () => {
    for (let count = 0; count < 6; count += 1) await placeOrder()
    server.requests.length = 0
    server.fault = 'timeout-before'
    await runMinutes(5, 5)
    // Five simultaneous lookups, each with one retry.
    expect(server.requests).toHaveLength(10)
  })

  it('pause longer after each failure, raise an alert, and continue after a recovery', async () => {
    const { invoiceID, paymentID } = await placeOrder()
    server.shop.pay(paymentID)
    server.fault = 'server-error'
    expect(await runMinutes(60, 5)).toEqual([5, 15, 35])
    expect(await openAlerts()).toEqual([])
    expect(await runMinutes(20, 5)).toEqual([15])
    expect(await openAlerts()).toEqual([{ subject: 'yookassa', detail: `${paymentID}: ×4` }])
    server.fault = null
    advanceClock(16 * 3600)
    await runMinutes(1)
    expect(await statusOf(invoiceID)).toBe('success')
    expect(await openAlerts()).toEqual([])
  })

  it('skip providers without an API', async () => {
    Object.assign(settings, {
      PAYMENT_PROVIDERS: 'generic',
      GENERIC_PAYMENT_URL: 'https://pay.example/{reference}',
    })
    await api().activation({ ...orderOf(), paymentOption: 'card-rub' })
    expect(await rows('SELECT look_up_at FROM payments')).toEqual([{ look_up_at: null }])
  })
})

describe('a difference', () => {
  it('raises an alert while the provider lacks a fact of the ledger', async () => {
    const { paymentID } = await placeOrder()
    await ask(server.shop.pay(paymentID))
    await env.DB.prepare(
      `INSERT INTO payment_facts
        (provider, kind, id, reference, order_id, amount_minor, currency, at, received_at)
      SELECT provider, 'refunded', 'typed-by-hand', reference, order_id, 5000, currency, at, at
      FROM payment_facts`,
    ).run()
    await runMinutes(5)
    const subject = `yookassa ${paymentID}`
    expect(await openAlerts()).toMatchObject([{ subject }])
    expect(await russianDetails()).toEqual(['возврат typed-by-hand: 50 ₽ / –'])
    await env.DB.prepare(`DELETE FROM payment_facts WHERE id = 'typed-by-hand'`).run()
    await runMinutes(5)
    expect(await openAlerts()).toEqual([])
  })

  it('ends with the state that the corrected ledger has', async () => {
    const { invoiceID, paymentID } = await placeOrder()
    await ask(server.shop.pay(paymentID))
    await ask(server.shop.refundInDashboard(paymentID, '1150.00'))
    const credited = async () => rows('SELECT sum(amount_minor) AS minor FROM credit_notes')
    expect(await statusOf(invoiceID)).toBe('refunded')
    expect(await credited()).toEqual([{ minor: 115_000 }])
    server.shop.refunds.clear()
    await runMinutes(60, 5)
    expect(await openAlerts()).toHaveLength(1)
    await env.DB.prepare(`DELETE FROM payment_facts WHERE kind = 'refunded'`).run()
    await runMinutes(60, 5)
    expect(await openAlerts()).toEqual([])
    expect(await statusOf(invoiceID)).toBe('success')
    expect(await credited()).toEqual([{ minor: 0 }])
  })

  it('is an alert while amounts differ', async () => {
    const { paymentID } = await placeOrder()
    await ask(server.shop.pay(paymentID))
    await env.DB.prepare('UPDATE payment_facts SET amount_minor = 1').run()
    await runMinutes(5)
    expect(await russianDetails()).toEqual([`списание ${paymentID}: 0,01 ₽ / 1 150 ₽`])
  })
})
