import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cancelRefund, assignRefund, refundOrder } from '../../../src/orders/refund-actions.ts'
import type { RefundPurpose, RefundScope } from '../../../src/orders/refund-actions.ts'
import { orderForOffice } from '../../../src/orders/order-for-office.ts'
import { orderTimeline } from '../../../src/orders/timeline.ts'
import { reissueEsim } from '../../../src/orders/replace-line.ts'
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
import { member, nextInput, paidOrder, staffContext } from '../../support/staff.ts'

beforeEach(async () => {
  await clearShop()
  await stockShop(3)
})

async function refund(invoiceID: string, scope: RefundScope, context = staffContext()) {
  const input = { ...(await nextInput(invoiceID)), scope, reason: 'a complaint' }
  return refundOrder(context, member('money'), input)
}

const stateOf = async (invoiceID: string) => {
  const order = await orderForOffice(staffContext(), invoiceID, 'en')
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
    expect(await rows('SELECT origin FROM refunds')).toEqual([{ origin: 'automatic' }])
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
    expect(await rows(`SELECT 1 FROM refunds WHERE state <> 'succeeded'`)).toEqual([])
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
    const [partner] = await rows<{ code: string }>('SELECT code FROM partners')
    const rewards = async () =>
      (await rows('SELECT sum(amount_minor) AS sum FROM partner_transactions'))[0]
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
    const [partner] = await rows<{ code: string }>('SELECT code FROM partners')
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
    expect(await rows(`SELECT 1 FROM refunds WHERE state = 'requested'`)).toHaveLength(1)
    expect(await isShown()).toEqual([false])
    await runScheduledJobs(env, clock.now)
    expect(await stateOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
  })

  describe('that the provider refused', () => {
    const refuse: PaymentProvider['refund'] = () => {
      throw new PaymentProviderError('test', 'refused', 'closed account')
    }
    const contextWith = (change: Partial<PaymentProvider>) => ({
      ...staffContext(),
      providers: staffContext().providers.map((provider) => ({ ...provider, ...change })),
    })
    const refundLine = async (invoiceID: string, position: number) => {
      const scope = { kind: 'lines', positions: [position] } as const
      await refund(invoiceID, scope, contextWith({ refund: refuse }))
      advanceClock(60)
    }
    const jobs = async (change: Partial<PaymentProvider> = {}) => {
      advanceClock(60)
      await runScheduledJobs(env, clock.now, {
        providers: () => contextWith(change).providers,
      })
    }
    const failedOf = async (invoiceID: string) =>
      (await orderForOffice(staffContext(), invoiceID, 'en'))?.failedRefunds ?? []
    const retry = async (invoiceID: string, context = staffContext()) => {
      const [failed] = await failedOf(invoiceID)
      advanceClock(60)
      return refund(invoiceID, { kind: 'failed', refundID: failed?.id ?? '' }, context)
    }
    const assign = async (invoiceID: string, purpose: RefundPurpose) => {
      advanceClock(60)
      const order = await orderForOffice(staffContext(), invoiceID, 'en')
      const refundID = order?.unassignedRefunds[0]?.id ?? ''
      const input = { ...(await nextInput(invoiceID)), refundID, purpose, reason: 'by hand' }
      return assignRefund(staffContext(), member('money'), input)
    }
    const payInDashboard = async (invoiceID: string, minor = 1250) =>
      pay(invoiceID, {
        kind: 'refunded',
        id: `dashboard-${minor}-${invoiceID}`,
        amount: { minor, currency: 'USD' },
      })
    const mailCount = async () =>
      (await rows(`SELECT 1 FROM outbox WHERE purpose = 'refund'`)).length
    const alerts = () =>
      rows(`SELECT kind, json_extract(detail, '$.values.minor') AS minor FROM alerts
        WHERE ended_at IS NULL AND kind <> 'low-stock' ORDER BY kind`)
    const asked = (minor: number) => ({ kind: 'refund-refused', minor })

    beforeEach(() => {
      vi.spyOn(console, 'error').mockReturnValue()
    })

    it('frees its line, raises an alert, and returns the line when staff try again', async () => {
      await signInPartner()
      const [partner] = await rows<{ code: string }>('SELECT code FROM partners')
      const invoiceID = await orderOfTwo(partner?.code)
      await refundLine(invoiceID, 2)
      await jobs({ refund: refuse })
      expect(await isShown()).toEqual([true, true])
      expect(await alerts()).toEqual([asked(1250)])
      expect(await retry(invoiceID, contextWith({ refund: refuse }))).toMatchObject({ ok: true })
      await jobs({ refund: refuse })
      expect(await alerts()).toEqual([asked(1250)])
      expect(await retry(invoiceID)).toMatchObject({ value: { details: { amount: 1250 } } })
      await jobs()
      expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
      expect(await isShown()).toEqual([true, false])
      expect(await mailCount()).toBe(1)
      expect(await alerts()).toEqual([])
      expect(await rows('SELECT sum(amount_minor) AS sum FROM partner_transactions')).toEqual([
        { sum: 125 },
      ])
      expect(
        await rows(`SELECT state, retry_of IS NULL AS first FROM refunds ORDER BY 1, 2`),
      ).toEqual([
        { state: 'cancelled', first: 0 },
        { state: 'cancelled', first: 1 },
        { state: 'succeeded', first: 0 },
      ])
    })

    it('is not made by money in another currency', async () => {
      const invoiceID = await orderOfTwo()
      await refundLine(invoiceID, 2)
      const amount = { minor: 90_000, currency: 'RUB' }
      await pay(invoiceID, { kind: 'refunded', id: 'in-roubles', amount })
      await jobs({ refund: refuse })
      expect(await isShown()).toEqual([true, true])
      expect(await alerts()).toContainEqual(asked(1250))
      const order = await orderForOffice(staffContext(), invoiceID, 'en')
      expect(order?.unassignedRefunds).toEqual([])
    })

    it('stays open when the refund in the dashboard was for something else', async () => {
      const invoiceID = await orderOfTwo()
      await refundLine(invoiceID, 2)
      await payInDashboard(invoiceID, 500)
      await assign(invoiceID, { kind: 'none' })
      await jobs({ refund: refuse })
      expect(await isShown()).toEqual([true, true])
      expect(await mailCount()).toBe(1)
      expect(await alerts()).toEqual([asked(1250)])
    })

    it('asks for all failed refunds of the order in one alert, and for each on its page', async () => {
      const invoiceID = await orderOfLines(3)
      for (const scope of [
        { kind: 'lines', positions: [1, 2] },
        { kind: 'amount', minor: 300 },
      ] as const) {
        await refund(invoiceID, scope, contextWith({ refund: refuse }))
        advanceClock(60)
      }
      await jobs()
      expect(await alerts()).toEqual([asked(2800)])
      expect(
        (await failedOf(invoiceID)).map(({ amount, positions }) => [amount.minor, positions]),
      ).toEqual([
        [2500, [1, 2]],
        [300, []],
      ])
      // Another refund returns one of its lines.
      await refund(invoiceID, { kind: 'lines', positions: [2] })
      await jobs()
      expect(await alerts()).toEqual([asked(1550)])
      await retry(invoiceID)
      await jobs()
      expect(await isShown()).toEqual([false, false, true])
      expect(await alerts()).toEqual([asked(300)])
      await retry(invoiceID)
      await jobs()
      expect(await alerts()).toEqual([])
      expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 950 })
    })

    it('is not due for a line that was reissued since', async () => {
      const invoiceID = await orderOfTwo()
      const both = { kind: 'lines', positions: [1, 2] } as const
      await refund(invoiceID, both, contextWith({ refund: refuse }))
      advanceClock(60)
      const replacement = { ...(await nextInput(invoiceID)), position: 1, reason: 'a faulty code' }
      expect(await reissueEsim(staffContext(), member(), replacement)).toMatchObject({ ok: true })
      expect((await failedOf(invoiceID)).map(({ amount }) => amount.minor)).toEqual([1250])
    })

    it('is made from another payment when a later refund has emptied its own', async () => {
      const invoiceID = await orderOfTwoPayments()
      await env.DB.exec('UPDATE payment_facts SET at = received_at')
      await refundLine(invoiceID, 2)
      await refund(invoiceID, { kind: 'lines', positions: [1] })
      await jobs()
      const [failed] = await failedOf(invoiceID)
      expect(failed?.amount.minor).toBe(1250)
      await retry(invoiceID)
      await jobs()
      expect(await isShown()).toEqual([false, false, true])
      expect(await alerts()).toEqual([])
      const [made] = await rows<{ reference: string }>(
        'SELECT reference FROM refunds WHERE retry_of IS NOT NULL',
      )
      expect(made?.reference).not.toBe(failed?.reference)
    })

    it('is due again when a lost dispute that took the money is won', async () => {
      const invoiceID = await paidOrder()
      const amount = { kind: 'amount', minor: 1250 } as const
      await refund(invoiceID, amount, contextWith({ refund: refuse }))
      await jobs()
      expect(await alerts()).toContainEqual(asked(1250))
      await pay(invoiceID, { kind: 'dispute-lost', id: 'dispute' })
      await jobs()
      expect(await alerts()).toEqual([])
      await pay(invoiceID, { kind: 'dispute-won', id: 'dispute' })
      await jobs()
      expect(await alerts()).toContainEqual(asked(1250))
    })

    it('is not tried again during a dispute', async () => {
      const invoiceID = await orderOfTwo()
      await refundLine(invoiceID, 2)
      await pay(invoiceID, { kind: 'disputed', id: 'dispute' })
      expect(await retry(invoiceID)).toMatchObject({ error: { reason: 'disputed' } })
    })

    it('fails again when the bank returns the money, and can be tried again', async () => {
      const invoiceID = await orderOfTwo()
      await refund(invoiceID, { kind: 'lines', positions: [2] })
      const [made] = await rows<{ id: string }>(
        `SELECT id FROM payment_facts WHERE kind = 'refunded'`,
      )
      advanceClock(60)
      await pay(invoiceID, { kind: 'refund-failed', id: made?.id ?? '' })
      expect(await isShown()).toEqual([true, true])
      expect(await api().invoice({ invoiceID })).toMatchObject({
        value: { data: { status: 'success', refunded: { minor: 0 }, overcharged: { minor: 0 } } },
      })
      await jobs()
      expect(await alerts()).toEqual([asked(1250)])
      await retry(invoiceID)
      await jobs()
      expect(await isShown()).toEqual([true, false])
      expect(await alerts()).toEqual([])
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

    describe('and that staff cancel', () => {
      const cancel = async (invoiceID: string) => {
        const [failed] = await failedOf(invoiceID)
        const form = { refundID: failed?.id ?? '', reason: 'keeps the eSIM' }
        const input = { ...(await nextInput(invoiceID)), ...form }
        return { failed, result: await cancelRefund(staffContext(), member('money'), input) }
      }

      it('ends its alert, keeps the eSIM and shows the reason in the timeline', async () => {
        const invoiceID = await orderOfTwo()
        await refundLine(invoiceID, 2)
        await jobs()
        expect(await alerts()).toEqual([asked(1250)])
        const { failed, result } = await cancel(invoiceID)
        expect(failed?.amount).toEqual({ minor: 1250, currency: 'USD' })
        expect(result.ok).toBe(true)
        await jobs()
        expect(await alerts()).toEqual([])
        const entries = await orderTimeline(staffContext(), invoiceID)
        expect(entries.filter(({ kind }) => kind === 'action')).toMatchObject([
          { name: 'refund' },
          { name: 'cancel-refund', details: { amount: 1250, reason: 'keeps the eSIM' } },
        ])
        expect(await isShown()).toEqual([true, true])
        expect(await cancel(invoiceID)).toMatchObject({
          result: { error: { reason: 'no-refused-refund' } },
        })
      })

      it('leaves its lines waiting for stock after an automatic refund', async () => {
        const invoiceID = await startOrder(2)
        await leaveOneProfile()
        await pay(invoiceID, { amount: { minor: 2500, currency: 'USD' } })
        advanceClock(25 * 3600)
        await jobs({ refund: refuse })
        await cancel(invoiceID)
        await jobs()
        expect(await rows('SELECT 1 FROM line_states WHERE is_returned')).toEqual([])
        expect(await rows('SELECT 1 FROM refunds')).toHaveLength(1)
        expect(
          await rows(`SELECT 1 FROM alerts WHERE kind = 'refund-refused' AND ended_at IS NULL`),
        ).toEqual([])
      })
    })
  })
})
