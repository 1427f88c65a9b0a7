import { countOrdersOfNetwork } from '../support/orders-of-network.ts'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import { addNote } from '../../src/orders/order-actions.ts'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { expireOrders } from '../../src/orders/expire-orders.ts'
import { backendConfig } from '../../src/settings.ts'
import {
  advanceClock,
  api,
  ask,
  clock,
  orderOf,
  pay,
  placeOrder,
  rows,
  settings,
  words,
  openShop,
  run,
  numbersTo,
  usd,
  statusOf,
} from '../support/small-shop.ts'
import { auditRows, member, nextInput, staffContext } from '../support/staff.ts'
import { sql } from '../../src/kit/sql.ts'
import { runJobs } from '../support/scheduled-rounds.ts'

beforeEach(async () => openShop(9))

const hours = 3600
const days = 24 * hours
const setPrice = (minor: number) =>
  env.DB.exec(`UPDATE plans SET prices = '{"USD":${minor},"RUB":115000}' WHERE id = 'tr-10'`)
const takeOffSale = () => env.DB.exec(`UPDATE plans SET is_listed = 0 WHERE id = 'tr-10'`)
const sellOut = () => env.DB.exec('DELETE FROM stock')

describe('the price that the form shows', () => {
  const order = (expectedAmount?: { minor: number; currency: string }) =>
    api().activation({ ...orderOf(), ...(expectedAmount && { expectedAmount }) })

  it.each([
    ['higher', 9900, '$99'],
    ['lower', 240, '$2.40'],
  ])(
    'is refused with the new price when the new price is %s, and nothing is charged',
    async (_, now, text) => {
      await setPrice(now)
      expect(await order(usd(1250))).toMatchObject({
        error: {
          status: 409,
          code: 'price-changed',
          message: words('api.priceChanged', { before: '$12.50', now: text }),
        },
      })
      expect(await rows('SELECT 1 FROM orders')).toEqual([])
      expect(await rows('SELECT 1 FROM payments')).toEqual([])
    },
  )

  it('is paid when it is unchanged, and is not compared when the form does not send it', async () => {
    expect(await order(usd(1250))).toMatchObject({ ok: true })
    expect(await order()).toMatchObject({ ok: true })
  })

  it('is returned to API clients in the error', async () => {
    const form = { ...orderOf(), lang: 'en', expectedAmount: usd(1) }
    const response = await ask(
      new Request('https://backend.invalid/web-esim-activation', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(form),
      }),
    )
    expect(await response.json()).toMatchObject({ code: 'price-changed', amount: usd(1250) })
  })

  it('is valid for an unpaid order when the plan becomes more expensive', async () => {
    const form = { ...orderOf(), expectedAmount: usd(1250) }
    const placed = await api().activation(form)
    await setPrice(9900)
    expect(await api().activation(form)).toEqual(placed)
    const invoiceID = placed.ok ? placed.value.data.invoiceID : ''
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({ ok: true })
    expect(await rows('SELECT amount_minor FROM orders')).toEqual([{ amount_minor: 1250 }])
  })
})

describe('an unpaid order', () => {
  it.each([
    ['is off sale', takeOffSale],
    ['is sold out', sellOut],
  ])('can no longer be paid when its plan %s', async (_, change) => {
    const form = orderOf()
    const placed = await api().activation(form)
    const invoiceID = placed.ok ? placed.value.data.invoiceID : ''
    await change()
    const refusal = { error: { status: 409, code: 'out-of-stock' } }
    expect(await api().activation(form)).toMatchObject(refusal)
    expect(await api().invoicePayment({ invoiceID })).toMatchObject(refusal)
  })

  it('expires after 24 hours, has its payment cancelled, and can be placed again by its form', async () => {
    const form = orderOf()
    const placed = await api().activation(form)
    const invoiceID = placed.ok ? placed.value.data.invoiceID : ''
    advanceClock(24 * hours - 1)
    await runJobs()
    expect(await statusOf(invoiceID)).toBe('processing')
    advanceClock(1)
    await runJobs()
    expect(await statusOf(invoiceID)).toBe('expired')
    expect(
      await rows(`SELECT is_cancelled FROM test_bank_payments
      WHERE reference = (SELECT reference FROM payments)`),
    ).toEqual([{ is_cancelled: 1 }])
    const refusal = { error: { status: 409, code: 'order-expired' } }
    expect(await api().activation(form)).toMatchObject(refusal)
    expect(await api().invoicePayment({ invoiceID })).toMatchObject(refusal)
  })

  it('expires after INVOICE_HOURS, even when its payment was declined', async () => {
    settings['INVOICE_HOURS'] = '2'
    const declined = await placeOrder()
    await pay(declined, { kind: 'declined' })
    const [{ expires_at: end } = { expires_at: '' }] = await rows<{ expires_at: string }>(
      'SELECT expires_at FROM payments',
    )
    expect(end).toBe('2026-11-21T12:00:00.000Z')
    advanceClock(2 * hours)
    await runJobs()
    expect(await statusOf(declined)).toBe('expired')
  })

  it('is delivered when its payment arrives after its expiry', async () => {
    const invoiceID = await placeOrder()
    advanceClock(25 * hours)
    await runJobs()
    await pay(invoiceID)
    expect(await statusOf(invoiceID)).toBe('success')
    advanceClock(31 * days)
    await runJobs()
    expect(await statusOf(invoiceID)).toBe('success')
  })

  it('is deleted with its declines 30 days after its expiry, unless money has moved', async () => {
    const [plain, declined, partial] = [await placeOrder(), await placeOrder(), await placeOrder()]
    await pay(declined, { kind: 'declined' })
    await pay(partial, { amount: usd(1) })
    advanceClock(1 * days)
    await runJobs()
    advanceClock(30 * days - 1)
    await runJobs()
    expect(await statusOf(plain)).toBe('expired')
    advanceClock(1)
    await runJobs()
    expect(await statusOf(plain)).toBe('404')
    expect(await statusOf(declined)).toBe('404')
    expect(await statusOf(partial)).toBe('expired')
    expect(await rows('SELECT order_id FROM order_lines')).toEqual([{ order_id: partial }])
    expect(await rows('SELECT kind FROM payment_facts')).toEqual([{ kind: 'charged' }])
  })

  it('is deleted with the staff notes', async () => {
    const invoiceID = await placeOrder()
    const note = { ...(await nextInput(invoiceID)), text: 'asked for another card' }
    expect(await addNote(staffContext(), member(), note)).toMatchObject({ ok: true })
    advanceClock(1 * days)
    await runJobs()
    advanceClock(30 * days)
    await runJobs()
    expect(await statusOf(invoiceID)).toBe('404')
    expect(await auditRows(invoiceID)).toMatchObject([{ action: 'note', details: '{}' }])
  })

  it('does not expire after it is paid', async () => {
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    advanceClock(31 * days)
    await runJobs()
    expect(await statusOf(invoiceID)).toBe('success')
  })

  it('expires while its provider is down, and has its payment cancelled when the provider is up again', async () => {
    const invoiceID = await placeOrder()
    advanceClock(24 * hours)
    const config = backendConfig({ ...env, ...settings })
    const dependencies = { db: env.DB, now: () => clock.now }
    const working = paymentProviders(config, dependencies)
    const cancel = async () => {
      throw new PaymentProviderError('test', 'unknown', 'timeout')
    }
    const context = { db: env.DB, config, now: clock.now }
    await expireOrders({
      ...context,
      providers: working.map((provider) => ({ ...provider, cancel })),
    })
    expect(await statusOf(invoiceID)).toBe('expired')
    expect(await rows('SELECT cancelled_at FROM payments')).toEqual([{ cancelled_at: null }])
    await expireOrders({ ...context, providers: working })
    expect(await rows('SELECT cancelled_at FROM payments')).toEqual([
      { cancelled_at: clock.now.toISOString() },
    ])
  })
})

describe('cancelling the payments of expired orders', () => {
  it('skips a provider that has not answered for 15 seconds until the next run', async () => {
    for (let number = 0; number < 3; number += 1)
      await api().activation({ ...orderOf(), email: `visitor-${number}@example.com` })
    advanceClock(24 * hours)
    const config = backendConfig({ ...env, ...settings })
    const working = paymentProviders(config, { db: env.DB, now: () => clock.now })
    let calls = 0
    const cancel = async () => {
      calls += 1
      advanceClock(8)
      throw new PaymentProviderError('test', 'unknown', 'timeout')
    }
    const hanging = working.map((provider) => ({ ...provider, cancel }))
    const context = { db: env.DB, config, now: clock.now, clock: () => clock.now }
    await expireOrders({ ...context, providers: hanging })
    expect(calls).toBe(2)
    await expireOrders({ ...context, providers: working })
    expect(await rows('SELECT 1 FROM payments WHERE cancelled_at IS NULL')).toEqual([])
  })

  it('does not wait for payments that cannot be cancelled', async () => {
    for (let number = 0; number < 21; number += 1)
      await api().activation({ ...orderOf(), email: `visitor-${number}@example.com` })
    advanceClock(24 * hours)
    const config = backendConfig({ ...env, ...settings })
    const tried = new Set<string>()
    const cancel = async (reference: string) => {
      tried.add(reference)
      throw new PaymentProviderError('test', 'refused', 'the page stays open')
    }
    const providers = paymentProviders(config, { db: env.DB, now: () => clock.now })
    const stubborn = providers.map((provider) => ({ ...provider, cancel }))
    const run = () => expireOrders({ db: env.DB, config, now: clock.now, providers: stubborn })
    await run()
    expect(tried.size).toBe(20)
    await run()
    expect(tried.size).toBe(21)
  })
})

describe('unpaid orders', () => {
  const forAnna = (number: number, address = '192.0.2.1') =>
    api('en', address).activation({ ...orderOf(), email: `Anna+${number}@example.com` })

  it('are limited for one mailbox, even under several addresses', async () => {
    for (let number = 0; number < 40; number += 1)
      expect(await forAnna(number)).toMatchObject({ ok: true })
    const refusal = { error: { status: 429, message: words('api.tooManyOrders') } }
    expect(await forAnna(40)).toMatchObject(refusal)
    // The owner of the mailbox, in another network.
    expect(await forAnna(41, '192.0.2.2')).toMatchObject({ ok: true })
    advanceClock(1 * hours)
    expect(await forAnna(42)).toMatchObject({ ok: true })
  })

  it('do not count for their mailbox once they are paid', async () => {
    const limits = async () => rows("SELECT count FROM limits WHERE action = 'order-of-mailbox'")
    for (let number = 0; number < 20; number += 1) await forAnna(number)
    const [{ id } = { id: '' }] = await rows<{ id: string }>('SELECT id FROM orders')
    await pay(id)
    await forAnna(20)
    expect(await limits()).toEqual([])
    await forAnna(21)
    expect(await limits()).toEqual([{ count: 1 }])
  })

  it('are limited for one network, even with different email addresses', async () => {
    const place = (number: number, address = '192.0.2.1') =>
      api('en', address).activation({ ...orderOf(), email: `visitor-${number}@example.com` })
    await place(0)
    await countOrdersOfNetwork(235)
    const placed = await Promise.all(Array.from({ length: 6 }, (_, number) => place(number + 1)))
    expect(placed.filter(({ ok }) => !ok)).toHaveLength(1)
    expect(await place(1000, '192.0.2.2')).toMatchObject({ ok: true })
  })

  it('share the limit of their network when their payment starts again', async () => {
    const invoiceID = await placeOrder()
    const again = (address = '192.0.2.1') => api('en', address).invoicePayment({ invoiceID })
    await countOrdersOfNetwork(235)
    const answers = await Promise.all(Array.from({ length: 6 }, () => again()))
    const statuses = answers.map((answer) => (answer.ok ? 200 : answer.error.status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await again()).toMatchObject({
      error: { status: 429, message: words('api.tooManyOrders') },
    })
    expect(await again('192.0.2.2')).toMatchObject({ ok: true })
  })
})

describe('orders of the whole shop', () => {
  const order = async (host: number, number = host) =>
    api('en', `198.51.100.${host}`).activation({
      ...orderOf(),
      email: `visitor-${number}@example.com`,
    })
  const setCount = async (count: number) =>
    env.DB.exec(`UPDATE limits SET count = ${count} WHERE action = 'orders'`)

  it('leave three an hour to each network above 10,000, and end at 20,000', async () => {
    await order(1)
    await setCount(10_000)
    for (let number = 10; number < 13; number += 1)
      expect(await order(2, number)).toMatchObject({ ok: true })
    const refusal = { error: { status: 429, message: words('api.tooManyOrders') } }
    expect(await order(2, 13)).toMatchObject(refusal)
    expect(await order(3)).toMatchObject({ ok: true })
    await runJobs()
    expect(
      await rows(`SELECT subject, detail FROM alerts WHERE kind = 'visitors-limited'`),
    ).toEqual([
      {
        subject: 'orders',
        detail: storedDetail({ code: 'actions-of-hour', values: { count: 10_004 } }),
      },
    ])
    await setCount(20_000)
    expect(await order(4)).toMatchObject(refusal)
    advanceClock(1 * hours)
    expect(await order(4)).toMatchObject({ ok: true })
  })

  it('include new payments of an order', async () => {
    const invoiceID = await placeOrder()
    await setCount(20_000)
    expect(await api('en', '198.51.100.9').invoicePayment({ invoiceID })).toMatchObject({
      error: { status: 429 },
    })
  })
})

it('are deleted two days after their expiry when there are more than 100,000', async () => {
  const addExpired = async (prefix: string, count: number, hours: number) => {
    const at = new Date(clock.now.getTime() - hours * 3_600_000)
    await run(sql`INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency,
        created_at, expired_at, status)
      SELECT ${prefix} || value, ${prefix} || value, 'x@example.com', 'en', 1250, 'USD', ${at},
        ${at}, 'expired' FROM ${numbersTo(count)}`)
  }
  await addExpired('older-', 5, 49)
  await addExpired('newer-', 99_995, 47)
  const older = async () => rows(`SELECT 1 FROM orders WHERE id GLOB 'older-*'`)
  const context = { db: env.DB, config: backendConfig(env), now: clock.now, providers: [] }
  await expireOrders(context)
  expect(await older()).toHaveLength(5)
  await addExpired('newest-', 1, 0)
  await expireOrders(context)
  expect(await older()).toEqual([])
  expect(await rows('SELECT count(*) AS count FROM orders')).toEqual([{ count: 99_996 }])
})

it('raise an alert when nearly all orders of an hour are unpaid', async () => {
  const place = async (numbers: readonly number[]) =>
    env.DB.prepare(
      `INSERT INTO orders (id, idempotency_key, email, mailbox, lang, amount_minor, currency,
        created_at)
      SELECT 'unpaid-' || value, 'unpaid-' || value, 'anna@example.com', 'anna@example.com', 'en',
        1250, 'USD', ?1 FROM json_each(?2)`,
    )
      .bind(clock.now.toISOString(), JSON.stringify(numbers))
      .run()
  const openAlerts = async () => {
    await runJobs()
    return rows(`SELECT detail FROM alerts WHERE kind = 'unpaid-orders' AND ended_at IS NULL`)
  }
  const numbers = Array.from({ length: 300 }, (_, index) => index)
  await place(numbers.slice(0, 199))
  expect(await openAlerts()).toEqual([])
  await place(numbers.slice(199, 200))
  expect(await openAlerts()).toEqual([
    { detail: storedDetail({ code: 'unpaid', values: { count: 200 } }) },
  ])
  await env.DB.prepare(
    `UPDATE orders SET paid_at = ?, status = 'success' WHERE id LIKE '%8' OR id LIKE '%9'`,
  )
    .bind(clock.now.toISOString())
    .run()
  await place(numbers.slice(200, 240))
  expect(await openAlerts()).toEqual([])
  await place(numbers.slice(240, 241))
  expect(await openAlerts()).toHaveLength(1)
  advanceClock(3601)
  expect(await openAlerts()).toEqual([])
})
