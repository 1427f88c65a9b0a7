import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { orderTimeline } from '../../../src/orders/timeline.ts'
import { recordRefund, revertRefund } from '../../../src/orders/refund-actions.ts'
import { searchOrders } from '../../../src/orders/search-orders.ts'
import { addDocumentNumbers } from '../../../src/messages/compose-mail.ts'
import { letterSchema } from '../../../src/messages/letter.ts'
import { monthMovements, monthPayments } from '../../../src/office/month-payments.ts'
import { monthStatement } from '../../../src/office/month-statement.ts'
import { parseMonth } from '../../../src/kit/time.shared.ts'
import {
  amountOf,
  assign,
  failedScope,
  linesAt,
  pending,
  record,
  refund,
  refundableOf,
  refundMails,
  refundRows,
  refusing,
  revert,
  wholeOrder,
} from '../../support/refunds.ts'
import {
  advanceClock,
  clock,
  invoiceOf,
  openShop,
  pay,
  rows,
  run,
  usd,
} from '../../support/small-shop.ts'
import {
  act,
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

const refused = { code: 'refused' } as const

describe('a refund outside of the provider', () => {
  it('returns a whole order once, with its alerts, email and reward', async () => {
    const { referralCode, rewards } = await partnerOf()
    const invoiceID = await paidLines(2, { referralCode })
    const form = { ...(await nextInput(invoiceID)), returnedOn: '2026-11-21', transfer: 'PO 17' }
    const send = () => act(recordRefund, invoiceID, { ...form, scope: wholeOrder })
    const [first, again] = await Promise.all([send(), send()])
    expect(first).toMatchObject({ value: { details: { amount: 2500, transfer: 'PO 17' } } })
    expect(again).toEqual(first)
    expect(await refundableOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
    expect(
      await rows(
        'SELECT provider, kind, reference, amount_minor, at FROM payment_facts ORDER BY 2',
      ),
    ).toMatchObject([
      { provider: 'test', kind: 'charged' },
      {
        provider: 'manual',
        kind: 'refunded',
        reference: 'PO 17',
        amount_minor: 2500,
        at: '2026-11-21T00:00:00.000Z',
      },
    ])
    expect(await refundMails()).toHaveLength(1)
    expect(await rewards()).toBe(0)
    await nextJobs()
    expect(await refundRows()).toHaveLength(1)
    expect(await openAlerts()).toEqual([])
    expect(await record(invoiceID, wholeOrder)).toMatchObject({
      error: { ...refused, reason: 'nothing-to-refund' },
    })
  })

  it('returns lines that were never delivered, which the shop then does not refund', async () => {
    const invoiceID = await paidLines(2)
    await run('DELETE FROM esims')
    await run('DELETE FROM stock')
    await pay(invoiceID, { kind: 'declined' })
    expect(await record(invoiceID, linesAt(2))).toMatchObject({
      value: { details: { amount: 1250, lines: '2' } },
    })
    expect(await refundMails()).toHaveLength(1)
    advanceClock(25 * 3600)
    await nextJobs()
    await nextJobs()
    expect(await rows('SELECT origin, positions FROM refunds ORDER BY 1')).toEqual([
      { origin: 'automatic', positions: '[1]' },
      { origin: 'hand', positions: '[2]' },
    ])
    expect(await refundableOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
  })

  it('blocks only the eSIM of its line', async () => {
    const invoiceID = await paidLines(2)
    await record(invoiceID, linesAt(1))
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      lines: [{ status: 'refunded' }, { status: 'issued' }],
      refunded: usd(1250),
    })
  })

  it('never returns more than the payments hold, also not at the provider afterwards', async () => {
    const invoiceID = await paidOrder()
    await pay(invoiceID, { id: 'paid twice' })
    expect(await record(invoiceID, amountOf(2000))).toMatchObject({ ok: true })
    expect(await refundableOf(invoiceID)).toMatchObject({ unrefunded: 500 })
    expect(await record(invoiceID, amountOf(501))).toMatchObject({
      error: { ...refused, reason: 'more-than-kept' },
    })
    expect(await refund(invoiceID, amountOf(501))).toMatchObject({
      error: { ...refused, reason: 'more-than-kept' },
    })
    expect(await refund(invoiceID, amountOf(500))).toMatchObject({ ok: true })
    expect(await refundableOf(invoiceID)).toMatchObject({ unrefunded: 0 })
  })

  it.each([
    ['its line', async () => linesAt(2)],
    ['itself', failedScope],
  ] as const)('makes a refund that the provider refused, recorded for %s', async (_, scopeOf) => {
    const invoiceID = await paidLines(2)
    await refund(invoiceID, linesAt(2), refusing())
    await nextJobs()
    expect(await openAlerts()).toEqual(['refund-refused'])
    expect(await record(invoiceID, await scopeOf(invoiceID))).toMatchObject({ ok: true })
    await nextJobs()
    expect(await openAlerts()).toEqual([])
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      lines: [{ status: 'issued' }, { status: 'refunded' }],
      refunded: usd(1250),
    })
    expect(await refundMails()).toHaveLength(1)
  })

  it('makes a refused refund of an amount', async () => {
    const invoiceID = await paidOrder()
    await refund(invoiceID, amountOf(300), refusing())
    await nextJobs()
    expect(await openAlerts()).toEqual(['refund-refused'])
    expect(await record(invoiceID, await failedScope(invoiceID))).toMatchObject({
      value: { action: 'repay-refund', details: { amount: 300 } },
    })
    await nextJobs()
    expect(await openAlerts()).toEqual([])
    expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 950 })
    expect(await refundRows()).toEqual(['hand 300 succeeded', 'staff 300 cancelled'])
  })

  it('belongs to the month in which it is recorded, which is that of its credit note', async () => {
    clock.now = new Date('2026-10-31T10:00:00Z')
    const invoiceID = await paidOrder()
    clock.now = new Date('2026-11-02T10:00:00Z')
    await record(invoiceID, amountOf(300), '2026-10-31')
    const november = parseMonth('2026-11')
    if (!november) throw new Error('not a month')
    expect(await monthPayments(staffContext(), november)).toMatchObject([
      { provider: 'manual', charges: 0, refunded: usd(300) },
    ])
    const { currencies } = await monthStatement(staffContext(), november)
    expect(currencies).toMatchObject([
      { charged: usd(0), refunded: usd(300), undocumented: usd(0), unknown: { fees: 0 } },
    ])
    expect(await monthMovements(staffContext(), november)).toMatchObject([
      { at: '2026-11-02T10:00:00.000Z', movedAt: expect.stringContaining('2026-10-31') },
    ])
  })

  it('is refused for a day before the order, or in the future', async () => {
    const invoiceID = await paidOrder()
    for (const returnedOn of ['2026-11-20', '2026-11-23'])
      expect(await record(invoiceID, wholeOrder, returnedOn)).toMatchObject({
        error: { ...refused, reason: 'impossible-day' },
      })
    expect(await refundRows()).toEqual([])
    // It is tomorrow in Kiribati already.
    advanceClock(3600)
    expect(await record(invoiceID, wholeOrder, '2026-11-22')).toMatchObject({ ok: true })
  })

  it('is refused for a line while its refund at the provider is pending', async () => {
    const invoiceID = await paidLines(2)
    const scope = linesAt(2)
    await refund(invoiceID, scope, pending())
    for (const each of [scope, wholeOrder]) {
      const answer = await record(invoiceID, each)
      expect(answer.ok && answer.value.details['lines']).not.toContain('2')
    }
    expect(await rows('SELECT sum(amount_minor) AS sum FROM refunds')).toEqual([{ sum: 2500 }])
  })

  it('is reverted once when the money came back, and can be made again', async () => {
    const { referralCode, rewards } = await partnerOf()
    const invoiceID = await paidLines(2, { referralCode })
    await record(invoiceID, linesAt(2))
    expect(await rewards()).toBe(125)
    expect((await invoiceOf(invoiceID)).creditNotes).toMatchObject([
      { number: 'C-1', cancels: null, amount: usd(1250) },
    ])
    advanceClock(60)
    const { handRefunds } = await officeOrder(invoiceID)
    const form = { ...(await nextInput(invoiceID)), refundID: handRefunds[0]?.id ?? '' }
    const send = () => act(revertRefund, invoiceID, form)
    const [first, again] = await Promise.all([send(), send()])
    expect(first).toMatchObject({ value: { details: { amount: 1250, transfer: 'PO 17' } } })
    expect(again).toEqual(first)
    expect(await rewards()).toBe(250)
    expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2500 })
    expect(await invoiceOf(invoiceID)).toMatchObject({
      lines: [{ status: 'issued' }, { status: 'issued' }],
      refunded: usd(0),
      creditNotes: [{ number: 'C-1' }, { number: 'C-2', cancels: 'C-1', amount: usd(1250) }],
    })
    await nextJobs()
    expect(await openAlerts()).toEqual([])
    const november = parseMonth('2026-11')
    if (!november) throw new Error('not a month')
    const { currencies } = await monthStatement(staffContext(), november)
    expect(currencies).toMatchObject([
      { charged: usd(2500), refunded: usd(0), unknown: { fees: 1 } },
    ])
    const late = { ...form, ...(await nextInput(invoiceID)) }
    expect(await act(revertRefund, invoiceID, late)).toMatchObject({
      error: { ...refused, reason: 'no-manual-refund' },
    })
    advanceClock(60)
    expect(await record(invoiceID, wholeOrder)).toMatchObject({
      value: { details: { amount: 2500 } },
    })
    expect(await refundableOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
    expect((await invoiceOf(invoiceID)).creditNotes?.at(-1)).toMatchObject({
      number: 'C-3',
      cancels: null,
      amount: usd(2500),
    })
  })

  it.each([
    ['its lines', async () => linesAt(2)],
    ['itself', failedScope],
  ] as const)(
    'reopens a refused refund that it had made for %s, when reverted',
    async (_, scopeOf) => {
      const { referralCode, rewards } = await partnerOf()
      const invoiceID = await paidLines(2, { referralCode })
      await refund(invoiceID, linesAt(2), refusing())
      for (const count of [1, 3]) {
        await nextJobs()
        await record(invoiceID, await scopeOf(invoiceID))
        await nextJobs()
        expect(await openAlerts()).toEqual([])
        expect(await refundMails()).toHaveLength(count)
        expect(await invoiceOf(invoiceID)).toMatchObject({
          lines: [{ status: 'issued' }, { status: 'refunded' }],
        })
        const versionOf = async () => (await nextInput(invoiceID)).version
        const before = await versionOf()
        expect(await revert(invoiceID)).toMatchObject({ ok: true })
        expect(await versionOf()).toBeGreaterThan(before)
        expect(await invoiceOf(invoiceID)).toMatchObject({
          status: 'success',
          lines: [{ status: 'issued' }, { status: 'issued' }],
          refunded: usd(0),
          overcharged: usd(0),
        })
        expect(await refundableOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2500 })
        expect(await rewards()).toBe(250)
        await nextJobs()
        expect(await openAlerts()).toEqual(['refund-refused'])
      }
    },
  )

  async function inDashboard(invoiceID: string, id: string, minor = 1250): Promise<void> {
    advanceClock(60)
    await pay(invoiceID, { kind: 'refunded', id, amount: usd(minor) })
    advanceClock(60)
  }

  it('counts once when staff say that the provider reported the same money', async () => {
    const invoiceID = await paidLines(3)
    await record(invoiceID, linesAt(2))
    await inDashboard(invoiceID, 'the same money')
    expect(
      await rows(`SELECT kind, detail ->> '$.values.minor' AS minor, order_id FROM alerts
      WHERE ended_at IS NULL AND kind <> 'low-stock'`),
    ).toEqual([{ kind: 'unassigned-refund', minor: 1250, order_id: invoiceID }])
    // No movement of money is lost: both count until staff decide.
    expect((await invoiceOf(invoiceID)).refunded).toEqual(usd(2500))
    expect(await assign(invoiceID, 'by hand')).toMatchObject({ value: { details: { lines: '2' } } })
    expect(await openAlerts()).toEqual([])
    expect(await invoiceOf(invoiceID)).toMatchObject({
      refunded: usd(1250),
      lines: [{ status: 'issued' }, { status: 'refunded' }, { status: 'issued' }],
    })
    expect(await refundRows()).toEqual(['hand 1250 cancelled', 'provider 1250 succeeded'])
    expect(await refundMails()).toHaveLength(1)
  })

  it('counts in addition to the provider’s when staff say so, until another report', async () => {
    const invoiceID = await paidLines(3)
    await record(invoiceID, amountOf(500))
    await inDashboard(invoiceID, 'another', 500)
    expect(await openAlerts()).toEqual(['unassigned-refund'])
    expect(await assign(invoiceID, { kind: 'none' })).toMatchObject({
      value: { action: 'assign-refund', details: { amount: 500 } },
    })
    expect(await openAlerts()).toEqual([])
    await nextJobs()
    expect(await assign(invoiceID, { kind: 'none' })).toMatchObject({
      error: { reason: 'no-unassigned-refund' },
    })
    await inDashboard(invoiceID, 'a third', 500)
    expect(await openAlerts()).toEqual(['unassigned-refund'])
    expect((await invoiceOf(invoiceID)).refunded).toEqual(usd(1500))
  })

  it('is not doubted because of refunds that the shop made', async () => {
    const invoiceID = await paidLines(3)
    const scope = amountOf(500)
    await refund(invoiceID, scope)
    advanceClock(60)
    expect(await record(invoiceID, scope)).toMatchObject({ ok: true })
    await nextJobs()
    expect(await openAlerts()).toEqual([])
  })

  it('is emailed again when it is made again after it was reverted', async () => {
    const invoiceID = await paidOrder()
    await record(invoiceID, wholeOrder)
    expect(await refundMails()).toHaveLength(1)
    await revert(invoiceID)
    expect(await refundMails()).toHaveLength(2)
    advanceClock(60)
    const refund = { kind: 'refunded', id: 'in the dashboard' } as const
    for (let time = 0; time < 2; time += 1) await pay(invoiceID, refund)
    expect(await refundMails()).toHaveLength(3)
  })

  it('leaves nothing in the state of the order after it was reverted', async () => {
    const invoiceID = await paidLines(2)
    await record(invoiceID, amountOf(1250))
    await revert(invoiceID)
    advanceClock(60)
    expect(await refund(invoiceID, linesAt(1), pending())).toMatchObject({ ok: true })
    expect((await invoiceOf(invoiceID)).overcharged).toEqual(usd(0))
    expect(await openAlerts()).toEqual([])
    expect(await refund(invoiceID, linesAt(2), pending())).toMatchObject({ ok: true })
    // The provider has not made the refunds yet.
    expect(await refundableOf(invoiceID)).toMatchObject({ status: 'paid' })
  })

  type WrittenMail = { readonly subject: string; readonly letter: string; readonly at: string }
  const writtenMails = () =>
    rows<WrittenMail>(`SELECT subject, letter, created_at AS at FROM outbox
      WHERE purpose = 'refund' ORDER BY created_at`)

  /** Returns the numbers of the documents in an email: of the receipt, then of credit notes. */
  async function numbersIn(mail: WrittenMail | undefined): Promise<string[]> {
    const letter = letterSchema.parse(JSON.parse(mail?.letter ?? ''))
    const { parts } = await addDocumentNumbers(env.DB, letter, mail?.at ?? '')
    return parts.flatMap((part) =>
      part.kind === 'table' ? part.rows.slice(1).map(({ value }) => value) : [],
    )
  }

  it.each(['en', 'ru'] as const)('emails the amount and its credit note in %s', async (locale) => {
    const invoiceID = await paidOrder()
    await run(`UPDATE orders SET lang = '${locale}'`)
    await record(invoiceID, amountOf(300))
    const [mail, ...others] = await writtenMails()
    expect(others).toEqual([])
    expect(mail?.subject.replaceAll('\u00A0', ' ')).toBe(
      locale === 'en' ? 'We’ve refunded $3' : 'Мы вернули вам 3 $',
    )
    expect(await numbersIn(mail)).toEqual(['1', 'C-1'])
  })

  it('names in each email only the credit notes of its refund', async () => {
    const invoiceID = await paidLines(3)
    for (const position of [1, 2]) {
      await record(invoiceID, { kind: 'lines', positions: [position] })
      advanceClock(1)
    }
    // A slow carrier sends both emails after the second refund.
    const numbers = (await writtenMails()).map(numbersIn)
    expect(await Promise.all(numbers)).toEqual([
      ['1', 'C-1'],
      ['1', 'C-2'],
    ])
  })

  it('is found by its reference, and shown in the timeline', async () => {
    const invoiceID = await paidOrder()
    await paidOrder()
    await record(invoiceID, amountOf(300))
    const { orders: found } = await searchOrders({ ...staffContext(), locale: 'en' }, 'PO 17')
    expect(found.map((order) => order.invoiceID)).toEqual([invoiceID])
    const timeline = await orderTimeline(staffContext(), invoiceID)
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'refund', name: 'hand', amount: usd(300) }),
    )
  })
})
