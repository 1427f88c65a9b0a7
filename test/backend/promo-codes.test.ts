import { countOrdersOfNetwork } from '../support/orders-of-network.ts'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertPromoCode, ordersWithoutUse } from '../../src/orders/promo-codes.ts'
import { unrestricted, type PromoCode } from '../../src/orders/promo-code.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import {
  advanceClock,
  api,
  clock,
  orderOf,
  pay,
  rows,
  shopBindings,
  words,
  openShop,
  run,
  numbersTo,
  usd,
} from '../support/small-shop.ts'
import { sql, prepare } from '../../src/kit/sql.ts'
import { restock } from '../support/staff.ts'

beforeEach(async () => openShop(9))

const summer: PromoCode = {
  code: 'SUMMER',
  reduction: { kind: 'percent', hundredths: 1000 },
  ...unrestricted,
}

async function addCode(change: Partial<PromoCode> = {}): Promise<void> {
  await env.DB.batch(insertPromoCode(env.DB, { ...summer, ...change }, clock.now))
}

const orderWith = (change: object = {}) => ({ ...orderOf(), promocode: 'SUMMER', ...change })
const order = (change: object = {}) => api().activation(orderWith(change))
/** The orders whose payments were cancelled because they expired. */
const cancelled = () =>
  rows(`SELECT order_id FROM payments p JOIN orders i ON i.id = p.order_id
    WHERE cancelled_at IS NOT NULL AND status = 'expired'`)
const messageOf = (answer: Awaited<ReturnType<typeof order>>) =>
  answer.ok ? null : answer.error.fields['promocode']

const held = (count: number) =>
  words('promo.reserved', { minutes: words('units.minutes', { count }) })

describe('the price of an order', () => {
  it('is the price of the plan without a code', async () => {
    const prices = { USD: 1250, RUB: 115_000 }
    expect(await api().orderPrice({ tariffID: 'tr-10' })).toMatchObject({
      value: { data: { prices, totals: prices } },
    })
    expect(await api().orderPrice({ tariffID: 'tr-none' })).toMatchObject({
      error: { status: 404 },
    })
  })

  it('is lower with a code typed in any case, in every currency of the code', async () => {
    await addCode()
    await addCode({ code: 'FIVE', reduction: { kind: 'amount', amounts: { USD: 500 } } })
    const totalsWith = async (promocode: string) => {
      const answer = await api().orderPrice({ tariffID: 'tr-10', promocode })
      return answer.ok ? answer.value.data.totals : answer.error
    }
    expect(await totalsWith('Summer')).toEqual({ USD: 1125, RUB: 103_500 })
    expect(await totalsWith('five')).toEqual({ USD: 750, RUB: 115_000 })
  })

  it('adds up several plans, and subtracts a fixed amount once', async () => {
    await addCode()
    await addCode({ code: 'FIVE', reduction: { kind: 'amount', amounts: { USD: 500 } } })
    const totalsWith = async (promocode?: string) => {
      const answer = await api().orderPrice({ tariffIDs: ['tr-10', 'tr-sold-out'], promocode })
      return answer.ok ? answer.value.data.totals : answer.error
    }
    expect(await totalsWith()).toEqual({ USD: 2150, RUB: 197_800 })
    expect(await totalsWith('summer')).toEqual({ USD: 1935, RUB: 178_020 })
    expect(await totalsWith('five')).toEqual({ USD: 1650, RUB: 197_800 })
    expect(await api().orderPrice({ tariffIDs: ['tr-10', 'none'] })).toMatchObject({
      error: { status: 404 },
    })
  })

  it('shows the reason why a code cannot be used', async () => {
    const inAnHour = new Date(clock.now.getTime() + 3_600_000)
    await addCode({ code: 'EARLY', startsAt: inAnHour })
    await addCode({ code: 'LATE', endsAt: clock.now })
    await addCode({ code: 'CUBA', countryCodes: ['cu'] })
    for (const [promocode, message] of [
      ['NONE', words('promo.unknown')],
      ['EARLY', words('promo.early', { date: '21.11.2026' })],
      ['LATE', words('promo.expired')],
      ['CUBA', words('promo.other-plan')],
    ] as const)
      expect(await api().orderPrice({ tariffID: 'tr-10', promocode })).toMatchObject({
        error: { status: 422, fields: { promocode: [message] } },
      })
  })

  it('rate-limits a visitor who tries many codes', async () => {
    const tried = await Promise.all(
      Array.from({ length: 121 }, (_, number) =>
        api().orderPrice({ tariffID: 'tr-10', promocode: `GUESS-${number}` }),
      ),
    )
    const statuses = tried.map((answer) => (answer.ok ? 200 : answer.error.status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(
      await api('en', '192.0.2.2').orderPrice({ tariffID: 'tr-10', promocode: 'GUESS' }),
    ).toMatchObject({ error: { status: 422 } })
  })
})

describe('an order with a code', () => {
  it('does not show whether a code exists after too many orders of a network', async () => {
    await addCode()
    const expectedAmount = usd(1)
    const guess = (promocode: string) => order({ promocode, expectedAmount })
    await guess('GUESS')
    await countOrdersOfNetwork(235)
    const tried = await Promise.all(
      Array.from({ length: 6 }, (_, number) => guess(`GUESS-${number}`)),
    )
    const statuses = tried.map((answer) => (answer.ok ? 200 : answer.error.status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await guess('GUESS')).toMatchObject({ error: { status: 429 } })
    expect(await guess('SUMMER')).toMatchObject({ error: { status: 429 } })
  })

  it('costs the reduced price, and its partner earns a share of that price', async () => {
    await addCode()
    const placed = await order({ expectedAmount: usd(1125) })
    expect(placed).toMatchObject({ ok: true })
    expect(
      await rows(`SELECT i.amount_minor, promocode, l.amount_minor AS line, reward_base
      FROM orders i JOIN order_lines l ON l.order_id = i.id`),
    ).toEqual([{ amount_minor: 1125, promocode: 'SUMMER', line: 1125, reward_base: 1125 }])
    expect(await rows('SELECT code, customer, reduction_minor FROM promo_uses')).toEqual([
      { code: 'SUMMER', customer: 'anna@example.com', reduction_minor: 125 },
    ])
  })

  it('earns a share of the paid amount, also in another currency', async () => {
    await addCode({ reduction: { kind: 'amount', amounts: { RUB: 57_500 } } })
    expect(await order({ paymentOption: 'card-rub' })).toMatchObject({ ok: true })
    expect(await rows('SELECT amount_minor, reward_base FROM order_lines')).toEqual([
      { amount_minor: 57_500, reward_base: 625 },
    ])
  })

  it('is refused in a currency that the code does not cover', async () => {
    await addCode({ reduction: { kind: 'amount', amounts: { USD: 500 } } })
    expect(messageOf(await order({ paymentOption: 'card-rub' }))).toEqual([
      words('promo.other-currency'),
    ])
    expect(await rows('SELECT 1 FROM orders')).toEqual([])
  })

  it('is refused when the order already has the lowest price', async () => {
    await addCode()
    await run(`UPDATE plans SET prices = '{"USD":100}' WHERE id = 'tr-10'`)
    const message = [words('promo.lowest-price')]
    expect(messageOf(await order({ expectedAmount: usd(100) }))).toEqual(message)
    expect(await api().orderPrice({ tariffID: 'tr-10', promocode: 'SUMMER' })).toMatchObject({
      error: { status: 422, fields: { promocode: message } },
    })
  })

  it('counts once for any number of submissions', async () => {
    await addCode({ totalLimit: 2 })
    const form = orderWith()
    const answers = await Promise.all(Array.from({ length: 8 }, () => api().activation(form)))
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
    expect(await rows('SELECT 1 FROM promo_uses')).toHaveLength(1)
  })

  it('never exceeds its limit with parallel orders', async () => {
    await addCode({ totalLimit: 3 })
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, number) =>
        api('en', `192.0.2.${number}`).activation(
          orderWith({ email: `visitor-${number}@example.com` }),
        ),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    expect(
      new Set(
        answers
          .map(messageOf)
          .filter((each) => each !== null)
          .flat(),
      ),
    ).toEqual(new Set([held(40)]))
    expect(await rows('SELECT 1 FROM promo_uses')).toHaveLength(3)
    expect(await rows('SELECT 1 FROM orders')).toHaveLength(3)
  })

  it('is delivered when its reduced price is paid', async () => {
    await addCode()
    const placed = await order()
    const invoiceID = placed.ok ? placed.value.data.invoiceID : ''
    await pay(invoiceID, { amount: usd(1125) })
    expect(await api().invoice({ invoiceID })).toMatchObject({
      value: { data: { status: 'success', amount: usd(1125) } },
    })
  })

  it('keeps its price when the code ends before it is paid', async () => {
    await addCode()
    const form = orderWith()
    const placed = await api().activation(form)
    await run(`UPDATE promo_codes SET ends_at = '${clock.now.toISOString()}'`)
    expect(messageOf(await order())).toEqual([words('promo.expired')])
    expect(await api().activation(form)).toEqual(placed)
  })

  it('counts per mailbox, not per spelling of its address', async () => {
    await addCode({ customerLimit: 1 })
    const placed = await order({ email: 'anna@gmail.com' })
    await pay(placed.ok ? placed.value.data.invoiceID : '', { amount: usd(1125) })
    expect(messageOf(await order({ email: 'An.Na+2@googlemail.com' }))).toEqual([
      words('promo.used-by-customer'),
    ])
    expect(await order({ email: 'boris@gmail.com' })).toMatchObject({ ok: true })
  })

  it('leaves other unpaid orders alone until it is paid, whoever typed the address', async () => {
    await addCode({ customerLimit: 1, totalLimit: 1 })
    const first = orderWith()
    const placed = await api().activation(first)
    const stranger = api('en', '198.51.100.1')
    const second = await stranger.activation(orderWith())
    expect(second).toMatchObject({ ok: true })
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await api().activation(first)).toEqual(placed)
    expect(await cancelled()).toEqual([])
    // A use is held once for a customer, and not for others.
    expect(messageOf(await order({ email: 'boris@example.com' }))).toEqual([held(40)])

    const invoiceID = placed.ok ? placed.value.data.invoiceID : ''
    await pay(invoiceID, { amount: usd(1125) })
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await cancelled()).toEqual([{ order_id: second.ok && second.value.data.invoiceID }])
    expect(messageOf(await order())).toEqual([words('promo.used-by-customer')])
    expect(messageOf(await order({ email: 'boris@example.com' }))).toEqual([words('promo.used-up')])
  })

  it.each([{ totalLimit: 1 }, { customerLimit: 1 }])(
    'is placed at most twice by a customer who does not pay: %o',
    async (limit) => {
      await addCode(limit)
      const answers: unknown[] = []
      for (const number of [1, 2, 3])
        answers.push(messageOf(await api('en', `192.0.2.${number}`).activation(orderWith())))
      expect(answers).toEqual([null, null, [held(40)]])
      expect(await rows('SELECT 1 FROM orders')).toHaveLength(2)
    },
  )

  it('holds its use for a short time, in which it can be paid', async () => {
    await addCode({ totalLimit: 1 })
    const placed = await order()
    const other = () => order({ email: 'boris@example.com' })
    expect(messageOf(await other())).toEqual([held(40)])
    expect(await rows('SELECT expires_at FROM payments')).toEqual([
      { expires_at: '2026-11-21T10:40:00.000Z' },
    ])
    advanceClock(40 * 60)
    expect(await other()).toMatchObject({ ok: true })
    await runScheduledJobs(shopBindings(), clock.now)
    const invoiceID = placed.ok ? placed.value.data.invoiceID : ''
    expect(await cancelled()).toEqual([{ order_id: invoiceID }])
    // A late payment counts, and the customer gets the eSIM.
    await pay(invoiceID, { amount: usd(1125) })
    expect(messageOf(await other())).toEqual([words('promo.used-up')])
  })

  it('can be paid on a page that was opened within the hold, once', async () => {
    await addCode({ totalLimit: 1 })
    const placed = await order()
    const invoiceID = placed.ok ? placed.value.data.invoiceID : ''
    const statusAfter = async (seconds: number) => {
      advanceClock(seconds)
      await runScheduledJobs(shopBindings(), clock.now)
      return (await rows('SELECT status FROM orders'))[0]
    }
    advanceClock(38 * 60)
    await pay(invoiceID, { kind: 'declined' })
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({ ok: true })
    expect(await statusAfter(2 * 60)).toEqual({ status: 'processing' })
    // Its use is held as long as the page.
    const other = await order({ email: 'boris@example.com' })
    expect(messageOf(other)).toEqual([held(33)])
    await pay(invoiceID, { kind: 'declined', id: 'second' })
    advanceClock(30 * 60)
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({ ok: true })
    expect(await statusAfter(3 * 60)).toEqual({ status: 'expired' })
  })

  it('counts the uses of a code once for all unpaid orders', async () => {
    await addCode({ totalLimit: 1000 })
    const insert = (prefix: string, status: string) => [
      sql`INSERT INTO orders (id, idempotency_key, email, mailbox, lang, amount_minor, currency,
        promocode, utm, created_at, status)
      SELECT ${prefix} || value, ${prefix} || value, 'a@example.com', 'a@example.com', 'en', 1,
        'USD', 'SUMMER', '{}', ${clock.now}, ${status} FROM ${numbersTo(40)}`,
      `INSERT INTO promo_uses (order_id, code, customer, reduction_minor)
      SELECT id, 'SUMMER', id, 1 FROM orders WHERE id LIKE '${prefix}%'`,
    ]
    await run(...insert('unpaid', 'processing'), ...insert('paid', 'success'))
    const { meta, results } = await prepare(env.DB)`${ordersWithoutUse(clock.now)}`.run()
    expect(results).toEqual([])
    expect(meta.rows_read).toBeLessThan(1000)
  })

  it.each([
    ['an IPv4 address', () => '192.0.2.1'],
    ['an IPv6 /48', (index: number) => `2001:db8:0:${index}::1`],
  ])('is not used up by unpaid orders of %s', async (_, addressOf) => {
    await addCode({ totalLimit: 30 })
    const from = (address: string, name: string) =>
      api('en', address).activation(orderWith({ email: `${name}@example.com` }))
    const answers: unknown[] = []
    for (let index = 0; index < 5; index += 1)
      answers.push(messageOf(await from(addressOf(index), `visitor-${index}`)))
    const refusal = [held(40)]
    expect(answers).toEqual([null, null, null, refusal, refusal])
    expect(await from('198.51.100.1', 'honest')).toMatchObject({ ok: true })
  })

  it('returns its use when its plan sells out, but not after its delivery', async () => {
    await addCode({ totalLimit: 1, customerLimit: 1 })
    const place = async () => {
      const placed = await order()
      return placed.ok ? placed.value.data.invoiceID : ''
    }
    const isAvailable = async () =>
      (await api().orderPrice({ tariffID: 'tr-10', promocode: 'SUMMER' })).ok
    const soldOut = await place()
    await run('DELETE FROM stock')
    await pay(soldOut, { amount: usd(1125) })
    expect(await isAvailable()).toBe(false)
    advanceClock(24 * 3600)
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await isAvailable()).toBe(true)

    await restock()
    const delivered = await place()
    await pay(delivered, { amount: usd(1125) })
    await pay(delivered, { kind: 'refunded', amount: usd(1125) })
    expect(await isAvailable()).toBe(false)
  })
})
