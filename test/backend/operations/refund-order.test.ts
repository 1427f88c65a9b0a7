import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { refundOrder, type RefundScope } from '../../../src/orders/refund-actions.ts'
import { orderTimeline } from '../../../src/orders/timeline.ts'
import { reissueEsim } from '../../../src/orders/replace-line.ts'
import { refundUndelivered } from '../../../src/orders/refund-undelivered.ts'
import {
  amountOf,
  assign,
  cancel,
  failedRefunds,
  linesAt,
  pending,
  refund,
  refundableOf,
  refunding,
  refundMails,
  refundRows,
  refusing,
  retry,
  wholeOrder,
} from '../../support/refunds.ts'
import { runBeforeBatch } from '../../support/run-before-batch.ts'
import {
  advanceClock,
  api,
  openShop,
  pay,
  placeLines,
  rows,
  run,
  settings,
  usd,
} from '../../support/small-shop.ts'
import {
  act,
  jobs,
  nextInput,
  nextJobs,
  officeOrder,
  openAlerts,
  paidLines,
  paidOrder,
  partnerOf,
  staffContext,
} from '../../support/staff.ts'

beforeEach(async () => openShop(3))

async function leaveOneProfile(): Promise<void> {
  await run('DELETE FROM stock WHERE iccid <> (SELECT min(iccid) FROM stock)')
}

const isShown = async () =>
  Promise.all(
    (
      await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims ORDER BY line_position')
    ).map(async ({ hash }) => (await api().esim({ hash })).ok),
  )

describe('a refund by staff', () => {
  it('returns the money of a whole order and blocks its eSIMs', async () => {
    const invoiceID = await paidLines(2)
    const result = await refund(invoiceID, wholeOrder)
    expect(result).toMatchObject({
      ok: true,
      value: { details: { scope: 'order', amount: 2500, currency: 'USD', lines: '1 2' } },
    })
    expect(await refundableOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
    expect(await isShown()).toEqual([false, false])
    expect(await refund(invoiceID, wholeOrder)).toMatchObject({
      error: { code: 'refused', reason: 'nothing-to-refund' },
    })
  })

  it('blocks only the eSIM of the refunded line', async () => {
    const invoiceID = await paidLines(2)
    await refund(invoiceID, linesAt(2))
    expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
    expect(await isShown()).toEqual([true, false])
    expect(await refund(invoiceID, linesAt(2))).toMatchObject({
      error: { reason: 'nothing-to-refund' },
    })
  })

  it('returns an amount without blocking the eSIM, and never more than the payment', async () => {
    const invoiceID = await paidOrder()
    await refund(invoiceID, amountOf(1000))
    expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 250 })
    expect(await isShown()).toEqual([true])
    for (const [minor, reason] of [
      [251, 'more-than-kept'],
      [0, 'nothing-to-refund'],
      [-1, 'nothing-to-refund'],
    ] as const)
      expect(await refund(invoiceID, { kind: 'amount', minor })).toMatchObject({
        error: { code: 'refused', reason },
      })
    expect(await rows('SELECT amount_minor, actor, reason FROM refunds')).toEqual([
      { amount_minor: 1000, actor: 'A owner', reason: 'a complaint' },
    ])
  })

  it('is a conflict when the job returns the line at the same time', async () => {
    const invoiceID = await placeLines([{}, {}])
    await leaveOneProfile()
    await pay(invoiceID, { amount: usd(2500) })
    advanceClock(48 * 3600)
    let isRead = false
    const db = runBeforeBatch(env.DB, async () => {
      // The action has read the order, and has not stored the refund yet.
      if (isRead) await refundUndelivered(staffContext())
      isRead = true
    })
    expect(await refund(invoiceID, linesAt(2), { db })).toEqual({
      ok: false,
      error: { code: 'conflict' },
    })
    expect(await refundRows()).toEqual(['automatic 1250 succeeded'])
  })

  it('does not refund again what a pending refund or the dashboard has refunded', async () => {
    const invoiceID = await paidOrder()
    await refund(invoiceID, amountOf(500), pending())
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount: usd(400) })
    expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 350 })
    await jobs()
    expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 350 })
  })

  it('emails the customer about its own lines only', async () => {
    const invoiceID = await paidLines(3)
    const plans = async () => {
      const mails = await refundMails()
      return mails.map(({ body }) => body.match(/Türkiye/g)?.length)
    }
    for (const scope of [linesAt(3), linesAt(2), amountOf(100)] as const) {
      await refund(invoiceID, scope)
      advanceClock(60)
    }
    // An amount is for no plan.
    expect(await plans()).toEqual([1, 1, undefined])
  })

  it('of an order names a plan once when its eSIM was replaced', async () => {
    const invoiceID = await paidOrder()
    expect(await act(reissueEsim, invoiceID, { position: 1 })).toMatchObject({ ok: true })
    await refund(invoiceID, wholeOrder)
    const [mail] = await refundMails()
    expect(mail?.body.match(/Türkiye/g)).toHaveLength(1)
  })

  /** An order of three lines that was paid with two payments. */
  async function orderOfTwoPayments(): Promise<string> {
    const invoiceID = await placeLines([{}, {}, {}])
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
    const [provider] = staffContext().providers
    let isFirst = true
    const slow = refunding(async (...part) => {
      if (!isFirst) return null
      isFirst = false
      return provider?.refund(...part) ?? null
    })
    await refund(invoiceID, linesAt(1, 2), slow)
    expect(await refundRows()).toHaveLength(2)
    expect(await refundMails()).toEqual([])
    await jobs()
    expect(await rows(`SELECT 1 FROM refunds WHERE state <> 'succeeded'`)).toEqual([])
    expect(await refundMails()).toHaveLength(1)
  })

  it('is refused when its form was sent before with another amount or lines', async () => {
    const invoiceID = await paidLines(2)
    const input = await nextInput(invoiceID)
    const send = (scope: RefundScope) => act(refundOrder, invoiceID, { ...input, scope })
    expect(await send(amountOf(100))).toMatchObject({ ok: true })
    expect(await send(amountOf(100))).toMatchObject({ ok: true })
    for (const scope of [amountOf(1000), linesAt(2), wholeOrder])
      expect(await send(scope)).toMatchObject({ error: { reason: 'key-used' } })
    expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2400 })
  })

  it('of lines takes effect once, in any order of the lines', async () => {
    const invoiceID = await paidLines(2)
    const input = await nextInput(invoiceID)
    const send = (positions: readonly number[]) =>
      act(refundOrder, invoiceID, { ...input, scope: linesAt(...positions) })
    expect(await send([2, 1])).toMatchObject({ ok: true })
    expect(await send([1, 2])).toMatchObject({ ok: true })
    expect(await send([1])).toMatchObject({ error: { reason: 'key-used' } })
  })

  it('counts money in the currency of the order only', async () => {
    const invoiceID = await paidOrder()
    await pay(invoiceID, { amount: { minor: 90000, currency: 'RUB' }, id: 'in-roubles' })
    expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
    await refund(invoiceID, wholeOrder)
    expect(await refundRows()).toEqual(['staff 1250 succeeded'])
    expect(await rows('SELECT currency FROM refunds')).toEqual([{ currency: 'USD' }])
  })

  it('still rewards a partner for the lines that were not refunded', async () => {
    const { referralCode, rewards } = await partnerOf()
    const invoiceID = await paidLines(2, { referralCode })
    expect(await rewards()).toBe(250)
    // The refunds of the order now equal the price of its line.
    await refund(invoiceID, amountOf(1250))
    await refund(invoiceID, linesAt(2), pending())
    expect(await rewards()).toBe(125)
    await jobs()
    expect(await rewards()).toBe(0)
  })

  it('shows the partner when the reward of the other line becomes available', async () => {
    settings['REWARD_HOLD_DAYS'] = '14'
    const { session, referralCode } = await partnerOf()
    const availability = async () => {
      const account = await api().referrer({}, { session })
      return account.ok && account.value.data.availableFrom
    }
    const invoiceID = await paidLines(2, { referralCode })
    expect(await availability()).toBe('2026-12-05T10:00:00.000Z')
    advanceClock(86_400)
    await refund(invoiceID, linesAt(2))
    expect(await availability()).toBe('2026-12-06T10:00:00.000Z')
    await refund(invoiceID, linesAt(1))
    expect(await availability()).toBeNull()
  })

  it('is made by the scheduled job when the command has no provider', async () => {
    const invoiceID = await paidOrder()
    const result = await refund(invoiceID, wholeOrder, { providers: [] })
    expect(result.ok).toBe(true)
    expect(await rows(`SELECT 1 FROM refunds WHERE state = 'requested'`)).toHaveLength(1)
    expect(await isShown()).toEqual([false])
    await jobs()
    expect(await refundableOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
  })

  describe('that the provider refused', () => {
    const refundLine = async (invoiceID: string, position: number) => {
      await refund(invoiceID, linesAt(position), refusing())
      advanceClock(60)
    }
    const payInDashboard = async (invoiceID: string, minor = 1250) =>
      pay(invoiceID, {
        kind: 'refunded',
        id: `dashboard-${minor}-${invoiceID}`,
        amount: usd(minor),
      })
    const alerts = () =>
      rows(`SELECT kind, json_extract(detail, '$.values.minor') AS minor FROM alerts
        WHERE ended_at IS NULL AND kind <> 'low-stock' ORDER BY kind`)
    const asked = (minor: number) => ({ kind: 'refund-refused', minor })

    it('frees its line, raises an alert, and returns the line when staff try again', async () => {
      const { referralCode, rewards } = await partnerOf()
      const invoiceID = await paidLines(2, { referralCode })
      await refundLine(invoiceID, 2)
      await nextJobs(refusing())
      expect(await isShown()).toEqual([true, true])
      expect(await alerts()).toEqual([asked(1250)])
      expect(await retry(invoiceID, refusing())).toMatchObject({ ok: true })
      await nextJobs(refusing())
      expect(await alerts()).toEqual([asked(1250)])
      expect(await retry(invoiceID)).toMatchObject({ value: { details: { amount: 1250 } } })
      await nextJobs()
      expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 1250 })
      expect(await isShown()).toEqual([true, false])
      expect(await refundMails()).toHaveLength(1)
      expect(await alerts()).toEqual([])
      expect(await rewards()).toBe(125)
      expect(
        await rows(`SELECT state, retry_of IS NULL AS first FROM refunds ORDER BY 1, 2`),
      ).toEqual([
        { state: 'cancelled', first: 0 },
        { state: 'cancelled', first: 1 },
        { state: 'succeeded', first: 0 },
      ])
    })

    it('is not made by money in another currency', async () => {
      const invoiceID = await paidLines(2)
      await refundLine(invoiceID, 2)
      const amount = { minor: 90_000, currency: 'RUB' }
      await pay(invoiceID, { kind: 'refunded', id: 'in-roubles', amount })
      await nextJobs(refusing())
      expect(await isShown()).toEqual([true, true])
      expect(await alerts()).toContainEqual(asked(1250))
      expect((await officeOrder(invoiceID)).unassignedRefunds).toEqual([])
    })

    it('stays open when the refund in the dashboard was for something else', async () => {
      const invoiceID = await paidLines(2)
      await refundLine(invoiceID, 2)
      await payInDashboard(invoiceID, 500)
      await assign(invoiceID, { kind: 'none' })
      await nextJobs(refusing())
      expect(await isShown()).toEqual([true, true])
      expect(await refundMails()).toHaveLength(1)
      expect(await alerts()).toEqual([asked(1250)])
    })

    it('asks for all failed refunds of the order in one alert, and for each on its page', async () => {
      const invoiceID = await paidLines(3)
      for (const scope of [linesAt(1, 2), amountOf(300)]) {
        await refund(invoiceID, scope, refusing())
        advanceClock(60)
      }
      await nextJobs()
      expect(await alerts()).toEqual([asked(2800)])
      expect(
        (await failedRefunds(invoiceID)).map(({ amount, positions }) => [amount.minor, positions]),
      ).toEqual([
        [2500, [1, 2]],
        [300, []],
      ])
      // Another refund returns one of its lines.
      await refund(invoiceID, linesAt(2))
      await nextJobs()
      expect(await alerts()).toEqual([asked(1550)])
      await retry(invoiceID)
      await nextJobs()
      expect(await isShown()).toEqual([false, false, true])
      expect(await alerts()).toEqual([asked(300)])
      await retry(invoiceID)
      await nextJobs()
      expect(await alerts()).toEqual([])
      expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 950 })
    })

    it('is not due for a line that was reissued since', async () => {
      const invoiceID = await paidLines(2)
      await refund(invoiceID, linesAt(1, 2), refusing())
      advanceClock(60)
      expect(await act(reissueEsim, invoiceID, { position: 1 })).toMatchObject({ ok: true })
      expect((await failedRefunds(invoiceID)).map(({ amount }) => amount.minor)).toEqual([1250])
    })

    it('is made from another payment when a later refund has emptied its own', async () => {
      const invoiceID = await orderOfTwoPayments()
      await run('UPDATE payment_facts SET at = received_at')
      await refundLine(invoiceID, 2)
      await refund(invoiceID, linesAt(1))
      await nextJobs()
      const [failed] = await failedRefunds(invoiceID)
      expect(failed?.amount.minor).toBe(1250)
      await retry(invoiceID)
      await nextJobs()
      expect(await isShown()).toEqual([false, false, true])
      expect(await alerts()).toEqual([])
      const [made] = await rows<{ reference: string }>(
        'SELECT reference FROM refunds WHERE retry_of IS NOT NULL',
      )
      expect(made?.reference).not.toBe(failed?.reference)
    })

    it('is due again when a lost dispute that took the money is won', async () => {
      const invoiceID = await paidOrder()
      await refund(invoiceID, amountOf(1250), refusing())
      await nextJobs()
      expect(await alerts()).toContainEqual(asked(1250))
      await pay(invoiceID, { kind: 'dispute-lost', id: 'dispute' })
      await nextJobs()
      expect(await alerts()).toEqual([])
      await pay(invoiceID, { kind: 'dispute-won', id: 'dispute' })
      await nextJobs()
      expect(await alerts()).toContainEqual(asked(1250))
    })

    it('is not tried again during a dispute', async () => {
      const invoiceID = await paidLines(2)
      await refundLine(invoiceID, 2)
      await pay(invoiceID, { kind: 'disputed', id: 'dispute' })
      expect(await retry(invoiceID)).toMatchObject({ error: { reason: 'disputed' } })
    })

    it('fails again when the bank returns the money, and can be tried again', async () => {
      const invoiceID = await paidLines(2)
      await refund(invoiceID, linesAt(2))
      const [made] = await rows<{ id: string }>(
        `SELECT id FROM payment_facts WHERE kind = 'refunded'`,
      )
      advanceClock(60)
      await pay(invoiceID, { kind: 'refund-failed', id: made?.id ?? '' })
      expect(await isShown()).toEqual([true, true])
      expect(await api().invoice({ invoiceID })).toMatchObject({
        value: { data: { status: 'success', refunded: { minor: 0 }, overcharged: { minor: 0 } } },
      })
      await nextJobs()
      expect(await alerts()).toEqual([asked(1250)])
      await retry(invoiceID)
      await nextJobs()
      expect(await isShown()).toEqual([true, false])
      expect(await alerts()).toEqual([])
    })

    it('keeps its lines while other refunds of the money are pending', async () => {
      const invoiceID = await paidLines(2)
      await refund(invoiceID, wholeOrder, refusing())
      for (const scope of [linesAt(1), amountOf(1250)]) {
        advanceClock(60)
        await refund(invoiceID, scope, pending())
      }
      await nextJobs(pending())
      expect(await isShown()).toEqual([false, true])
      await nextJobs(refusing())
      await nextJobs(refusing())
      expect(await isShown()).toEqual([true, true])
      expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2500 })
    })

    describe('and that staff cancel', () => {
      it('ends its alert, keeps the eSIM and shows the reason in the timeline', async () => {
        const invoiceID = await paidLines(2)
        await refundLine(invoiceID, 2)
        await nextJobs()
        expect(await alerts()).toEqual([asked(1250)])
        expect(await failedRefunds(invoiceID)).toMatchObject([{ amount: usd(1250) }])
        expect(await cancel(invoiceID)).toMatchObject({ ok: true })
        await nextJobs()
        expect(await alerts()).toEqual([])
        const entries = await orderTimeline(staffContext(), invoiceID)
        expect(entries.filter(({ kind }) => kind === 'action')).toMatchObject([
          { name: 'refund' },
          { name: 'cancel-refund', details: { amount: 1250, reason: 'a complaint' } },
        ])
        expect(await isShown()).toEqual([true, true])
        expect(await cancel(invoiceID)).toMatchObject({ error: { reason: 'no-refused-refund' } })
      })

      it('leaves its lines waiting for stock after an automatic refund', async () => {
        const invoiceID = await placeLines([{}, {}])
        await leaveOneProfile()
        await pay(invoiceID, { amount: usd(2500) })
        advanceClock(25 * 3600)
        await nextJobs(refusing())
        await cancel(invoiceID)
        await nextJobs()
        expect(await rows('SELECT 1 FROM line_states WHERE is_returned')).toEqual([])
        expect(await refundRows()).toHaveLength(1)
        expect(await openAlerts()).not.toContain('refund-refused')
      })
    })
  })
})
