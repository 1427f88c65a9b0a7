import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { monthVouchers } from '../../src/office/month-vouchers.ts'
import { monthStatement } from '../../src/office/month-statement.ts'
import { issueVouchers, withdrawVoucher } from '../../src/orders/vouchers-for-office.ts'
import { sendOpenRefunds } from '../../src/orders/refunds.ts'
import { canonicalVoucher, voucherCode } from '../../src/orders/vouchers.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { monthOf } from '../../src/kit/time.shared.ts'
import { failAt } from '../support/failing-database.ts'
import { amountOf, linesAt, refund, wholeOrder } from '../support/refunds.ts'
import {
  advanceClock,
  api,
  bindings,
  clock,
  invoiceOf,
  openShop,
  orderOf,
  pay,
  placeLines,
  placeOrder,
  rows,
  usd,
  words,
} from '../support/small-shop.ts'
import { jobs, member, openAlerts, staffContext, stateOf } from '../support/staff.ts'

beforeEach(async () => openShop(9))

/** Issues a voucher in dollars, and returns its code and id. */
async function voucher(minor: number, change: object = {}) {
  const batch = secretID().slice(0, 16)
  const form = { count: 1, minor, currency: 'USD', endsAt: null, note: '' }
  const input = { batch, idempotencyKey: secretID(), version: 0, ...form, ...change }
  expect(await issueVouchers(staffContext(), member(), input)).toMatchObject({ ok: true })
  const id = `${batch}-1`
  return { id, code: await voucherCode(staffContext().config, id) }
}

const withdraw = async (id: string) =>
  withdrawVoucher(staffContext(), member(), {
    id,
    reason: 'stolen',
    version: 0,
    idempotencyKey: secretID(),
  })

type State = { amount_minor: number; paid_minor: number; reserved_minor: number }

/** The money of a voucher: what orders have paid with, and what they have reserved. */
async function stateOfVoucher(id: string): Promise<readonly [paid: number, reserved: number]> {
  const [row] = await rows<State>(`SELECT * FROM voucher_states WHERE id = '${id}'`)
  if (!row) throw new Error('no voucher')
  return [row.paid_minor, row.reserved_minor]
}

const messageOf = (answer: Awaited<ReturnType<ReturnType<typeof api>['activation']>>) =>
  answer.ok ? null : answer.error.fields['promocode']

const payRest = async (invoiceID: string, minor: number) => pay(invoiceID, { amount: usd(minor) })

/** An order for $12.50 that a voucher of $10 pays partly. */
async function partlyPaid() {
  const { id, code } = await voucher(1000)
  return { id, code, invoiceID: await placeOrder({ promocode: code }) }
}

describe('a code', () => {
  it('has 80 bits without look-alikes, and is read as people type it', async () => {
    const { code } = await voucher(1000)
    expect(code).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    expect(canonicalVoucher(typed)).toBe(code.replaceAll('-', ''))
    expect(canonicalVoucher('0OQ2 1IL2 2222 2222')).toBe('QQQ2LLL222222222')
    for (const other of ['SUMMER', '', code.slice(1), `${code}2`])
      expect(canonicalVoucher(other)).toBeNull()
  })

  it('is stored only as a hash', async () => {
    const { code } = await voucher(1000)
    const [stored] = await rows<object>('SELECT * FROM vouchers')
    expect(JSON.stringify(stored)).not.toContain(code.slice(0, 4))
  })

  it('shows what is left to pay in its currency, and why it cannot be used', async () => {
    const { code } = await voucher(1000)
    const priceWith = async (promocode: string) =>
      api().orderPrice({ tariffID: 'tr-10', promocode })
    expect(await priceWith(code.toLowerCase())).toMatchObject({
      value: { data: { prices: { USD: 1250, RUB: 115_000 }, totals: { USD: 250, RUB: 115_000 } } },
    })
    const inRoubles = await api().activation({
      ...orderOf(),
      paymentOption: 'card-rub',
      promocode: code,
    })
    expect(messageOf(inRoubles)).toEqual([words('voucher.other-currency')])
    const ended = await voucher(1000, { endsAt: clock.now })
    const gone = await voucher(1000)
    await withdraw(gone.id)
    const used = await voucher(1250)
    await placeOrder({ promocode: used.code })
    const held = await voucher(1000)
    await placeOrder({ promocode: held.code })
    for (const [typed, message] of [
      [ended.code, words('voucher.expired')],
      [gone.code, words('voucher.used')],
      [used.code, words('voucher.used')],
      [held.code, words('voucher.reserved')],
      ['2222-2222-2222-2222', words('promo.unknown')],
    ] as const) {
      expect(await priceWith(typed)).toMatchObject({
        error: { status: 422, fields: { promocode: [message] } },
      })
      expect(messageOf(await api().activation({ ...orderOf(), promocode: typed }))).toEqual([
        message,
      ])
    }
  })

  it('costs what the form showed, less the voucher', async () => {
    const { code } = await voucher(1000)
    const order = { ...orderOf(), promocode: code }
    expect(await api().activation({ ...order, expectedAmount: usd(1250) })).toMatchObject({
      error: { code: 'price-changed' },
    })
    expect(await api().activation({ ...order, expectedAmount: usd(250) })).toMatchObject({
      ok: true,
    })
    expect(await api().activation({ ...order, expectedAmount: usd(250) })).toMatchObject({
      ok: true,
    })
    expect(await api().activation({ ...order, promocode: undefined })).toMatchObject({
      error: { code: 'key-reused' },
    })
  })
})

describe('an order with a voucher', () => {
  it('pays the rest at the provider, and takes the voucher once when that is charged', async () => {
    const { id, invoiceID } = await partlyPaid()
    expect(await stateOfVoucher(id)).toEqual([0, 1000])
    await Promise.all([payRest(invoiceID, 250), payRest(invoiceID, 250)])
    const { status, amount, byVoucher, overcharged } = await invoiceOf(invoiceID)
    expect({ status, amount, byVoucher }).toEqual({
      status: 'success',
      amount: usd(1250),
      byVoucher: usd(1000),
    })
    expect(overcharged).toEqual(usd(250))
    expect(await stateOfVoucher(id)).toEqual([1000, 0])
  })

  it('needs no provider when the voucher pays all of it, at every interruption', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    await openShop(40)
    for (let call = 1; ; call += 1) {
      const { id, code } = await voucher(2000)
      const order = { ...orderOf(), email: `anna${call}@example.com`, promocode: code }
      const { database, counter } = failAt(env.DB, { call, takesEffect: call % 2 === 0 })
      bindings.DB = database
      await api().activation(order)
      bindings.DB = env.DB
      const answers = await Promise.all([api().activation(order), api().activation(order)])
      const refusals = answers.flatMap((answer) => (answer.ok ? [] : answer.error.code))
      expect(new Set(['already-paid', ...refusals]).size).toBe(1)
      const orders = await rows<{ id: string }>(`SELECT id FROM orders WHERE voucher_id = '${id}'`)
      expect(orders).toHaveLength(1)
      // A read continues the delivery.
      expect(await invoiceOf(orders[0]?.id ?? '')).toMatchObject({
        status: 'success',
        receiptNumber: String(call),
      })
      expect(await stateOfVoucher(id)).toEqual([1250, 0])
      if (counter.calls < call) break
    }
    expect(await rows('SELECT 1 FROM payments')).toEqual([])
  }, 60_000)

  it('opens the page of an order that needs no payment', async () => {
    const { code } = await voucher(1250)
    const answer = await api().activation({ ...orderOf(), promocode: code })
    if (!answer.ok) throw new Error(String(answer.error.code))
    const { paymentURL, invoiceID } = answer.value.data
    expect(paymentURL).toContain(`/payment/success?invoiceID=${invoiceID}`)
    expect(await stateOf(invoiceID)).toBe('success: issued')
  })

  it('cannot take money that a parallel order has reserved', async () => {
    const { id, code } = await voucher(1000)
    const place = async () => api().activation({ ...orderOf(), promocode: code })
    const answers = await Promise.all([place(), place(), place(), place()])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const refusals = answers.filter(({ ok }) => !ok).map(messageOf)
    expect(refusals).toEqual(Array.from({ length: 3 }, () => [words('voucher.reserved')]))
    expect(await stateOfVoucher(id)).toEqual([0, 1000])
  })

  it('gives the money back when it expires, and takes it again when it is paid late', async () => {
    const { id, code, invoiceID } = await partlyPaid()
    advanceClock(3600)
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('expired')
    expect(await stateOfVoucher(id)).toEqual([0, 0])
    const other = await placeOrder({ promocode: code })
    await payRest(invoiceID, 250)
    expect((await invoiceOf(invoiceID)).status).toBe('expired')
    expect(await openAlerts()).toEqual(['unmatched-fact'])
    advanceClock(3600)
    await jobs()
    await payRest(other, 250)
    expect([(await invoiceOf(other)).status, await stateOfVoucher(id)]).toEqual([
      'success',
      [1000, 0],
    ])
    expect(await refund(invoiceID, amountOf(250))).toMatchObject({ ok: true })
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await stateOfVoucher(id)).toEqual([1000, 0])
  })

  it('pays for no order whose other money goes back', async () => {
    const { id, code, invoiceID } = await partlyPaid()
    advanceClock(3600)
    await jobs()
    await placeOrder({ promocode: code })
    await payRest(invoiceID, 250)
    advanceClock(3600)
    await jobs()
    expect(await stateOfVoucher(id)).toEqual([0, 0])
    expect(await refund(invoiceID, amountOf(250))).toMatchObject({ ok: true })
    expect([(await invoiceOf(invoiceID)).status, await stateOfVoucher(id)]).toEqual([
      'refunded',
      [0, 0],
    ])
  })

  it('is lost when a dispute takes all that was charged beside the voucher', async () => {
    const { invoiceID } = await partlyPaid()
    await payRest(invoiceID, 250)
    await pay(invoiceID, { kind: 'dispute-lost', id: 'dispute', amount: usd(250) })
    expect((await invoiceOf(invoiceID)).status).toBe('lost')
  })

  it('keeps the money of a withdrawn voucher that it has reserved, but not when paid late', async () => {
    const first = await partlyPaid()
    await withdraw(first.id)
    await payRest(first.invoiceID, 250)
    expect((await invoiceOf(first.invoiceID)).status).toBe('success')
    const second = await partlyPaid()
    await withdraw(second.id)
    advanceClock(3600)
    await jobs()
    await payRest(second.invoiceID, 250)
    expect((await invoiceOf(second.invoiceID)).status).toBe('expired')
    expect(await stateOfVoucher(second.id)).toEqual([0, 0])
  })

  it('charges the lines that the voucher does not pay', async () => {
    const { code } = await voucher(1300)
    const invoiceID = await placeLines([{}, {}], { promocode: code })
    await payRest(invoiceID, 1200)
    expect(await stateOf(invoiceID)).toBe('success: issued, issued')
  })
})

describe('a refund', () => {
  it('onto a voucher that has ended can be used for 30 days', async () => {
    const { id, code } = await voucher(1250, { endsAt: new Date(clock.now.getTime() + 60_000) })
    const invoiceID = await placeOrder({ promocode: code })
    advanceClock(3600)
    expect(await refund(invoiceID, wholeOrder)).toMatchObject({ ok: true })
    await jobs()
    expect(await stateOfVoucher(id)).toEqual([0, 0])
    expect(await rows('SELECT expires_at FROM vouchers')).toEqual([
      { expires_at: new Date(clock.now.getTime() + 30 * 86_400_000).toISOString() },
    ])
  })

  it('returns what the provider charged first, and the rest to the voucher, once', async () => {
    const { id, code } = await voucher(1500)
    const invoiceID = await placeLines([{}, {}], { promocode: code })
    await payRest(invoiceID, 1000)
    const both = await Promise.all([refund(invoiceID, linesAt(1)), refund(invoiceID, linesAt(1))])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await stateOfVoucher(id)).toEqual([1250, 0])
    const parts = await rows(`SELECT provider, amount_minor, state FROM refunds ORDER BY provider`)
    expect(parts).toEqual([
      { provider: 'test', amount_minor: 1000, state: 'succeeded' },
      { provider: 'voucher', amount_minor: 250, state: 'succeeded' },
    ])
    expect(await rows('SELECT sum(amount_minor) AS sum FROM credit_notes')).toEqual([{ sum: 1250 }])
    expect(await refund(invoiceID, wholeOrder)).toMatchObject({ ok: true })
    await jobs()
    expect(await stateOfVoucher(id)).toEqual([0, 0])
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await refund(invoiceID, wholeOrder)).toMatchObject({ ok: false })
    await placeOrder({ promocode: code })
    expect(await stateOfVoucher(id)).toEqual([1250, 0])
  })

  it('reaches the voucher once at every interruption', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    await openShop(40)
    for (let call = 1; ; call += 1) {
      const { id, code } = await voucher(1250)
      const email = `anna${call}@example.com`
      const invoiceID = await placeOrder({ promocode: code, email })
      const { database, counter } = failAt(env.DB, { call, takesEffect: call % 2 === 0 })
      await refund(invoiceID, wholeOrder, { db: database }).catch(() => null)
      await refund(invoiceID, wholeOrder).catch(() => null)
      await sendOpenRefunds(staffContext())
      expect(await stateOfVoucher(id)).toEqual([0, 0])
      expect((await invoiceOf(invoiceID)).status).toBe('refunded')
      if (counter.calls < call) break
    }
  }, 60_000)
})

it('never takes more than a voucher has, in any order of events', async () => {
  const step = fc.constantFrom('order', 'pay', 'pay', 'wait', 'refund', 'withdraw', 'late')
  const amounts = fc.constantFrom(600, 1000, 1250, 2000, 3000)
  await fc.assert(
    fc.asyncProperty(
      amounts,
      fc.array(step, { minLength: 4, maxLength: 9 }),
      async (minor, steps) => {
        await openShop(9)
        const { id, code } = await voucher(minor)
        const placed: string[] = []
        for (const each of steps) {
          const [last] = placed.slice(-1)
          if (each === 'order') {
            const order = () => api().activation({ ...orderOf(), promocode: code })
            for (const answer of await Promise.all([order(), order()]))
              if (answer.ok) placed.push(answer.value.data.invoiceID)
          } else if (each === 'wait') {
            advanceClock(3000)
            await jobs()
          } else if (each === 'withdraw') await withdraw(id)
          else if (each === 'refund' && last !== undefined) await refund(last, wholeOrder)
          else if (last !== undefined) {
            const invoiceID = each === 'late' ? (placed[0] ?? last) : last
            const { amount, byVoucher } = await invoiceOf(invoiceID)
            const rest = amount.minor - byVoucher.minor
            if (rest > 0) await Promise.all([payRest(invoiceID, rest), jobs()])
          }
          const [paid, reserved] = await stateOfVoucher(id)
          expect(paid).toBeGreaterThanOrEqual(0)
          expect(paid + reserved).toBeLessThanOrEqual(minor)
        }
        // An order that counts as paid has its whole price.
        expect(
          await rows(`SELECT 1 FROM orders i JOIN order_states s ON s.order_id = i.id
          WHERE i.status <> s.status
            OR s.status IN ('paid', 'success') AND s.charged_minor < i.amount_minor
            OR i.status = 'expired' AND EXISTS (SELECT 1 FROM payment_facts f
              WHERE f.order_id = i.id AND f.provider = 'voucher')`),
        ).toEqual([])
      },
    ),
    { numRuns: 12 },
  )
})

it('counts vouchers in the books of a month', async () => {
  const { code, invoiceID } = await partlyPaid()
  await payRest(invoiceID, 250)
  await refund(invoiceID, amountOf(450))
  await voucher(700)
  const { id } = await voucher(300)
  await withdraw(id)
  await placeOrder({ promocode: code })
  const month = monthOf(clock.now)
  expect(await monthVouchers(staffContext(), month)).toEqual([
    {
      issued: usd(2000),
      used: usd(1000),
      returned: usd(200),
      withdrawn: usd(300),
      open: usd(900),
    },
  ])
  const { currencies } = await monthStatement(staffContext(), month)
  expect(currencies).toMatchObject([
    { charged: usd(1250), refunded: usd(450), undocumented: usd(0), unknown: { fees: 1 } },
  ])
})
