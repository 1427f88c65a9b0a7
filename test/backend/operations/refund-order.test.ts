import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cancelRefund } from '../../../src/orders/cancel-refund.ts'
import { orderForStaff } from '../../../src/orders/order-for-office.ts'
import { orderTimeline } from '../../../src/orders/timeline.ts'
import { readRefusedRecords } from '../../../src/orders/refund-records.ts'
import { refundOrder } from '../../../src/orders/refund-order.ts'
import { reissueEsim } from '../../../src/orders/replace-line.ts'
import type { RefundScope } from '../../../src/orders/refund-order.ts'
import { refundUndelivered } from '../../../src/orders/refund-undelivered.ts'
import { PaymentProviderError } from '../../../src/payments/payment-provider.ts'
import type { PaymentProvider } from '../../../src/payments/payment-provider.ts'
import { runScheduledJobs } from '../../../src/jobs.ts'
import { runBeforeBatch } from '../../support/run-before-batch.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  orderOf,
  pay,
  rows,
  settings,
  signInPartner,
  stockShop,
} from '../../support/small-shop.ts'
import { auditRows, member, nextInput, paidOrder, staffContext } from '../../support/staff.ts'

beforeEach(async () => {
  await clearShop()
  await stockShop(3)
})

async function refund(invoiceID: string, scope: RefundScope, context = staffContext()) {
  const input = { ...(await nextInput(invoiceID)), scope, reason: 'a complaint' }
  return refundOrder(context, member('money'), input)
}

const stateOf = async (invoiceID: string) => {
  const order = await orderForStaff(staffContext(), invoiceID, 'en')
  return { status: order?.status, unrefunded: order?.unrefunded.minor }
}

async function orderOfTwo(referralCode?: string): Promise<string> {
  return orderOfLines(2, referralCode)
}

async function orderOfLines(count: number, referralCode?: string): Promise<string> {
  const invoiceID = await startOrder(count, referralCode)
  await pay(invoiceID, { amount: { minor: 1250 * count, currency: 'USD' } })
  return invoiceID
}

async function startOrder(count: number, referralCode?: string): Promise<string> {
  const { tariffID, ...order } = { ...orderOf(), referralCode }
  const lines = Array.from({ length: count }, () => ({ tariffID }))
  const answer = await api().activation({ ...order, lines })
  if (!answer.ok) throw new Error('the order was refused')
  return answer.value.data.invoiceID
}

async function leaveOneProfile(): Promise<void> {
  await env.DB.prepare('DELETE FROM stock WHERE iccid <> (SELECT min(iccid) FROM stock)').run()
}

/** An order of two lines, one of which is delivered. It is paid with $20 and $5. */
async function payInTwoParts(): Promise<string> {
  const invoiceID = await startOrder(2)
  await pay(invoiceID, { amount: { minor: 2000, currency: 'USD' } })
  advanceClock(60)
  await api().invoicePayment({ invoiceID })
  await leaveOneProfile()
  await pay(invoiceID, { amount: { minor: 500, currency: 'USD' } })
  return invoiceID
}

const isShown = async () =>
  Promise.all(
    (
      await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims ORDER BY line_position')
    ).map(async ({ hash }) => (await api().esim({ hash })).ok),
  )

describe('a refund by staff', () => {
  it('returns the money of a whole order and blocks its eSIMs', async () => {
    const invoiceID = await orderOfTwo()
    const result = await refund(invoiceID, { kind: 'order' })
    expect(result).toMatchObject({
      ok: true,
      value: { details: { scope: 'order', amount: 2500, currency: 'USD', lines: '1 2' } },
    })
    expect(await stateOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
    expect(await isShown()).toEqual([false, false])
    expect(await refund(invoiceID, { kind: 'order' })).toMatchObject({
      error: { code: 'refused', reason: 'nothing-to-refund' },
    })
  })

  it('blocks only the eSIM of the refunded line', async () => {
    const invoiceID = await orderOfTwo()
    await refund(invoiceID, { kind: 'lines', positions: [2] })
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
    expect(await isShown()).toEqual([true, false])
    expect(await refund(invoiceID, { kind: 'lines', positions: [2] })).toMatchObject({
      error: { reason: 'nothing-to-refund' },
    })
  })

  it('returns an amount without blocking the eSIM, and never more than the payment', async () => {
    const invoiceID = await paidOrder()
    await refund(invoiceID, { kind: 'amount', minor: 1000 })
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 250 })
    expect(await isShown()).toEqual([true])
    for (const [minor, reason] of [
      [251, 'more-than-held'],
      [0, 'nothing-to-refund'],
      [-1, 'nothing-to-refund'],
    ] as const)
      expect(await refund(invoiceID, { kind: 'amount', minor })).toMatchObject({
        error: { code: 'refused', reason },
      })
    expect(await rows('SELECT amount_minor, actor, reason FROM refunds')).toEqual([
      { amount_minor: 1000, actor: 'A money', reason: 'a complaint' },
    ])
  })

  it('is a conflict when the job returns the line at the same time', async () => {
    const invoiceID = await startOrder(2)
    await leaveOneProfile()
    await pay(invoiceID, { amount: { minor: 2500, currency: 'USD' } })
    const amount = { minor: 1250, currency: 'USD' } as const
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    advanceClock(48 * 3600)
    let isRead = false
    const db = runBeforeBatch(env.DB, async () => {
      // The action has read the order, and has not stored the refund yet.
      if (isRead) await refundUndelivered(staffContext())
      isRead = true
    })
    const line = { kind: 'lines', positions: [2] } as const
    expect(await refund(invoiceID, line, { ...staffContext(), db })).toEqual({
      ok: false,
      error: { code: 'conflict' },
    })
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
  })

  it('does not refund again what a pending refund or the dashboard has refunded', async () => {
    const invoiceID = await paidOrder()
    const slow = staffContext().providers.map((each) => ({ ...each, refund: async () => null }))
    const context = { ...staffContext(), providers: slow }
    await refund(invoiceID, { kind: 'amount', minor: 500 }, context)
    const amount = { minor: 400, currency: 'USD' } as const
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 350 })
    await runScheduledJobs(env, clock.now)
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 350 })
  })

  it('emails the customer about its own lines only', async () => {
    const invoiceID = await orderOfLines(3)
    const plans = async () => {
      const mails = await rows<{ body: string }>(
        `SELECT body FROM outbox WHERE purpose = 'refund' ORDER BY created_at`,
      )
      return mails.map(({ body }) => body.match(/Türkiye/g)?.length)
    }
    for (const scope of [
      { kind: 'lines', positions: [3] },
      { kind: 'lines', positions: [2] },
      { kind: 'amount', minor: 100 },
    ] as const) {
      await refund(invoiceID, scope)
      advanceClock(60)
    }
    // An amount is for no plan.
    expect(await plans()).toEqual([1, 1, undefined])
  })

  it('of an order names a plan once when its eSIM was replaced', async () => {
    const invoiceID = await paidOrder()
    const replacement = { ...(await nextInput(invoiceID)), position: 1, reason: 'a faulty code' }
    expect(await reissueEsim(staffContext(), member(), replacement)).toMatchObject({ ok: true })
    await refund(invoiceID, { kind: 'order' })
    const [mail] = await rows<{ body: string }>(`SELECT body FROM outbox WHERE purpose = 'refund'`)
    expect(mail?.body.match(/Türkiye/g)).toHaveLength(1)
  })

  /** An order of three lines that was paid with two payments. */
  async function orderOfTwoPayments(): Promise<string> {
    const invoiceID = await startOrder(3)
    const amounts = [2500, 1250].map((minor) => ({ minor, currency: 'USD' }))
    for (const amount of amounts) {
      await pay(invoiceID, { amount })
      await api().invoicePayment({ invoiceID })
      advanceClock(60)
    }
    return invoiceID
  }

  /** Refunds lines from two payments. The provider accepts the first part and refuses the other. */
  async function refundInPart(invoiceID: string, positions: readonly number[]): Promise<void> {
    vi.spyOn(console, 'error').mockReturnValue()
    const accepted: string[] = []
    const { providers, ...rest } = staffContext()
    const refusing = providers.map((provider) => ({
      ...provider,
      refund: async (...part: Parameters<typeof provider.refund>) => {
        if (accepted.length > 0) throw new PaymentProviderError('test', 'refused', 'too late')
        accepted.push(part[0])
        return provider.refund(...part)
      },
    }))
    await refund(invoiceID, { kind: 'lines', positions }, { ...rest, providers: refusing })
    expect(await stateOf(invoiceID)).toMatchObject({ unrefunded: 2500 })
    expect(await isShown()).toEqual([true, true, true])
    advanceClock(60)
  }

  it('takes only the missing part when its first try was accepted in part', async () => {
    const invoiceID = await orderOfTwoPayments()
    const scope = { kind: 'lines', positions: [1, 2] } as const
    await refundInPart(invoiceID, scope.positions)
    expect(await refund(invoiceID, scope)).toMatchObject({ value: { details: { amount: 1250 } } })
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
    // The accepted part belonged to the other lines.
    advanceClock(60)
    const last = { kind: 'lines', positions: [3] } as const
    expect(await refund(invoiceID, last)).toMatchObject({ value: { details: { amount: 1250 } } })
  })

  it.each([
    [1, 2],
    [2, 1],
  ])('pays for line %i, then line %i, after both were refunded in part', async (first, second) => {
    const invoiceID = await orderOfTwoPayments()
    await refundInPart(invoiceID, [1, 2])
    const refundLine = async (position: number) => {
      const result = await refund(invoiceID, { kind: 'lines', positions: [position] })
      advanceClock(60)
      return result
    }
    // The accepted part is the price of one line.
    expect(await refundLine(first)).toMatchObject({ value: { details: { amount: 0 } } })
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2500 })
    const shown = await isShown()
    expect(shown).toEqual([first !== 1, second !== 1, true])
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'refund'`)).toHaveLength(1)
    expect(await refundLine(second)).toMatchObject({ value: { details: { amount: 1250 } } })
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
    expect(await isShown()).toEqual([false, false, true])
    expect(await refundLine(3)).toMatchObject({ value: { details: { amount: 1250 } } })
  })

  it('emails the customer once when it takes two payments', async () => {
    const invoiceID = await orderOfTwoPayments()
    const mails = () => rows(`SELECT 1 FROM outbox WHERE purpose = 'refund'`)
    let isFirst = true
    const { providers, ...rest } = staffContext()
    const slow = providers.map((provider) => ({
      ...provider,
      refund: async (...part: Parameters<typeof provider.refund>) => {
        if (!isFirst) return null
        isFirst = false
        return provider.refund(...part)
      },
    }))
    const scope = { kind: 'lines', positions: [1, 2] } as const
    await refund(invoiceID, scope, { ...rest, providers: slow })
    expect(await rows('SELECT 1 FROM refunds')).toHaveLength(2)
    expect(await mails()).toEqual([])
    await runScheduledJobs(env, clock.now)
    expect(await rows('SELECT 1 FROM refunds WHERE accepted_at IS NULL')).toEqual([])
    expect(await mails()).toHaveLength(1)
  })

  it('is refused when its form was sent before with another amount or lines', async () => {
    const invoiceID = await orderOfTwo()
    const form = { ...(await nextInput(invoiceID)), reason: 'a complaint' }
    const send = async (scope: RefundScope) =>
      refundOrder(staffContext(), member('money'), { ...form, scope })
    expect(await send({ kind: 'amount', minor: 100 })).toMatchObject({ ok: true })
    expect(await send({ kind: 'amount', minor: 100 })).toMatchObject({ ok: true })
    for (const scope of [
      { kind: 'amount', minor: 1000 },
      { kind: 'lines', positions: [2] },
      { kind: 'order' },
    ] as const)
      expect(await send(scope)).toMatchObject({ error: { reason: 'key-used' } })
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2400 })
  })

  it('of lines takes effect once, in any order of the lines', async () => {
    const invoiceID = await orderOfTwo()
    const form = { ...(await nextInput(invoiceID)), reason: 'a complaint' }
    const send = async (positions: readonly number[]) =>
      refundOrder(staffContext(), member('money'), { ...form, scope: { kind: 'lines', positions } })
    expect(await send([2, 1])).toMatchObject({ ok: true })
    expect(await send([1, 2])).toMatchObject({ ok: true })
    expect(await send([1])).toMatchObject({ error: { reason: 'key-used' } })
  })

  it('counts money in the currency of the order only', async () => {
    const invoiceID = await paidOrder()
    await pay(invoiceID, { amount: { minor: 90000, currency: 'RUB' }, id: 'in-roubles' })
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
    await refund(invoiceID, { kind: 'order' })
    expect(await rows('SELECT amount_minor, currency FROM refunds')).toEqual([
      { amount_minor: 1250, currency: 'USD' },
    ])
  })

  it('still rewards a partner for the lines that were not refunded', async () => {
    await signInPartner()
    const [partner] = await rows<{ code: string }>('SELECT code FROM referrers')
    const rewards = async () =>
      (await rows('SELECT sum(amount_minor) AS sum FROM referrer_transactions'))[0]
    const invoiceID = await orderOfTwo(partner?.code)
    expect(await rewards()).toEqual({ sum: 250 })
    // The refunds of the order now equal the price of its line.
    await refund(invoiceID, { kind: 'amount', minor: 1250 })
    const slow = staffContext().providers.map((each) => ({ ...each, refund: async () => null }))
    const context = { ...staffContext(), providers: slow }
    await refund(invoiceID, { kind: 'lines', positions: [2] }, context)
    expect(await rewards()).toEqual({ sum: 125 })
    await runScheduledJobs(env, clock.now)
    expect(await rewards()).toEqual({ sum: 0 })
  })

  it('shows the partner when the reward of the other line becomes available', async () => {
    settings['REWARD_HOLD_DAYS'] = '14'
    const session = await signInPartner()
    const availability = async () => {
      const account = await api().referrer({}, { session })
      return account.ok && account.value.data.availableFrom
    }
    const [partner] = await rows<{ code: string }>('SELECT code FROM referrers')
    const invoiceID = await orderOfTwo(partner?.code)
    expect(await availability()).toBe('2026-12-05T10:00:00.000Z')
    advanceClock(86_400)
    await refund(invoiceID, { kind: 'lines', positions: [2] })
    expect(await availability()).toBe('2026-12-06T10:00:00.000Z')
    await refund(invoiceID, { kind: 'lines', positions: [1] })
    expect(await availability()).toBeNull()
  })

  it('is made by the scheduled job when the command has no provider', async () => {
    const invoiceID = await paidOrder()
    const result = await refund(invoiceID, { kind: 'order' }, { ...staffContext(), providers: [] })
    expect(result.ok).toBe(true)
    expect(await rows('SELECT 1 FROM refunds WHERE accepted_at IS NULL')).toHaveLength(1)
    expect(await isShown()).toEqual([false])
    await runScheduledJobs(env, clock.now)
    expect(await stateOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
  })

  it('shows the eSIM again when the provider refuses', async () => {
    const invoiceID = await paidOrder()
    const { providers, ...context } = staffContext()
    const refusing = providers.map((provider) => ({
      ...provider,
      refund: () => {
        throw new PaymentProviderError('test', 'refused', 'too late')
      },
    }))
    await refund(invoiceID, { kind: 'order' }, { ...context, providers: refusing })
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
    expect(await isShown()).toEqual([true])
    expect(await auditRows(invoiceID)).toHaveLength(1)
  })

  describe('that the provider refused', () => {
    const refuse: PaymentProvider['refund'] = () => {
      throw new PaymentProviderError('test', 'refused', 'closed account')
    }
    const contextWith = (change: Partial<PaymentProvider>) => ({
      ...staffContext(),
      providers: staffContext().providers.map((provider) => ({ ...provider, ...change })),
    })
    const refundLine = async (
      invoiceID: string,
      position: number,
      refundOf: PaymentProvider['refund'] = refuse,
    ) => {
      const context = contextWith({ refund: refundOf })
      await refund(invoiceID, { kind: 'lines', positions: [position] }, context)
      advanceClock(60)
    }
    const jobs = async (change: Partial<PaymentProvider> = {}) => {
      advanceClock(60)
      await runScheduledJobs(env, clock.now, {
        providers: () => contextWith(change).providers,
      })
    }
    const refundInDashboard = async (invoiceID: string) => {
      await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard' })
      for (let run = 0; run < 2; run += 1) await jobs({ refund: refuse })
    }
    const count = async (sql: string) => (await rows(sql)).length
    const mailCount = () => count(`SELECT 1 FROM outbox WHERE purpose = 'refund'`)
    const alerts = () =>
      rows(`SELECT kind FROM alerts WHERE ended_at IS NULL AND kind <> 'low-stock'`)

    beforeEach(() => {
      vi.spyOn(console, 'error').mockReturnValue()
    })

    it('does not count a refund in another currency', async () => {
      const invoiceID = await orderOfTwo()
      await refundLine(invoiceID, 2)
      await pay(invoiceID, {
        kind: 'refunded',
        id: 'in-roubles',
        amount: { minor: 90_000, currency: 'RUB' },
      })
      await jobs({ refund: refuse })
      expect(await isShown()).toEqual([true, true])
      expect(await alerts()).toContainEqual({ kind: 'refund-refused' })
    })

    it('returns its line when the operator makes it in the dashboard', async () => {
      await signInPartner()
      const [partner] = await rows<{ code: string }>('SELECT code FROM referrers')
      const invoiceID = await orderOfTwo(partner?.code)
      await refundLine(invoiceID, 2)
      await jobs()
      expect(await isShown()).toEqual([true, true])
      expect(await alerts()).toEqual([{ kind: 'refund-refused' }])
      await refundInDashboard(invoiceID)
      expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
      expect(await isShown()).toEqual([true, false])
      expect(await mailCount()).toBe(1)
      expect(await alerts()).toEqual([])
      expect(await rows('SELECT sum(amount_minor) AS sum FROM referrer_transactions')).toEqual([
        { sum: 125 },
      ])
    })

    it('returns its line when the operator made it before the refusal', async () => {
      const invoiceID = await orderOfTwo()
      await refundLine(invoiceID, 2, async () => null)
      await refundInDashboard(invoiceID)
      expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
      expect(await isShown()).toEqual([true, false])
      expect(await mailCount()).toBe(1)
      expect(await alerts()).toEqual([])
    })

    it('returns an undelivered line at once', async () => {
      const invoiceID = await startOrder(2)
      await leaveOneProfile()
      await pay(invoiceID, { amount: { minor: 2500, currency: 'USD' } })
      expect(await stateOf(invoiceID)).toMatchObject({ status: 'paid' })
      await refundLine(invoiceID, 2)
      await refundInDashboard(invoiceID)
      expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
      expect(await mailCount()).toBe(1)
      expect(await alerts()).toEqual([])
    })

    it('keeps its alert when the operator makes the automatic refund of a line', async () => {
      const invoiceID = await startOrder(2)
      await leaveOneProfile()
      await pay(invoiceID, { amount: { minor: 2500, currency: 'USD' } })
      await refund(invoiceID, { kind: 'amount', minor: 500 }, contextWith({ refund: refuse }))
      advanceClock(25 * 3600)
      await jobs({ refund: refuse })
      await refundInDashboard(invoiceID)
      expect(await isShown()).toEqual([true])
      expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
      const open = `SELECT kind, json_extract(detail, '$.values.minor') AS minor FROM alerts
        WHERE ended_at IS NULL AND kind <> 'low-stock'`
      expect(await rows(open)).toEqual([{ kind: 'refund-refused', minor: 500 }])
      const amount = { minor: 500, currency: 'USD' }
      await pay(invoiceID, { kind: 'refunded', id: 'the-amount', amount })
      await jobs({ refund: refuse })
      expect(await alerts()).toEqual([])
    })

    it.each<{ scope: RefundScope; byHand: number; later: number; shown: boolean[] }>([
      { scope: { kind: 'amount', minor: 500 }, byHand: 500, later: 0, shown: [true] },
      { scope: { kind: 'lines', positions: [1] }, byHand: 500, later: 750, shown: [false] },
    ])(
      'keeps money by hand out of the automatic refund of another line ($scope.kind)',
      async ({ scope, byHand, later, shown }) => {
        const invoiceID = await startOrder(2)
        await leaveOneProfile()
        await pay(invoiceID, { amount: { minor: 2500, currency: 'USD' } })
        await refund(invoiceID, scope, contextWith({ refund: refuse }))
        advanceClock(60)
        const payByHand = async (id: string, minor: number) =>
          pay(invoiceID, { kind: 'refunded', id, amount: { minor, currency: 'USD' } })
        await payByHand(`first-of-${invoiceID}`, byHand)
        advanceClock(25 * 3600)
        await jobs()
        expect(await rows(`SELECT amount_minor FROM refunds WHERE actor = 'system'`)).toEqual([
          { amount_minor: 1250 },
        ])
        if (later > 0) await payByHand(`second-of-${invoiceID}`, later)
        await jobs()
        expect(await isShown()).toEqual(shown)
        expect(await alerts()).toEqual([])
      },
    )

    it('keeps its accepted part out of the automatic refund of another line', async () => {
      const invoiceID = await payInTwoParts()
      const refuseRest: Partial<PaymentProvider> = {
        refund: async (reference, amount, key) =>
          amount.minor === 500
            ? { kind: 'refunded', id: key, reference, invoiceID, amount, at: clock.now }
            : refuse(reference, amount, key),
      }
      const line = { kind: 'lines', positions: [1] } as const
      await refund(invoiceID, line, contextWith(refuseRest))
      advanceClock(25 * 3600)
      await jobs()
      expect(await rows(`SELECT amount_minor FROM refunds WHERE actor = 'system'`)).toEqual([
        { amount_minor: 1250 },
      ])
      await refund(invoiceID, line)
      expect(await stateOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
    })

    it('is made, although an automatic refund was refused before its line was delivered', async () => {
      const invoiceID = await payInTwoParts()
      advanceClock(25 * 3600)
      await jobs({ refund: refuse })
      expect(await rows(`SELECT amount_minor FROM refunds WHERE actor = 'system'`)).toHaveLength(2)
      await env.DB.prepare(
        `INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id)
        VALUES ('8910300000000000099', 'tr-10', 'rsp.example.com', 'LATE')`,
      ).run()
      await jobs({ refund: refuse })
      expect(await isShown()).toEqual([true, true])
      await refundLine(invoiceID, 1)
      const parts = await rows<{ id: string; reference: string; minor: number }>(
        `SELECT id, reference, amount_minor AS minor FROM refunds WHERE actor <> 'system'`,
      )
      for (const { id, reference, minor } of parts)
        await pay(invoiceID, {
          kind: 'refunded',
          id: `by-hand-${id}`,
          reference,
          amount: { minor, currency: 'USD' },
        })
      for (let run = 0; run < 2; run += 1) await jobs({ refund: refuse })
      expect(await isShown()).toEqual([false, true])
      expect(await alerts()).toEqual([])
    })

    const payInDashboard = async (
      invoiceID: string,
      id: string,
      minor: number,
      reference?: string,
    ) =>
      pay(invoiceID, {
        kind: 'refunded',
        id: `${id}-${invoiceID}`,
        amount: { minor, currency: 'USD' },
        ...(reference !== undefined && { reference }),
      })
    const missingOf = async (invoiceID: string) => {
      const order = await orderForStaff(staffContext(), invoiceID, 'en')
      return order?.refusedRefunds.map(({ amount }) => amount.minor)
    }

    it('leaves the part that was made to the line when a restock delivers it', async () => {
      const invoiceID = await startOrder(2)
      await leaveOneProfile()
      // The customer paid too much, so the shop can still deliver after the part was returned.
      await pay(invoiceID, { amount: { minor: 3000, currency: 'USD' } })
      advanceClock(25 * 3600)
      await jobs({ refund: refuse })
      await payInDashboard(invoiceID, 'part', 500)
      await env.DB.prepare(
        `INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id)
        VALUES ('8910300000000000099', 'tr-10', 'rsp.example.com', 'LATE')`,
      ).run()
      await jobs({ refund: refuse })
      expect(await isShown()).toEqual([true, true])
      expect(await refund(invoiceID, { kind: 'lines', positions: [2] })).toMatchObject({
        value: { details: { amount: 750 } },
      })
    })

    it('is due once for a line that another refused refund contains too', async () => {
      const invoiceID = await orderOfLines(3)
      for (const positions of [[1, 2], [2]]) {
        await refund(invoiceID, { kind: 'lines', positions }, contextWith({ refund: refuse }))
        advanceClock(60)
      }
      expect(await missingOf(invoiceID)).toEqual([1250, 1250])
      await payInDashboard(invoiceID, 'first', 1250)
      await jobs()
      expect(await isShown()).toEqual([false, true, true])
      expect(await missingOf(invoiceID)).toEqual([1250])
      await payInDashboard(invoiceID, 'second', 1250)
      await jobs()
      expect(await isShown()).toEqual([false, false, true])
      expect(await alerts()).toEqual([])
    })

    it('is not due for a line that was reissued since', async () => {
      const invoiceID = await orderOfTwo()
      const both = { kind: 'lines', positions: [1, 2] } as const
      await refund(invoiceID, both, contextWith({ refund: refuse }))
      advanceClock(60)
      const replacement = { ...(await nextInput(invoiceID)), position: 1, reason: 'a faulty code' }
      expect(await reissueEsim(staffContext(), member(), replacement)).toMatchObject({ ok: true })
      expect(await missingOf(invoiceID)).toEqual([1250])
    })

    it('is made from another payment when a later refund has emptied its own', async () => {
      const invoiceID = await orderOfTwoPayments()
      await env.DB.exec('UPDATE payment_facts SET at = received_at')
      await refundLine(invoiceID, 2)
      await refund(invoiceID, { kind: 'lines', positions: [1] })
      await jobs()
      const [older] = await rows<{ reference: string }>(
        'SELECT reference FROM payments ORDER BY started_at LIMIT 1',
      )
      expect(await missingOf(invoiceID)).toEqual([1250])
      await payInDashboard(invoiceID, 'older', 1250, older?.reference)
      await jobs()
      expect(await isShown()).toEqual([false, false, true])
      expect(await alerts()).toEqual([])
    })

    it.each([[[2500, 1250]], [[3750]]])('states what is left of it after %j', async (payments) => {
      const invoiceID = await startOrder(3)
      await env.DB.prepare(
        'UPDATE invoice_lines SET amount_minor = 2000 - position * 500 WHERE position < 3',
      ).run()
      for (const minor of payments) {
        await pay(invoiceID, { amount: { minor, currency: 'USD' } })
        await api().invoicePayment({ invoiceID })
        advanceClock(60)
      }
      const [payment] = await rows<{ reference: string }>(
        'SELECT reference FROM payments ORDER BY started_at LIMIT 1',
      )
      // The provider can refund the second payment only.
      const reference = payment?.reference ?? ''
      const { providers, ...rest } = staffContext()
      const refusing = providers.map((provider) => ({
        ...provider,
        refund: async (...part: Parameters<typeof provider.refund>) =>
          part[0] === reference ? refuse(...part) : provider.refund(...part),
      }))
      const both = { kind: 'lines', positions: [1, 2] } as const
      await refund(invoiceID, both, { ...rest, providers: refusing })
      advanceClock(60)
      const order = await refund(invoiceID, { kind: 'lines', positions: [1] })
      expect(order).toMatchObject({
        value: { details: { amount: payments.length > 1 ? 250 : 1500 } },
      })
      await jobs()
      const open = `SELECT json_extract(detail, '$.values.minor') AS minor FROM alerts
        WHERE ended_at IS NULL AND kind <> 'low-stock'`
      expect(await rows(open)).toEqual([{ minor: 1000 }])
      const amount = { minor: 1000, currency: 'USD' }
      await pay(invoiceID, { kind: 'refunded', id: `of-${invoiceID}`, reference, amount })
      await jobs()
      expect(await isShown()).toEqual([false, false, true])
      const mails = await rows<{ body: string }>(`SELECT body FROM outbox WHERE purpose = 'refund'`)
      expect(mails.map(({ body }) => body.match(/Türkiye/g)?.length)).toEqual([1, 1])
      expect(await alerts()).toEqual([])
    })

    it('prevents a refund of the order while its other part is pending', async () => {
      const invoiceID = await orderOfTwoPayments()
      const [payment] = await rows<{ reference: string }>(
        'SELECT reference FROM payments ORDER BY started_at LIMIT 1',
      )
      const pending: Partial<PaymentProvider> = {
        refund: async (...part) => (part[0] === payment?.reference ? refuse(...part) : null),
      }
      await refund(invoiceID, { kind: 'lines', positions: [1, 2] }, contextWith(pending))
      expect(await refund(invoiceID, { kind: 'order' })).toMatchObject({
        error: { reason: 'refund-unfinished' },
      })
      await jobs({ refund: refuse })
      expect(await refund(invoiceID, { kind: 'order' })).toMatchObject({
        value: { details: { amount: 3750 } },
      })
    })

    it('returns its lines when its other part is accepted later', async () => {
      const invoiceID = await orderOfTwoPayments()
      const [payment] = await rows<{ reference: string }>(
        'SELECT reference FROM payments ORDER BY started_at LIMIT 1',
      )
      const reference = payment?.reference ?? ''
      const pending: Partial<PaymentProvider> = {
        refund: async (...part) => (part[0] === reference ? refuse(...part) : null),
      }
      await refund(invoiceID, { kind: 'lines', positions: [1, 2] }, contextWith(pending))
      advanceClock(60)
      await pay(invoiceID, { kind: 'refunded', id: `of-${invoiceID}`, reference })
      await jobs(pending)
      expect(await isShown()).toEqual([true, true, true])
      for (let run = 0; run < 2; run += 1) await jobs()
      expect(await isShown()).toEqual([false, false, true])
      expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
      expect(await mailCount()).toBe(1)
      expect(await alerts()).toEqual([])
    })

    it('returns one line when one of two refunds is made in the dashboard', async () => {
      const invoiceID = await orderOfTwo()
      await refundLine(invoiceID, 1)
      await refundLine(invoiceID, 2)
      await refundInDashboard(invoiceID)
      expect(await isShown()).toEqual([false, true])
      expect(await mailCount()).toBe(1)
    })

    it('returns no line for an earlier refund, or for a refund that the shop made', async () => {
      const invoiceID = await orderOfLines(3)
      await pay(invoiceID, { kind: 'refunded', id: 'goodwill' })
      advanceClock(60)
      await refundLine(invoiceID, 1)
      await jobs()
      await refund(invoiceID, { kind: 'lines', positions: [2] })
      await jobs()
      expect(await isShown()).toEqual([true, false, true])
      expect(await alerts()).toEqual([{ kind: 'refund-refused' }])
    })

    it.each<RefundScope>([
      { kind: 'lines', positions: [2] },
      { kind: 'amount', minor: 500 },
    ])('ends its alert when staff repeat it ($kind), and is not read again', async (scope) => {
      const invoiceID = await orderOfTwo()
      await refund(invoiceID, scope, contextWith({ refund: refuse }))
      await jobs()
      expect(await alerts()).toEqual([{ kind: 'refund-refused' }])
      await refund(invoiceID, scope)
      await jobs()
      expect(await alerts()).toEqual([])
      expect(await readRefusedRecords(env.DB)).toEqual([])
    })

    it.each([
      [500, 300],
      [300, 500],
    ])('keeps its alert when staff handle another one (%i, %i)', async (first, second) => {
      const invoiceID = await orderOfTwo()
      const amountOf = (minor: number) => ({ kind: 'amount', minor }) as const
      const openAlert = `SELECT json_extract(detail, '$.values.minor') AS minor FROM alerts
        WHERE kind = 'refund-refused' AND ended_at IS NULL`
      const refused = async () => rows<{ minor: number }>(openAlert)
      for (const minor of [first, second]) {
        await refund(invoiceID, amountOf(minor), contextWith({ refund: refuse }))
        advanceClock(60)
      }
      const amount = { minor: 500, currency: 'USD' }
      await pay(invoiceID, { kind: 'refunded', id: 'by-hand', amount })
      await jobs()
      expect(await refused()).toEqual([{ minor: 300 }])
      await refund(invoiceID, amountOf(700), contextWith({ refund: refuse }))
      await jobs()
      await refund(invoiceID, amountOf(300))
      await jobs()
      expect(await refused()).toEqual([{ minor: 700 }])
      await pay(invoiceID, { kind: 'refunded', id: 'part', amount })
      await pay(invoiceID, { kind: 'refunded', id: 'rest', amount: { ...amount, minor: 200 } })
      await jobs()
      expect(await refused()).toEqual([])
    })

    it('keeps its lines while other refunds of the money are pending', async () => {
      const invoiceID = await orderOfTwo()
      await refund(invoiceID, { kind: 'order' }, contextWith({ refund: refuse }))
      const pending = contextWith({ refund: async () => null })
      for (const scope of [
        { kind: 'lines', positions: [1] },
        { kind: 'amount', minor: 1250 },
      ] as const) {
        advanceClock(60)
        await refund(invoiceID, scope, pending)
      }
      await jobs({ refund: async () => null })
      expect(await isShown()).toEqual([false, true])
      await jobs({ refund: refuse })
      await jobs({ refund: refuse })
      expect(await isShown()).toEqual([true, true])
      expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2500 })
    })

    it('never exceeds the payment together with another refund', async () => {
      const invoiceID = await orderOfTwo()
      for (const minor of [1500, 1400]) {
        await refund(invoiceID, { kind: 'amount', minor }, contextWith({ refund: refuse }))
        advanceClock(60)
      }
      const order = await orderForStaff(staffContext(), invoiceID, 'en')
      const asked = order?.refusedRefunds.map(({ amount }) => amount.minor)
      expect(asked).toEqual([1500, 1000])
    })

    it('is read for 60 days after the operator made its amount', async () => {
      const invoiceID = await orderOfTwo()
      await refund(invoiceID, { kind: 'amount', minor: 500 }, contextWith({ refund: refuse }))
      advanceClock(60)
      const amount = { minor: 500, currency: 'USD' }
      await pay(invoiceID, { kind: 'refunded', id: `by-hand-${invoiceID}`, amount })
      await jobs()
      expect(await readRefusedRecords(env.DB)).toHaveLength(1)
      advanceClock(60 * 86_400)
      await jobs()
      expect(await readRefusedRecords(env.DB)).toEqual([])
      expect(await alerts()).toEqual([])
      expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2000 })
    })

    it('ends its alert when the operator makes it after a second refusal', async () => {
      const invoiceID = await orderOfTwo()
      for (let run = 0; run < 2; run += 1) {
        await refund(invoiceID, { kind: 'amount', minor: 500 }, contextWith({ refund: refuse }))
        await jobs()
      }
      const amount = { minor: 500, currency: 'USD' }
      await pay(invoiceID, { kind: 'refunded', id: 'by-hand', amount })
      await jobs()
      expect(await alerts()).toEqual([])
    })

    it('ends its alert when a lost dispute returns the amount', async () => {
      const invoiceID = await paidOrder()
      await pay(invoiceID, { id: 'charged-again' })
      const amount = { kind: 'amount', minor: 1250 } as const
      await refund(invoiceID, amount, contextWith({ refund: refuse }))
      await jobs()
      expect(await alerts()).toContainEqual({ kind: 'refund-refused' })
      await pay(invoiceID, { kind: 'dispute-lost', id: 'dispute' })
      await jobs()
      expect(await alerts()).toEqual([])
      await pay(invoiceID, { kind: 'dispute-won', id: 'dispute' })
      await jobs()
      expect(await alerts()).toContainEqual({ kind: 'refund-refused' })
    })

    describe('and that staff cancel', () => {
      const cancel = async (invoiceID: string) => {
        const order = await orderForStaff(staffContext(), invoiceID, 'en')
        const [refused] = order?.refusedRefunds ?? []
        const requestedAt = refused?.requestedAt ?? ''
        const input = { ...(await nextInput(invoiceID)), requestedAt, reason: 'keeps the eSIM' }
        return { refused, result: await cancelRefund(staffContext(), member('money'), input) }
      }

      it('ends its alert, keeps the eSIM and shows the reason in the timeline', async () => {
        const invoiceID = await orderOfTwo()
        await refundLine(invoiceID, 2)
        await jobs()
        expect(await alerts()).toEqual([{ kind: 'refund-refused' }])
        const { refused, result } = await cancel(invoiceID)
        expect(refused?.amount).toEqual({ minor: 1250, currency: 'USD' })
        expect(result.ok).toBe(true)
        await jobs()
        expect(await alerts()).toEqual([])
        const entries = await orderTimeline(staffContext(), invoiceID)
        expect(entries.filter(({ kind }) => kind === 'action')).toMatchObject([
          { name: 'refund' },
          { name: 'cancel-refund', details: { amount: 1250, reason: 'keeps the eSIM' } },
        ])
        // Later money in the dashboard is for something else.
        await refundInDashboard(invoiceID)
        expect(await isShown()).toEqual([true, true])
        expect(await cancel(invoiceID)).toMatchObject({
          result: { error: { reason: 'no-refused-refund' } },
        })
      })

      it('keeps the money that was returned before out of the refund of another line', async () => {
        const invoiceID = await startOrder(2)
        await leaveOneProfile()
        await pay(invoiceID, { amount: { minor: 2500, currency: 'USD' } })
        await refundLine(invoiceID, 1)
        const payByHand = async (id: string, minor: number) =>
          pay(invoiceID, { kind: 'refunded', id, amount: { minor, currency: 'USD' } })
        await payByHand(`before-${invoiceID}`, 500)
        advanceClock(60)
        await cancel(invoiceID)
        advanceClock(25 * 3600)
        await payByHand(`after-${invoiceID}`, 250)
        await jobs()
        expect(await rows(`SELECT amount_minor FROM refunds WHERE actor = 'system'`)).toEqual([
          { amount_minor: 1000 },
        ])
        expect(await isShown()).toEqual([true])
      })

      it('after a second refusal, ends the alert of both and keeps the eSIM', async () => {
        const invoiceID = await orderOfTwo()
        await refundLine(invoiceID, 2)
        await refundLine(invoiceID, 2)
        await cancel(invoiceID)
        await jobs()
        expect(await alerts()).toEqual([])
        await refundInDashboard(invoiceID)
        expect(await isShown()).toEqual([true, true])
      })

      it('leaves its lines waiting for stock after an automatic refund', async () => {
        const invoiceID = await startOrder(2)
        await leaveOneProfile()
        await pay(invoiceID, { amount: { minor: 2500, currency: 'USD' } })
        advanceClock(25 * 3600)
        await jobs({ refund: refuse })
        expect(await alerts()).toContainEqual({ kind: 'refund-refused' })
        await cancel(invoiceID)
        await refundInDashboard(invoiceID)
        expect(await rows('SELECT 1 FROM invoice_lines WHERE refund_requested_at > 0')).toEqual([])
        // The email about the amount.
        expect(await mailCount()).toBe(1)
        expect(await alerts()).not.toContainEqual({ kind: 'refund-refused' })
      })

      it('subtracts the money that was returned before from later refunds of its lines', async () => {
        const invoiceID = await orderOfLines(3)
        const both = { kind: 'lines', positions: [1, 2] } as const
        await refund(invoiceID, both, contextWith({ refund: refuse }))
        const amount = { minor: 1500, currency: 'USD' }
        await pay(invoiceID, { kind: 'refunded', id: `by-hand-${invoiceID}`, amount })
        advanceClock(60)
        await cancel(invoiceID)
        for (const [position, minor] of [
          [1, 0],
          [2, 1000],
          [3, 1250],
        ] as const) {
          const line = { kind: 'lines', positions: [position] } as const
          expect(await refund(invoiceID, line)).toMatchObject({
            value: { details: { amount: minor } },
          })
          await jobs()
        }
        expect(await stateOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
      })

      it('keeps the money that was returned before, after any later refund by staff', async () => {
        const invoiceID = await orderOfTwo()
        await refundLine(invoiceID, 1)
        const amount = { minor: 500, currency: 'USD' }
        await pay(invoiceID, { kind: 'refunded', id: `by-hand-${invoiceID}`, amount })
        advanceClock(60)
        await cancel(invoiceID)
        advanceClock(60)
        await refund(invoiceID, { kind: 'amount', minor: 300 })
        advanceClock(60)
        expect(await refund(invoiceID, { kind: 'lines', positions: [1] })).toMatchObject({
          value: { details: { amount: 750 } },
        })
      })

      it('subtracts the money that was returned afterwards from later refunds of its lines', async () => {
        const invoiceID = await orderOfTwo()
        await refundLine(invoiceID, 1)
        advanceClock(60)
        await cancel(invoiceID)
        advanceClock(60)
        await refundInDashboard(invoiceID)
        expect(await isShown()).toEqual([true, true])
        for (const [position, minor] of [
          [1, 0],
          [2, 1250],
        ] as const) {
          advanceClock(60)
          const line = { kind: 'lines', positions: [position] } as const
          expect(await refund(invoiceID, line)).toMatchObject({
            value: { details: { amount: minor } },
          })
        }
        expect(await stateOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
      })

      it('keeps the money that was returned before out of another refused refund', async () => {
        const invoiceID = await orderOfLines(3)
        const both = { kind: 'lines', positions: [1, 2] } as const
        await refund(invoiceID, both, contextWith({ refund: refuse }))
        advanceClock(60)
        await refundLine(invoiceID, 3)
        const payByHand = async (id: string, minor: number) =>
          pay(invoiceID, { kind: 'refunded', id, amount: { minor, currency: 'USD' } })
        await payByHand(`for-two-lines-${invoiceID}`, 1500)
        const toMake = async () => {
          const order = await orderForStaff(staffContext(), invoiceID, 'en')
          return order?.refusedRefunds.map(({ amount }) => amount.minor)
        }
        await jobs()
        expect(await isShown()).toEqual([true, true, true])
        expect(await toMake()).toEqual([1000, 1250])
        await cancel(invoiceID)
        await jobs()
        expect(await isShown()).toEqual([true, true, true])
        expect(await toMake()).toEqual([1250])
        await payByHand(`for-one-line-${invoiceID}`, 1250)
        await jobs()
        expect(await isShown()).toEqual([true, true, false])
        expect(await alerts()).toEqual([])
      })
    })

    it('does not raise its alert again while the shop refunds another line', async () => {
      const invoiceID = await orderOfTwo()
      await refund(invoiceID, { kind: 'amount', minor: 200 }, contextWith({ refund: refuse }))
      const minor200 = { minor: 200, currency: 'USD' }
      await pay(invoiceID, { kind: 'refunded', id: 'by-hand', amount: minor200 })
      await jobs()
      expect(await alerts()).toEqual([])
      await refundLine(invoiceID, 2, async () => null)
      await jobs({ refund: async () => null })
      expect(await alerts()).toEqual([])
    })
  })

  it('does nothing for an order without money', async () => {
    const { tariffID, ...order } = orderOf()
    const answer = await api().activation({ ...order, tariffID })
    const invoiceID = answer.ok ? answer.value.data.invoiceID : ''
    const scopes = [
      { kind: 'order' },
      { kind: 'lines', positions: [1] },
      { kind: 'amount', minor: 1 },
    ] as const
    for (const scope of scopes)
      expect(await refund(invoiceID, scope)).toMatchObject({
        error: { reason: 'nothing-to-refund' },
      })
  })
})
