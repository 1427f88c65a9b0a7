import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { orderForOffice } from '../../src/orders/order-for-office.ts'
import { searchOrders } from '../../src/orders/search-orders.ts'
import { countWatchedOrders } from '../../src/orders/search-orders.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { planName } from '../../src/words/plan-words.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  invoiceOf,
  pay,
  payments,
  rows,
  signInCustomer,
  stockShop,
  words,
  usd,
} from '../support/small-shop.ts'
import { assign } from '../support/refunds.ts'
import { staffContext } from '../support/staff.ts'

beforeEach(clearShop)

type Line = {
  readonly tariffID: string
  readonly recipient?: string
  readonly message?: string
  readonly deliverOn?: string
}
const plan: Line = { tariffID: 'tr-10' }

const summary = { placeTitle: 'Türkiye', trafficMb: 10_240, validityDays: 30 }
const name = planName({ locale: 'en', words }, summary)

const orderOfLines = (lines: readonly Line[]) => ({
  lines: [...lines],
  email: 'anna@example.com',
  paymentOption: 'card-usd',
  consent: true as const,
  idempotencyKey: secretID(),
})

async function order(lines: readonly Line[]): Promise<string> {
  const started = await api().activation(orderOfLines(lines))
  if (!started.ok) throw new Error(`The order was refused: ${started.error.status}`)
  return started.value.data.invoiceID
}

async function seenByStaff(invoiceID: string) {
  const [found] = (await searchOrders({ ...staffContext(), locale: 'en' }, invoiceID)).orders
  const shown = await orderForOffice(staffContext(), invoiceID, 'en')
  expect(found?.scheduledFor).toBe(shown?.scheduledFor)
  const { waiting } = await countWatchedOrders(staffContext())
  return { scheduledFor: shown?.scheduledFor, waiting }
}

const payAll = (invoiceID: string, lines: number) => pay(invoiceID, { amount: usd(1250 * lines) })

describe('an order of several plans', () => {
  it('is priced and paid together, and each line gets its own eSIM and email', async () => {
    await stockShop(3)
    const invoiceID = await order([plan, plan, plan])
    expect(await invoiceOf(invoiceID)).toMatchObject({ amount: { minor: 3750 }, hash: null })
    await pay(invoiceID)
    expect(await rows('SELECT 1 FROM esims')).toEqual([])
    await payAll(invoiceID, 2)
    const { status, lines, hash } = await invoiceOf(invoiceID)
    expect(status).toBe('success')
    expect(new Set(lines.map((line) => line.hash)).size).toBe(3)
    expect(lines[0]?.hash).toBe(hash)
    const mails = await rows<{ body: string }>(`SELECT body FROM outbox WHERE purpose = 'esim'`)
    expect(mails).toHaveLength(3)
    for (const { body } of mails) expect(body).toContain(`/payment/success?invoiceID=${invoiceID}`)
  })

  it('has emails with the numbers of the eSIMs on its page, except in those of a gift', async () => {
    await stockShop(3)
    const gift = { ...plan, recipient: 'bella@example.com' }
    await payAll(await order([plan, gift, plan]), 3)
    const mails = await rows<{ subject: string; body: string }>(
      `SELECT subject, body FROM outbox WHERE purpose = 'esim'`,
    )
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set([
        `Your eSIM 1 of 3: ${name}`,
        `A gift for you: ${name}`,
        `Your eSIM 3 of 3: ${name}`,
      ]),
    )
    expect(mails.filter(({ body }) => body.includes(`eSIM 3 of 3: ${name}`))).toHaveLength(1)
  })

  describe('has one receipt', () => {
    const both = { amount: usd(2500) }
    const receipts = () =>
      rows<{ recipient: string }>(`SELECT recipient FROM outbox WHERE purpose = 'receipt'`)

    it.each([
      ['a decline', ['declined']],
      ['a partial refund', ['refunded']],
      ['a dispute that the shop won', ['disputed', 'dispute-won']],
    ] as const)('when %s matches its charge to the order', async (_, kinds) => {
      await stockShop(2)
      const invoiceID = await order([plan, plan])
      const reference = 'the reference of the provider'
      await pay(invoiceID, { ...both, reference, invoiceID: null })
      expect(await receipts()).toEqual([])
      const amount = usd(100)
      for (const kind of [...kinds, ...kinds])
        await pay(invoiceID, { kind, id: 'later', reference, amount })
      expect(await receipts()).toEqual([{ recipient: 'anna@example.com' }])
    })

    it('even when the shop stores its payment after the charge', async () => {
      await stockShop(2)
      payments.createProviders = (...settled) =>
        paymentProviders(...settled).map((provider) => ({
          ...provider,
          start: async (payment) => {
            await pay('none', { ...both, invoiceID: null, reference: payment.attemptID })
            return provider.start(payment)
          },
        }))
      await order([plan, plan])
      expect(await receipts()).toEqual([{ recipient: 'anna@example.com' }])
    })

    it('and no second receipt after its messages were deleted', async () => {
      await stockShop(2)
      const invoiceID = await order([plan, plan])
      await pay(invoiceID, both)
      await env.DB.prepare('DELETE FROM outbox').run()
      advanceClock(365 * 86_400)
      await pay(invoiceID, { kind: 'refunded', amount: usd(100) })
      expect(await receipts()).toEqual([])
    })
  })

  it('is refused when a plan has too little stock for its lines', async () => {
    await stockShop(1)
    expect(await api().activation(orderOfLines([plan, plan]))).toMatchObject({
      error: { status: 409, message: words('api.fewLeft', { count: 1, plan: name }) },
    })
    expect(await rows('SELECT 1 FROM orders')).toEqual([])
  })

  it('delivers the lines in stock, and refunds the other lines', async () => {
    await stockShop(2)
    const invoiceID = await order([plan, plan])
    await env.DB.prepare(`DELETE FROM stock WHERE matching_id = 'CODE-1'`).run()
    await payAll(invoiceID, 2)
    const statuses = async () => (await invoiceOf(invoiceID)).lines.map(({ status }) => status)
    expect((await invoiceOf(invoiceID)).status).toBe('paid')
    expect(await statuses()).toEqual(['issued', 'waiting'])
    await pay(invoiceID, { kind: 'refunded', amount: usd(1) })
    advanceClock(24 * 3600)
    await runScheduledJobs(env, clock.now)
    // Staff know what the refund in the provider's dashboard was for.
    expect(await rows('SELECT amount_minor FROM refunds')).toEqual([{ amount_minor: 1 }])
    await assign(invoiceID, { kind: 'none' })
    await runScheduledJobs(env, clock.now)
    expect(await rows('SELECT amount_minor FROM refunds ORDER BY origin')).toEqual([
      { amount_minor: 1250 },
      { amount_minor: 1 },
    ])
    expect(await statuses()).toEqual(['issued', 'refunded'])
  })

  it('emails a gift to its recipient on its day, with the message', async () => {
    await stockShop(2)
    const gift = { recipient: 'bella@example.com', message: 'Bon voyage!', deliverOn: '2026-11-25' }
    const invoiceID = await order([plan, { ...plan, ...gift }])
    await payAll(invoiceID, 2)
    expect((await invoiceOf(invoiceID)).lines.map(({ status }) => status)).toEqual([
      'issued',
      'scheduled',
    ])
    expect(await seenByStaff(invoiceID)).toEqual({ scheduledFor: '2026-11-25', waiting: 0 })
    advanceClock(3 * 86_400)
    await runScheduledJobs(env, clock.now)
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
    expect(await rows(`SELECT kind FROM alerts WHERE kind <> 'low-stock'`)).toEqual([])
    advanceClock(86_400)
    await runScheduledJobs(env, clock.now)
    const [mail] = await rows<{ body: string }>(
      `SELECT body FROM outbox WHERE recipient = 'bella@example.com' AND purpose = 'esim'`,
    )
    expect(mail?.body).toMatch(/\n\nanna@example\.com [^]*\n\nBon voyage!\n\n/)
    const { status, lines } = await invoiceOf(invoiceID)
    expect(status).toBe('success')
    expect(await seenByStaff(invoiceID)).toEqual({ scheduledFor: null, waiting: 0 })
    expect(lines[1]).toMatchObject({ status: 'issued', recipient: gift.recipient, hash: null })
    const [given] = await rows<{ hash: string }>(
      'SELECT esim_hash AS hash FROM esims WHERE line_position = 2',
    )
    expect(mail?.body).toContain(given?.hash)
    await api().esimResend({ hash: given?.hash ?? '' })
    expect(await rows(`SELECT recipient FROM outbox WHERE purpose = 'esim-copy'`)).toEqual([
      { recipient: 'bella@example.com' },
    ])
  })

  it.each([
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2027-02-18', true],
    ['2027-02-19', false],
    ['2026-02-30', false],
  ])('accepts the date %s for a gift: %s', async (deliverOn, isAccepted) => {
    await stockShop(1)
    const answer = await api().activation(orderOfLines([{ ...plan, deliverOn }]))
    expect(answer.ok ? 200 : answer.error.status).toBe(isAccepted ? 200 : 422)
  })

  it('names the first and the last date for a gift', async () => {
    await stockShop(2)
    const lines = [plan, { ...plan, deliverOn: '2026-11-20' }]
    const text = words('order.giftDateInvalid', { from: '21.11.2026', to: '18.02.2027' })
    expect(await api().activation(orderOfLines(lines))).toMatchObject({
      error: { fields: { lines: { 1: { deliverOn: [text] } } } },
    })
  })

  it.each(['two\nlines', 'a\rb', 'a\u0000b', 'a\u2028b', ' ', 'x'.repeat(501)])(
    'refuses the message %j',
    async (message) => {
      await stockShop(1)
      expect(await api().activation(orderOfLines([{ ...plan, message }]))).toMatchObject({
        error: { status: 422 },
      })
    },
  )

  it('lists a gift in the account of its recipient, and not in that of its buyer', async () => {
    await stockShop(2)
    const invoiceID = await order([plan, { ...plan, recipient: 'bella@example.com' }])
    await payAll(invoiceID, 2)
    const [own, given] = await rows<{ hash: string }>(
      'SELECT esim_hash AS hash FROM esims ORDER BY line_position',
    )
    const hashesOf = async (email: string) => {
      const esims = await api().customerEsims({}, { session: await signInCustomer(email) })
      return esims.ok && esims.value.data.map(({ hash }) => hash)
    }
    expect(await hashesOf('anna@example.com')).toEqual([own?.hash])
    expect(await hashesOf('bella@example.com')).toEqual([given?.hash])
  })

  it('accepts its idempotency key again only with the same lines', async () => {
    await stockShop(3)
    const first = orderOfLines([plan, { ...plan, message: 'Ёлка "a/b" \\u0041' }])
    expect(await api().activation(first)).toMatchObject({ ok: true })
    expect(await api().activation(first)).toMatchObject({ ok: true })
    for (const lines of [[plan], [plan, plan], [plan, plan, plan]])
      expect(await api().activation({ ...first, lines })).toMatchObject({
        error: { status: 409, message: words('api.keyReused') },
      })
    expect(await rows('SELECT 1 FROM orders')).toHaveLength(1)
  })

  it.each([
    ['no line', { lines: [] }],
    ['eleven lines', { lines: Array.from({ length: 11 }, () => plan) }],
    ['lines and a plan', { lines: [plan], tariffID: 'tr-10' }],
    ['neither lines nor a plan', { lines: undefined }],
  ])('is refused with %s', async (_, change) => {
    await stockShop(1)
    expect(await api().activation({ ...orderOfLines([plan]), ...change })).toMatchObject({
      error: { status: 422 },
    })
  })
})
