import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freezeOrder, unfreezeOrder } from '../../src/orders/order-actions.ts'
import { sendOpenRefunds } from '../../src/orders/refunds.ts'
import {
  assignRefund,
  recordRefund,
  refundOrder,
  revertRefund,
} from '../../src/orders/refund-actions.ts'
import type { RefundPurpose, RefundScope } from '../../src/orders/refund-actions.ts'
import { orderForOffice } from '../../src/orders/order-for-office.ts'
import { refundUndelivered } from '../../src/orders/refund-undelivered.ts'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import type { PaymentFact, PaymentProvider } from '../../src/payments/payment-provider.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { backendConfig } from '../../src/settings.ts'
import { openTestBank } from '../../src/payments/test-bank.ts'
import { orderNumberOf } from '../../src/kit/order-number.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { runBeforeBatch } from '../support/run-before-batch.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  invoiceOf,
  orderOf,
  pay,
  placeOrder,
  rows,
  stockShop,
  words,
} from '../support/small-shop.ts'
import { member, nextInput, staffContext } from '../support/staff.ts'

beforeEach(async () => {
  await clearShop()
  await stockShop(1)
})

/** Pays at the test bank, which books the money, and reports the payment. */
async function payAtBank(
  invoiceID: string,
  id = `charge-of-${invoiceID}`,
  minor = 1250,
): Promise<void> {
  const [payment] = await rows<{ reference: string }>(
    `SELECT reference FROM payments WHERE order_id = '${invoiceID}'`,
  )
  const amount = { minor, currency: 'USD' }
  const reference = payment?.reference ?? ''
  const at = clock.now
  await openTestBank(env.DB).book({ kind: 'charged', id, reference, invoiceID, amount, at })
  await pay(invoiceID, { id, reference, amount })
}

type RefundChange = { readonly scope?: RefundScope; readonly key?: string }

/** Staff refund an amount, or something else, of the current version of an order. */
async function refundNow(
  invoiceID: string,
  minor: number,
  { scope = { kind: 'amount', minor }, key }: RefundChange = {},
  change: Partial<PaymentProvider> = {},
) {
  const input = {
    ...(await nextInput(invoiceID)),
    ...(key !== undefined && { idempotencyKey: key }),
  }
  const providers = context().providers.map((provider) => ({ ...provider, ...change }))
  const form = { ...input, scope, reason: 'a complaint' }
  return refundOrder({ ...staffContext(), providers }, member('money'), form)
}

/** Staff say what a refund in the provider's dashboard was for. */
async function assign(
  invoiceID: string,
  purpose: RefundPurpose,
  change: Partial<PaymentProvider> = {},
) {
  advanceClock(60)
  const order = await orderForOffice(staffContext(), invoiceID, 'en')
  const refundID = order?.unassignedRefunds[0]?.id ?? ''
  const input = { ...(await nextInput(invoiceID)), refundID, purpose, reason: 'the dashboard' }
  const providers = context().providers.map((provider) => ({ ...provider, ...change }))
  return assignRefund({ ...staffContext(), providers }, member('money'), input)
}

function jobs(change: Partial<PaymentProvider> = {}): Promise<void> {
  return runScheduledJobs(env, clock.now, {
    providers: (config, dependencies) =>
      paymentProviders(config, dependencies).map((provider) => ({ ...provider, ...change })),
  })
}

function context() {
  const config = backendConfig(env)
  const providers = paymentProviders(config, { db: env.DB, now: () => clock.now })
  return { db: env.DB, config, now: clock.now, providers }
}

function refuse(options?: { readonly isTemporary: boolean }): never {
  throw new PaymentProviderError('test', 'refused', 'on purpose', options)
}

function unanswered(): never {
  throw new PaymentProviderError('test', 'unknown', 'on purpose')
}

async function restock(): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
    VALUES ('8910300000000000099', 'tr-10', 'rsp.example.com', 'LATE')`,
  ).run()
}

const mails = (purpose: string) =>
  rows<{ subject: string; body: string }>(
    `SELECT subject, body FROM outbox WHERE purpose = '${purpose}'`,
  )
const openAlerts = () =>
  rows<{ kind: string }>(
    `SELECT kind FROM alerts WHERE ended_at IS NULL AND kind <> 'low-stock' ORDER BY kind`,
  )
const hours = (count: number) => advanceClock(count * 3600)

/** Pays two plans at the test bank, of which one is in stock. */
async function payTwo(): Promise<string> {
  await restock()
  const { tariffID, ...order } = orderOf()
  const started = await api().activation({ ...order, lines: [{ tariffID }, { tariffID }] })
  const invoiceID = started.ok ? started.value.data.invoiceID : ''
  await env.DB.prepare(`DELETE FROM stock WHERE matching_id = 'LATE'`).run()
  await payAtBank(invoiceID, `charge-of-${invoiceID}`, 2500)
  return invoiceID
}

/** Pays two plans in two payments, because the first one does not cover the price. */
async function payInParts() {
  await restock()
  const { tariffID, ...order } = orderOf()
  const started = await api().activation({ ...order, lines: [{ tariffID }, { tariffID }] })
  const invoiceID = started.ok ? started.value.data.invoiceID : ''
  await payAtBank(invoiceID, `first-of-${invoiceID}`, 2000)
  advanceClock(60)
  await api().invoicePayment({ invoiceID })
  await env.DB.prepare(`DELETE FROM stock WHERE matching_id = 'LATE'`).run()
  const [second] = await rows<{ reference: string }>(
    'SELECT reference FROM payments ORDER BY started_at DESC LIMIT 1',
  )
  const reference = second?.reference ?? ''
  const amount = { minor: 500, currency: 'USD' }
  const id = `second-of-${invoiceID}`
  const fact = { id, reference, invoiceID, amount, at: clock.now }
  await openTestBank(env.DB).book({ kind: 'charged', ...fact })
  await pay(invoiceID, { id, reference, amount })
  return { invoiceID, reference }
}

describe('two payments for the last code', () => {
  it('deliver one order, and refund the other with an email after AUTO_REFUND_HOURS', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    await Promise.all([payAtBank(first), payAtBank(second)])
    const states = [await invoiceOf(first), await invoiceOf(second)]
    expect(states.map(({ status }) => status).toSorted()).toEqual(['paid', 'success'])
    const waiting = states.find(({ status }) => status === 'paid')
    expect(waiting).toMatchObject({ refundBy: '2026-11-22T10:00:00.000Z' })
    const [mail, ...others] = await mails('sold-out')
    expect(mail?.body).toContain('Türkiye')
    expect(mail?.body).toContain('22 November 2026'.slice(0, 2))
    expect(others).toEqual([])
    expect(await openAlerts()).toEqual([{ kind: 'sold-out-after-payment' }])
    expect(
      await rows(`SELECT detail FROM alerts WHERE kind = 'sold-out-after-payment'`),
    ).toMatchObject([{ detail: expect.stringContaining('"refundAt":"2026-11-22T10:00:00.000Z"') }])

    hours(23)
    await jobs()
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
    hours(1)
    await jobs()
    await jobs()
    expect(await rows('SELECT amount_minor, reason, actor FROM refunds')).toEqual([
      { amount_minor: 1250, reason: 'undelivered', actor: 'system' },
    ])
    expect(await invoiceOf(waiting?.invoiceID ?? '')).toMatchObject({
      status: 'refunded',
      refunded: { minor: 1250, currency: 'USD' },
      lines: [{ status: 'refunded', hash: null }],
    })
    expect(await mails('refund')).toHaveLength(1)
    expect(await openAlerts()).toEqual([])
  })

  it('refund the waiting order later when staff have frozen it', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    await payAtBank(first)
    await payAtBank(second)
    const refundTime = async () => (await invoiceOf(second)).refundBy
    expect(await refundTime()).toBe('2026-11-22T10:00:00.000Z')
    await freezeOrder(staffContext(), member(), { ...(await nextInput(second)), reason: 'stolen?' })
    expect(await refundTime()).toBeNull()
    hours(23)
    const input = { ...(await nextInput(second)), reason: 'no' }
    await unfreezeOrder(staffContext(), member(), input)
    expect(await refundTime()).toBe('2026-11-23T09:00:00.000Z')
    hours(2)
    await jobs()
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
  })

  it('refund nothing when a restock delivers the waiting order', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    await payAtBank(first)
    await payAtBank(second)
    await restock()
    hours(25)
    await jobs()
    expect(await invoiceOf(second)).toMatchObject({ status: 'success', refundBy: null })
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
    expect(await openAlerts()).toEqual([])
  })
})

describe('a refund', () => {
  async function createUndelivered(): Promise<string> {
    const invoiceID = await placeOrder()
    await env.DB.prepare('DELETE FROM stock').run()
    await payAtBank(invoiceID)
    hours(24)
    return invoiceID
  }

  it('names the order in the log by its number, because its id opens a page', async () => {
    const invoiceID = await createUndelivered()
    const write = vi.spyOn(console, 'error').mockReturnValue()
    await jobs({ refund: async () => refuse() })
    const lines = write.mock.calls.map(([line]) => String(line))
    write.mockRestore()
    const order = orderNumberOf(invoiceID)
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'refund-failed', provider: 'test', invoice: order }),
    )
    expect(lines.join()).not.toContain(invoiceID)
  })

  it('is requested for 15 seconds in a run from a provider that does not answer', async () => {
    await restock()
    const orders = [await placeOrder(), await placeOrder(), await placeOrder()]
    await rows('DELETE FROM stock')
    for (const id of orders) await payAtBank(id)
    hours(24)
    vi.spyOn(console, 'error').mockReturnValue()
    await jobs({ refund: async () => unanswered() })
    let calls = 0
    const start = clock.now
    const refund = async () => {
      calls += 1
      advanceClock(8)
      return unanswered()
    }
    const providers = context().providers.map((provider) => ({ ...provider, refund }))
    await sendOpenRefunds({ ...context(), providers, now: start, clock: () => clock.now })
    expect(calls).toBe(2)
    await jobs()
    expect(await rows(`SELECT 1 FROM refunds WHERE state = 'succeeded'`)).toHaveLength(3)
  })

  it('is retried with the same key after an unknown outcome', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await createUndelivered()
    const keys: string[] = []
    await jobs({
      refund: async (_, __, key) => {
        keys.push(key)
        throw new PaymentProviderError('test', 'unknown', 'timeout')
      },
    })
    expect((await invoiceOf(invoiceID)).status).toBe('paid')
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(
      await rows('SELECT id FROM payment_facts WHERE kind = ?'.replace('?', `'refunded'`)),
    ).toEqual([{ id: keys[0] }])
  })

  it('is not retried when the provider refuses it, so the operator must handle the order', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await createUndelivered()
    const refund = vi.fn<PaymentProvider['refund']>(async () => {
      throw new PaymentProviderError('test', 'refused', 'closed account')
    })
    await jobs({ refund })
    await jobs({ refund })
    expect(refund).toHaveBeenCalledTimes(1)
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'paid' })
    expect(await openAlerts()).toEqual([
      { kind: 'paid-undelivered' },
      { kind: 'refund-refused' },
      { kind: 'sold-out-after-payment' },
    ])
    expect(await invoiceOf(invoiceID)).toMatchObject({
      refundBy: null,
      lines: [{ status: 'waiting' }],
    })
  })

  it('is not made for a line that staff refund at the same moment', async () => {
    await restock()
    const recipient = 'friend@example.com'
    const later = { tariffID: 'tr-10', recipient, deliverOn: '2026-12-24' }
    const { tariffID, ...order } = orderOf()
    const answer = await api().activation({ ...order, lines: [{ tariffID }, later] })
    const invoiceID = answer.ok ? answer.value.data.invoiceID : ''
    await env.DB.prepare('DELETE FROM stock').run()
    await payAtBank(invoiceID, `charge-of-${invoiceID}`, 2500)
    advanceClock(48 * 3600)
    let batches = 0
    const db = runBeforeBatch(env.DB, async () => {
      batches += 1
      if (batches !== 2) return
      // The job has read the order, and has not stored the refund yet.
      const input = { ...(await nextInput(invoiceID)), reason: 'a complaint' }
      const scope = { kind: 'lines', positions: [1] } as const
      await refundOrder(staffContext(), member('money'), { ...input, scope })
    })
    await refundUndelivered({ ...context(), db })
    expect(await rows('SELECT actor, amount_minor FROM refunds')).toEqual([
      { actor: 'A money', amount_minor: 1250 },
    ])
    await jobs()
    expect(await rows('SELECT 1 FROM refunds')).toHaveLength(1)
  })

  it('is made for each day on which a line was due', async () => {
    await restock()
    const line = { tariffID: 'tr-10' }
    const started = await api().activation({
      lines: [line, { ...line, deliverOn: '2026-11-23' }],
      email: 'anna@example.com',
      paymentOption: 'card-usd',
      consent: true,
      idempotencyKey: secretID(),
    })
    const invoiceID = started.ok ? started.value.data.invoiceID : ''
    await env.DB.prepare('DELETE FROM stock').run()
    await payAtBank(invoiceID, 'charge', 2500)
    hours(24)
    await jobs()
    const amounts = () => rows('SELECT amount_minor FROM refunds')
    expect(await amounts()).toEqual([{ amount_minor: 1250 }])
    hours(48)
    await jobs()
    await jobs()
    expect(await amounts()).toEqual([{ amount_minor: 1250 }, { amount_minor: 1250 }])
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })

  describe('of one of two lines', () => {
    const refunds = () => rows('SELECT amount_minor FROM refunds ORDER BY origin')

    it('waits until staff say what a refund in the dashboard was for', async () => {
      const invoiceID = await payTwo()
      await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard' })
      expect(await openAlerts()).toContainEqual({ kind: 'unassigned-refund' })
      hours(25)
      await jobs()
      expect(await rows(`SELECT origin, positions FROM refunds`)).toEqual([
        { origin: 'provider', positions: '[]' },
      ])
      await assign(invoiceID, { kind: 'lines', positions: [2] })
      await jobs()
      expect(await refunds()).toEqual([{ amount_minor: 1250 }])
      expect(await invoiceOf(invoiceID)).toMatchObject({
        status: 'success',
        lines: [{ status: 'issued' }, { status: 'refunded' }],
      })
      expect(await openAlerts()).toEqual([])
      const subjects = await rows(
        `SELECT subject FROM outbox WHERE purpose = 'refund' ORDER BY created_at`,
      )
      // The second email does not look like a second refund.
      expect(subjects).toEqual([
        { subject: expect.stringContaining('We’ve refunded') },
        { subject: 'A part of your order was cancelled' },
      ])
    })

    it('is made when the refund in the dashboard was for no line', async () => {
      const invoiceID = await payTwo()
      const amount = { minor: 500, currency: 'USD' }
      await pay(invoiceID, { kind: 'refunded', id: 'part-in-the-dashboard', amount })
      hours(25)
      await assign(invoiceID, { kind: 'none' })
      await jobs()
      expect(await refunds()).toEqual([{ amount_minor: 1250 }, { amount_minor: 500 }])
      expect((await invoiceOf(invoiceID)).status).toBe('success')
    })

    it.each(['after', 'before'])(
      'ends when the operator makes it in the dashboard %s the provider fails',
      async (time) => {
        vi.spyOn(console, 'error').mockReturnValue()
        const invoiceID = await payTwo()
        const payInDashboard = async () => pay(invoiceID, { kind: 'refunded', id: 'by-hand' })
        hours(25)
        await jobs({ refund: async () => null })
        if (time === 'before') await payInDashboard()
        advanceClock(60)
        await jobs({ refund: async () => refuse() })
        if (time === 'after') await payInDashboard()
        expect(await openAlerts()).toEqual(
          expect.arrayContaining([{ kind: 'refund-refused' }, { kind: 'unassigned-refund' }]),
        )
        const order = await orderForOffice(staffContext(), invoiceID, 'en')
        const failed = order?.failedRefunds[0]?.id ?? ''
        const scope = { kind: 'failed', refundID: failed } as const
        const retry = { ...(await nextInput(invoiceID)), scope, reason: 'again' }
        expect(await refundOrder(staffContext(), member(), retry)).toMatchObject({
          error: { reason: 'refund-unassigned' },
        })
        await assign(invoiceID, { kind: 'same', refundID: failed })
        advanceClock(60)
        await jobs()
        expect(await invoiceOf(invoiceID)).toMatchObject({
          status: 'success',
          lines: [{ status: 'issued' }, { status: 'refunded' }],
        })
        expect((await mails('refund')).map(({ body }) => body).join()).toContain('Türkiye')
        expect(await rows(`SELECT origin, state FROM refunds ORDER BY origin`)).toEqual([
          { origin: 'automatic', state: 'cancelled' },
          { origin: 'provider', state: 'succeeded' },
        ])
        expect(await openAlerts()).toEqual([])
      },
    )

    it('is not reduced by an amount that staff refunded', async () => {
      const invoiceID = await payTwo()
      await refundNow(invoiceID, 500)
      hours(25)
      await jobs()
      expect(await refunds()).toEqual([{ amount_minor: 1250 }, { amount_minor: 500 }])
      expect((await invoiceOf(invoiceID)).status).toBe('success')
    })

    it('knows the report of an amount by staff by its key, before the provider answers', async () => {
      const invoiceID = await payTwo()
      const pending = { refund: async () => null }
      await refundNow(invoiceID, 500, {}, pending)
      const [own] = await rows<{ id: string }>('SELECT id FROM refunds')
      const amount = { minor: 500, currency: 'USD' }
      await pay(invoiceID, { kind: 'refunded', id: 're_1', refundKey: own?.id, amount })
      expect(await rows('SELECT state, provider_id FROM refunds')).toEqual([
        { state: 'succeeded', provider_id: 're_1' },
      ])
      hours(25)
      await jobs()
      expect(await refunds()).toEqual([{ amount_minor: 1250 }, { amount_minor: 500 }])
      expect((await invoiceOf(invoiceID)).status).toBe('success')
      expect(await openAlerts()).toEqual([])
    })

    it('belongs to the request, even if the first report of it had no key', async () => {
      const invoiceID = await payTwo()
      await refundNow(invoiceID, 500, {}, { refund: async () => null })
      const [own] = await rows<{ id: string; reference: string }>(
        'SELECT id, reference FROM refunds',
      )
      const { id = '', reference = '' } = own ?? {}
      const amount = { minor: 500, currency: 'USD' }
      await pay(invoiceID, { kind: 'refunded', id, amount })
      expect(await openAlerts()).toContainEqual({ kind: 'unassigned-refund' })
      const fact = { kind: 'refunded', id, reference, invoiceID, amount, at: clock.now } as const
      await jobs({ refund: async () => fact })
      expect(await rows('SELECT origin, state FROM refunds ORDER BY origin')).toEqual([
        { origin: 'provider', state: 'cancelled' },
        { origin: 'staff', state: 'succeeded' },
      ])
      expect((await invoiceOf(invoiceID)).refunded).toEqual(amount)
      expect(await openAlerts()).not.toContainEqual({ kind: 'unassigned-refund' })
    })
  })

  it('of two payments asks staff for the part that failed, while the line stays returned', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { invoiceID, reference } = await payInParts()
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'paid',
      lines: [{ status: 'issued' }, { status: 'waiting' }],
    })

    // The refund of line 2 takes 500 of the second payment, and 750 of the first.
    const [provider] = context().providers
    await refundNow(
      invoiceID,
      0,
      { scope: { kind: 'lines', positions: [2] } },
      {
        refund: async (...part: Parameters<PaymentProvider['refund']>) =>
          part[0] === reference && provider ? provider.refund(...part) : refuse(),
      },
    )
    expect(await rows('SELECT amount_minor, state FROM refunds ORDER BY amount_minor')).toEqual([
      { amount_minor: 500, state: 'succeeded' },
      { amount_minor: 750, state: 'failed' },
    ])
    expect(await mails('refund')).toEqual([])
    hours(25)
    await jobs()
    expect(await openAlerts()).toEqual([{ kind: 'refund-refused' }])
    const [failed] = (await orderForOffice(staffContext(), invoiceID, 'en'))?.failedRefunds ?? []
    expect(failed).toMatchObject({ amount: { minor: 750 }, positions: [2] })
    await refundNow(invoiceID, 0, { scope: { kind: 'failed', refundID: failed?.id ?? '' } })
    await jobs()
    expect(await openAlerts()).toEqual([])
    expect(await mails('refund')).toHaveLength(1)
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      refunded: { minor: 1250 },
      lines: [{ status: 'issued' }, { status: 'refunded' }],
    })
  })

  it('is due only for lines that are not delivered after the provider refused', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    await restock()
    const { tariffID, ...order } = orderOf()
    const started = await api().activation({ ...order, lines: [{ tariffID }, { tariffID }] })
    const invoiceID = started.ok ? started.value.data.invoiceID : ''
    await env.DB.prepare('DELETE FROM stock').run()
    await payAtBank(invoiceID, `charge-of-${invoiceID}`, 2500)
    hours(24)
    await jobs({ refund: async () => refuse() })
    const asked = () =>
      rows(`SELECT detail ->> '$.values.minor' AS minor FROM alerts
        WHERE kind = 'refund-refused' AND ended_at IS NULL`)
    expect(await asked()).toEqual([{ minor: 2500 }])
    await restock()
    advanceClock(60)
    await jobs()
    expect(await asked()).toEqual([{ minor: 1250 }])
    await pay(invoiceID, { kind: 'refunded', id: `hand-${invoiceID}` })
    await assign(invoiceID, { kind: 'lines', positions: [2] })
    advanceClock(60)
    await jobs()
    await jobs()
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      lines: [{ status: 'issued' }, { status: 'refunded' }],
    })
    expect(await openAlerts()).toEqual([])
  })

  it.each(['at once', 'later'])(
    'lets a restock deliver the order when it fails %s',
    async (when) => {
      vi.spyOn(console, 'error').mockReturnValue()
      const invoiceID = await createUndelivered()
      if (when === 'later') await jobs({ refund: async () => null })
      await jobs({ refund: async () => refuse() })
      expect(await openAlerts()).toContainEqual({ kind: 'refund-refused' })
      await restock()
      await jobs()
      await jobs()
      expect(await invoiceOf(invoiceID)).toMatchObject({
        status: 'success',
        lines: [{ status: 'issued' }],
      })
      expect(await openAlerts()).toEqual([])
    },
  )

  it('is complete when the operator makes it after a refusal by the provider', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await createUndelivered()
    await jobs({ refund: async () => refuse() })
    await pay(invoiceID, { kind: 'refunded', id: 'by-hand' })
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await openAlerts()).toEqual([])
    expect(await mails('refund')).toHaveLength(1)
  })

  it('is retried after a temporary refusal, and raises an alert after an hour of refusals', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await createUndelivered()
    await jobs({ refund: async () => refuse({ isTemporary: true }) })
    expect(await openAlerts()).not.toContainEqual({ kind: 'refund-refused' })
    hours(1)
    await jobs({ refund: async () => refuse({ isTemporary: true }) })
    expect(await openAlerts()).toContainEqual({ kind: 'refund-refused' })
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await openAlerts()).toEqual([])
  })

  it('is requested again while it is pending', async () => {
    const invoiceID = await createUndelivered()
    await jobs({ refund: async () => null })
    hours(2)
    await jobs({ refund: async () => null })
    expect(await rows('SELECT state FROM refunds')).toEqual([{ state: 'sent' }])
    expect(await openAlerts()).toEqual([])
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await rows(`SELECT 1 FROM refunds WHERE state = 'succeeded'`)).toHaveLength(1)
  })

  it.each(['removed', 'test'])(
    'is not delayed by 20 other refunds at the provider %s',
    async (other) => {
      vi.spyOn(console, 'error').mockReturnValue()
      const invoiceID = await createUndelivered()
      const fail = async () => {
        throw new PaymentProviderError('test', 'unknown', 'timeout')
      }
      await jobs({ refund: fail })
      const older = Array.from({ length: 20 }, (_, number) =>
        env.DB.prepare(
          `INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference,
          amount_minor, currency, reason, actor, requested_at)
        VALUES (?1, ?1, ?2, 'staff', 'sent', ?3, 'elsewhere', 1, 'USD', 'goodwill', 'anna',
          '2026-11-20')`,
        ).bind(`older-${number}`, invoiceID, other),
      )
      const [own] = await rows<{ id: string }>('SELECT id FROM refunds')
      await env.DB.batch(older)
      advanceClock(60)
      const asked: string[] = []
      const refund = async (_: string, __: unknown, key: string) => {
        asked.push(key)
        return fail()
      }
      await jobs({ refund })
      advanceClock(60)
      await jobs({ refund })
      expect(asked).toContain(own?.id)
    },
  )

  it('is not delayed by 20 orders whose payments have no money left', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await createUndelivered()
    const [order] = await rows<object>('SELECT * FROM orders')
    const [line] = await rows<object>('SELECT * FROM order_lines')
    const insert = (table: string, row: object) =>
      env.DB.prepare(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      ).bind(...Object.values(row))
    for (let number = 0; number < 20; number++) {
      const id = `without-money-${number}`
      const change = { id, idempotency_key: id, paid_at: '2026-11-20', receipt_number: null }
      await env.DB.batch([
        insert('orders', { ...order, ...change }),
        insert('order_lines', { ...line, order_id: id }),
      ])
    }
    await refundUndelivered(context())
    expect((await invoiceOf(invoiceID)).status).toBe('paid')
    await refundUndelivered(context())
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })

  it('is made after staff refunded a part as undelivered', async () => {
    const invoiceID = await createUndelivered()
    await refundNow(invoiceID, 100)
    await jobs()
    expect(await rows('SELECT amount_minor FROM refunds ORDER BY amount_minor')).toEqual([
      { amount_minor: 100 },
      { amount_minor: 1150 },
    ])
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })

  it('never exceeds the payments, with parallel requests or a repeated key', async () => {
    const invoiceID = await placeOrder()
    await payAtBank(invoiceID)
    const keys = [secretID(), secretID(), secretID()]
    const refund = (minor: number, index: number) =>
      refundNow(invoiceID, minor, { key: keys[index] ?? '' })
    await Promise.all([refund(500, 0), refund(500, 0), refund(800, 1)])
    const held = await rows<{ held_minor: number }>('SELECT held_minor FROM order_states')
    expect([750, 450]).toContain(held[0]?.held_minor)
    expect(await refund(1250, 2)).toMatchObject({ error: { reason: 'more-than-held' } })
    expect(await rows('SELECT 1 FROM refunds')).toHaveLength(1)
  })

  it('returns an overcharge from the newest payment first, and ends the alert', async () => {
    const invoiceID = await placeOrder()
    await payAtBank(invoiceID)
    await payAtBank(invoiceID, 'second-charge')
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      overcharged: { minor: 1250, currency: 'USD' },
    })
    expect(await openAlerts()).toEqual([{ kind: 'overcharged' }])
    await refundNow(invoiceID, 1250)
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      refunded: { minor: 1250, currency: 'USD' },
      overcharged: { minor: 0, currency: 'USD' },
    })
    expect(await openAlerts()).toEqual([])
  })
})

describe('a refunded eSIM', () => {
  it.each(['refunded', 'dispute-lost'] as const)('hides its code after %s', async (kind) => {
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    const hash = (await invoiceOf(invoiceID)).hash ?? ''
    await pay(invoiceID, { kind })
    const refusal = { error: { status: 409, message: words('api.refunded') } }
    expect(await api().esim({ hash })).toMatchObject(refusal)
    expect(await api().esimResend({ hash })).toMatchObject(refusal)
    expect(await api().esimInfo({ hash })).toMatchObject({
      value: { data: { esim: { balance: { status: 'refunded' } } } },
    })
    expect(await mails('refund')).toHaveLength(1)
  })

  it('shows its code during a dispute, and after the shop won it', async () => {
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    const hash = (await invoiceOf(invoiceID)).hash ?? ''
    await pay(invoiceID, { kind: 'disputed', id: 'dispute-1' })
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'disputed' })
    expect(await openAlerts()).toEqual([{ kind: 'dispute' }])
    expect(await api().esim({ hash })).toMatchObject({ ok: true })
    await pay(invoiceID, { kind: 'dispute-won', id: 'dispute-1' })
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success' })
    expect(await openAlerts()).toEqual([])
  })
})

describe('facts that match no payment', () => {
  it('raise an alert, which ends when the payment becomes known', async () => {
    const invoiceID = await placeOrder()
    await pay(invoiceID, { invoiceID: null, reference: 'unknown' })
    expect(await openAlerts()).toEqual([{ kind: 'unmatched-fact' }])
    await pay(invoiceID, { amount: { minor: 1250, currency: 'EUR' } })
    expect(await openAlerts()).toHaveLength(2)
  })
})

const usd = (minor: number) => ({ minor, currency: 'USD' })
type Facts = readonly Partial<PaymentFact>[]
const disputed = { kind: 'disputed', id: 'dispute' } as const
const lost = { kind: 'dispute-lost', id: 'dispute' } as const

/**
 * Every action ends visibly: it is refused with a reason, the money went back, or the refund is
 * open, on its way or as a failed one with its alert and its forms.
 */
describe('a refund of the whole order', () => {
  it.each<{
    readonly name: string
    readonly facts?: Facts
    /** What the provider does with the refund, and with one before it. */
    readonly provider?: Partial<PaymentProvider>
    readonly before?: Partial<PaymentProvider>
    readonly refused?: string
    readonly status: string
    readonly unrefunded?: number
    readonly isOpen?: 'sent' | 'failed'
  }>([
    { name: 'a payment', status: 'refunded' },
    {
      name: 'an open dispute',
      facts: [disputed],
      refused: 'disputed',
      status: 'disputed',
      unrefunded: 1250,
    },
    {
      name: 'a won dispute',
      facts: [disputed, { ...disputed, kind: 'dispute-won' }],
      status: 'refunded',
    },
    {
      name: 'a lost dispute',
      facts: [disputed, lost],
      refused: 'nothing-to-refund',
      status: 'lost',
    },
    {
      name: 'a dispute that was lost and then won',
      facts: [lost, { ...disputed, kind: 'dispute-won' }],
      status: 'refunded',
    },
    { name: 'a partly lost dispute', facts: [{ ...lost, amount: usd(400) }], status: 'refunded' },
    {
      name: 'a partly lost dispute, with a refusal',
      facts: [{ ...lost, amount: usd(400) }],
      provider: { refund: async () => refuse() },
      status: 'success',
      unrefunded: 850,
      isOpen: 'failed',
    },
    {
      name: 'a partly lost dispute and an open one',
      facts: [
        { ...lost, amount: usd(400) },
        { ...disputed, id: 'another' },
      ],
      refused: 'disputed',
      status: 'disputed',
      unrefunded: 850,
    },
    {
      name: 'an earlier refund of a part',
      facts: [{ kind: 'refunded', id: 'part', amount: usd(250) }],
      status: 'refunded',
    },
    {
      name: 'a pending refund',
      before: { refund: async () => null },
      provider: { refund: async () => null },
      refused: 'nothing-to-refund',
      status: 'paid',
      isOpen: 'sent',
    },
    { name: 'a failed refund', before: { refund: async () => refuse() }, status: 'refunded' },
    {
      name: 'a provider without an answer',
      provider: { refund: async () => unanswered() },
      status: 'paid',
      isOpen: 'sent',
    },
    {
      name: 'a card that has expired, or after 180 days',
      provider: { refund: async () => refuse() },
      status: 'success',
      unrefunded: 1250,
      isOpen: 'failed',
    },
  ])('after $name is done, refused or open', async (each) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await placeOrder()
    await payAtBank(invoiceID)
    for (const fact of each.facts ?? []) await pay(invoiceID, fact)
    const scope = { kind: 'order' } as const
    if (each.before) await refundNow(invoiceID, 0, { scope }, each.before)
    advanceClock(60)
    const result = await refundNow(invoiceID, 0, { scope }, each.provider)
    expect(result).toMatchObject(
      each.refused === undefined ? { ok: true } : { error: { reason: each.refused } },
    )
    await jobs(each.provider)
    expect((await invoiceOf(invoiceID)).status).toBe(each.status)
    const order = await orderForOffice(staffContext(), invoiceID, 'en')
    expect(order?.unrefunded.minor).toBe(each.unrefunded ?? 0)
    const open = await rows<{ state: string }>(
      `SELECT state FROM refunds WHERE state IN ('requested', 'sent', 'failed')`,
    )
    const left = order?.failedRefunds.length ?? 0
    expect(open.filter(({ state }) => state === 'sent').length + left).toBe(each.isOpen ? 1 : 0)
    expect(open.some(({ state }) => state === each.isOpen)).toBe(each.isOpen !== undefined)
    const alerts = await openAlerts()
    expect(alerts.some(({ kind }) => kind === 'refund-refused')).toBe(each.isOpen === 'failed')
  })

  it('in another currency is refused, because staff decide about the charge', async () => {
    const invoiceID = await placeOrder()
    await pay(invoiceID, { amount: { minor: 1150, currency: 'EUR' } })
    expect(await refundNow(invoiceID, 0, { scope: { kind: 'order' } })).toMatchObject({
      error: { reason: 'nothing-to-refund' },
    })
    expect(await openAlerts()).toContainEqual({ kind: 'unmatched-fact' })
  })
})

describe('money for no line', () => {
  const amount = { minor: 100, currency: 'USD' }
  const delivered = {
    status: 'success',
    refunded: amount,
    lines: [{ status: 'issued' }, { status: 'issued' }],
  }

  it('by staff does not stop the delivery', async () => {
    const invoiceID = await payTwo()
    await refundNow(invoiceID, 100)
    await restock()
    await jobs()
    expect(await invoiceOf(invoiceID)).toMatchObject(delivered)
  })

  it('in the dashboard stops the delivery until staff have assigned it', async () => {
    const invoiceID = await payTwo()
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    await restock()
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('paid')
    await assign(invoiceID, { kind: 'none' })
    await jobs()
    expect(await invoiceOf(invoiceID)).toMatchObject(delivered)
  })

  it('does not hide a refund in the dashboard when it returned a second charge', async () => {
    const invoiceID = await payTwo()
    await payAtBank(invoiceID, 'second-charge', 2500)
    await refundNow(invoiceID, 2500)
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    await restock()
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('paid')
  })

  it('delivers nothing when it was all the money', async () => {
    const invoiceID = await payTwo()
    await refundNow(invoiceID, 2500)
    await restock()
    await jobs()
    expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })
})

describe('a reported refund of less than', () => {
  const amount = { minor: 500, currency: 'USD' }
  const tooLittle = { error: { reason: 'less-than-lines' } }

  it('its lines cost is completed, so that the customer gets exactly the price', async () => {
    const invoiceID = await payTwo()
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    expect(await assign(invoiceID, { kind: 'lines', positions: [2] })).toMatchObject({ ok: true })
    await jobs()
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      refunded: { minor: 1250 },
      lines: [{ status: 'issued' }, { status: 'refunded' }],
    })
    expect(await rows('SELECT amount_minor FROM refunds ORDER BY amount_minor')).toEqual([
      { amount_minor: 500 },
      { amount_minor: 750 },
    ])
    expect(await rows('SELECT sum(amount_minor) AS minor FROM credit_notes')).toEqual([
      { minor: 1250 },
    ])
  })

  it('its lines cost leaves the rest to return when the provider refuses it', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await payTwo()
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    await assign(invoiceID, { kind: 'order' }, { refund: async () => refuse() })
    const order = await orderForOffice(staffContext(), invoiceID, 'en')
    expect(order?.failedRefunds).toMatchObject([{ amount: { minor: 2000 }, positions: [1, 2] }])
    await jobs()
    expect(await openAlerts()).toContainEqual({ kind: 'refund-refused' })
  })

  it('its lines cost is not completed while a charge is disputed', async () => {
    const invoiceID = await payTwo()
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    await pay(invoiceID, { kind: 'disputed', id: 'dispute-1' })
    const disputed = { error: { reason: 'disputed' } }
    expect(await assign(invoiceID, { kind: 'order' })).toMatchObject(disputed)
    expect(await assign(invoiceID, { kind: 'none' })).toMatchObject({ ok: true })
  })

  it('a failed refund does not end its alert', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await payTwo()
    const scope = { kind: 'lines', positions: [2] } as const
    await refundNow(invoiceID, 0, { scope }, { refund: async () => refuse() })
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    const [failed] = (await orderForOffice(staffContext(), invoiceID, 'en'))?.failedRefunds ?? []
    const same = { kind: 'same', refundID: failed?.id ?? '' } as const
    expect(await assign(invoiceID, same)).toMatchObject(tooLittle)
    await jobs()
    expect(await openAlerts()).toContainEqual({ kind: 'refund-refused' })
  })
})

it('a refund at a provider that was removed fails, unless it was sent', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const invoiceID = await payTwo()
  await refundNow(invoiceID, 100, {}, { id: 'another' })
  const states = () => rows('SELECT state FROM refunds')
  expect(await states()).toEqual([{ state: 'failed' }])
  await jobs()
  expect(await openAlerts()).toContainEqual({ kind: 'refund-refused' })
  await rows(`UPDATE refunds SET state = 'sent'`)
  await sendOpenRefunds({ ...context(), providers: [] })
  expect(await states()).toEqual([{ state: 'sent' }])
})

it('an order that was overcharged, refunded and then disputed shows no refund form', async () => {
  const invoiceID = await placeOrder()
  await payAtBank(invoiceID)
  await payAtBank(invoiceID, 'second-charge')
  await refundNow(invoiceID, 0, { scope: { kind: 'lines', positions: [1] } })
  await pay(invoiceID, { kind: 'disputed', id: 'dispute-1' })
  expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  expect(await refundNow(invoiceID, 1250)).toMatchObject({ error: { reason: 'disputed' } })
})

it('a refund by hand of two payments is reverted as one', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { invoiceID } = await payInParts()
  await refundNow(invoiceID, 400, {}, { refund: async () => refuse() })
  await refundNow(invoiceID, 300)
  const read = async () => orderForOffice(staffContext(), invoiceID, 'en')
  const refundID = (await read())?.failedRefunds[0]?.id ?? ''
  const form = async () => ({ ...(await nextInput(invoiceID)), reason: 'the card is closed' })
  const transfer = { returnedOn: '2026-11-21', transfer: 'PO 17' }
  const scope = { kind: 'failed', refundID } as const
  await recordRefund(staffContext(), member(), { ...(await form()), ...transfer, scope })
  expect(await rows(`SELECT amount_minor FROM refunds WHERE origin = 'hand'`)).toEqual([
    { amount_minor: 200 },
    { amount_minor: 200 },
  ])
  expect(await read()).toMatchObject({
    failedRefunds: [],
    handRefunds: [{ amount: { minor: 400 } }],
  })
  const hand = (await read())?.handRefunds[0]?.id ?? ''
  advanceClock(60)
  await revertRefund(staffContext(), member(), { ...(await form()), refundID: hand })
  expect(await read()).toMatchObject({
    failedRefunds: [{ amount: { minor: 400 } }],
    handRefunds: [],
  })
  expect((await invoiceOf(invoiceID)).refunded.minor).toBe(300)
})
