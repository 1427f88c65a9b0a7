import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { orderForOffice } from '../../../src/orders/order-for-office.ts'
import { orderTimeline } from '../../../src/orders/timeline.ts'
import {
  assignRefund,
  recordRefund,
  refundOrder,
  revertRefund,
} from '../../../src/orders/refund-actions.ts'
import type { RefundPurpose, RefundScope } from '../../../src/orders/refund-actions.ts'
import { searchOrders } from '../../../src/orders/search-orders.ts'
import { addDocumentNumbers } from '../../../src/messages/compose-mail.ts'
import { letterSchema } from '../../../src/messages/letter.ts'
import { monthMovements, monthPayments } from '../../../src/office/month-payments.ts'
import { monthStatement } from '../../../src/office/month-statement.ts'
import { runScheduledJobs } from '../../../src/jobs.ts'
import { parseMonth } from '../../../src/kit/time.shared.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  invoiceOf,
  orderOf,
  pay,
  rows,
  signInPartner,
  stockShop,
} from '../../support/small-shop.ts'
import { member, nextInput, paidOrder, refuseRefund, staffContext } from '../../support/staff.ts'

beforeEach(async () => {
  await clearShop()
  await stockShop(3)
})

const transfer = {
  returnedOn: '2026-11-21',
  transfer: 'PO 17',
  reason: 'the card is closed',
}
const usd = (minor: number) => ({ minor, currency: 'USD' })

async function record(
  invoiceID: string,
  scope: RefundScope,
  change: Partial<typeof transfer> = {},
) {
  const input = { ...(await nextInput(invoiceID)), ...transfer, ...change, scope }
  return recordRefund(staffContext(), member('money'), input)
}

async function orderOfLines(count: number, referralCode?: string): Promise<string> {
  const { tariffID, ...order } = { ...orderOf(), referralCode }
  const lines = Array.from({ length: count }, () => ({ tariffID }))
  const answer = await api().activation({ ...order, lines })
  if (!answer.ok) throw new Error('the order was refused')
  const { invoiceID } = answer.value.data
  await pay(invoiceID, { amount: usd(1250 * count) })
  return invoiceID
}

const stateOf = async (invoiceID: string) => {
  const order = await orderForOffice(staffContext(), invoiceID, 'en')
  return { status: order?.status, unrefunded: order?.unrefunded.minor }
}
const openAlerts = () =>
  rows(`SELECT kind FROM alerts WHERE ended_at IS NULL AND kind <> 'low-stock' ORDER BY kind`)
const mails = () => rows(`SELECT 1 FROM outbox WHERE purpose = 'refund'`)
const refused = { code: 'refused' } as const
const failedScope = async (invoiceID: string): Promise<RefundScope> => {
  const order = await orderForOffice(staffContext(), invoiceID, 'en')
  return { kind: 'failed', refundID: order?.failedRefunds[0]?.id ?? '' }
}
const stateText = () => rows('SELECT origin, state FROM refunds ORDER BY origin, state')

async function nextJobs(): Promise<void> {
  advanceClock(60)
  await runScheduledJobs(env, clock.now)
}

describe('a refund outside of the provider', () => {
  it('returns a whole order once, with its alerts, email and reward', async () => {
    await signInPartner()
    const [partner] = await rows<{ code: string }>('SELECT code FROM partners')
    const invoiceID = await orderOfLines(2, partner?.code)
    const input = {
      ...(await nextInput(invoiceID)),
      ...transfer,
      scope: { kind: 'order' },
    } as const
    const send = () => recordRefund(staffContext(), member('money'), input)
    const [first, again] = await Promise.all([send(), send()])
    expect(first).toMatchObject({ value: { details: { amount: 2500, transfer: 'PO 17' } } })
    expect(again).toEqual(first)
    expect(await stateOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
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
    expect(await mails()).toHaveLength(1)
    expect(await rows('SELECT sum(amount_minor) AS sum FROM partner_transactions')).toEqual([
      { sum: 0 },
    ])
    await nextJobs()
    expect(await rows('SELECT 1 FROM refunds')).toHaveLength(1)
    expect(await openAlerts()).toEqual([])
    expect(await record(invoiceID, { kind: 'order' })).toMatchObject({
      error: { ...refused, reason: 'nothing-to-refund' },
    })
  })

  it('returns lines that were never delivered, which the shop then does not refund', async () => {
    const invoiceID = await orderOfLines(2)
    await env.DB.prepare('DELETE FROM esims').run()
    await env.DB.prepare('DELETE FROM stock').run()
    await pay(invoiceID, { kind: 'declined' })
    expect(await record(invoiceID, { kind: 'lines', positions: [2] })).toMatchObject({
      value: { details: { amount: 1250, lines: '2' } },
    })
    expect(await mails()).toHaveLength(1)
    advanceClock(25 * 3600)
    await nextJobs()
    await nextJobs()
    expect(await rows('SELECT origin, amount_minor, positions FROM refunds ORDER BY 1')).toEqual([
      { origin: 'automatic', amount_minor: 1250, positions: '[1]' },
      { origin: 'hand', amount_minor: 1250, positions: '[2]' },
    ])
    expect(await stateOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
  })

  it('blocks only the eSIM of its line', async () => {
    const invoiceID = await orderOfLines(2)
    await record(invoiceID, { kind: 'lines', positions: [1] })
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      lines: [{ status: 'refunded' }, { status: 'issued' }],
      refunded: usd(1250),
    })
  })

  it('never returns more than the payments hold, also not at the provider afterwards', async () => {
    const invoiceID = await paidOrder()
    await pay(invoiceID, { id: 'paid twice' })
    expect(await record(invoiceID, { kind: 'amount', minor: 2000 })).toMatchObject({ ok: true })
    expect(await stateOf(invoiceID)).toMatchObject({ unrefunded: 500 })
    expect(await record(invoiceID, { kind: 'amount', minor: 501 })).toMatchObject({
      error: { ...refused, reason: 'more-than-held' },
    })
    const refund = async (minor: number) => {
      const input = { ...(await nextInput(invoiceID)), reason: 'a complaint' }
      const scope = { kind: 'amount', minor } as const
      return refundOrder(staffContext(), member('money'), { ...input, scope })
    }
    expect(await refund(501)).toMatchObject({ error: { ...refused, reason: 'more-than-held' } })
    expect(await refund(500)).toMatchObject({ ok: true })
    expect(await stateOf(invoiceID)).toMatchObject({ unrefunded: 0 })
  })

  it.each([
    ['its line', async () => ({ kind: 'lines', positions: [2] }) as const],
    ['itself', failedScope],
  ] as const)('makes a refund that the provider refused, recorded for %s', async (_, scopeOf) => {
    const invoiceID = await orderOfLines(2)
    await refuseRefund(invoiceID, { kind: 'lines', positions: [2] })
    await nextJobs()
    expect(await openAlerts()).toEqual([{ kind: 'refund-refused' }])
    expect(await record(invoiceID, await scopeOf(invoiceID))).toMatchObject({ ok: true })
    await nextJobs()
    expect(await openAlerts()).toEqual([])
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      lines: [{ status: 'issued' }, { status: 'refunded' }],
      refunded: usd(1250),
    })
    expect(await mails()).toHaveLength(1)
  })

  it('makes a refused refund of an amount', async () => {
    const invoiceID = await paidOrder()
    await refuseRefund(invoiceID, { kind: 'amount', minor: 300 })
    await nextJobs()
    expect(await openAlerts()).toEqual([{ kind: 'refund-refused' }])
    expect(await record(invoiceID, await failedScope(invoiceID))).toMatchObject({
      value: { action: 'repay-refund', details: { amount: 300 } },
    })
    await nextJobs()
    expect(await openAlerts()).toEqual([])
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 950 })
    expect(await stateText()).toEqual([
      { origin: 'hand', state: 'succeeded' },
      { origin: 'staff', state: 'cancelled' },
    ])
  })

  it('belongs to the month in which it is recorded, which is that of its credit note', async () => {
    clock.now = new Date('2026-10-31T10:00:00Z')
    const invoiceID = await paidOrder()
    clock.now = new Date('2026-11-02T10:00:00Z')
    await record(invoiceID, { kind: 'amount', minor: 300 }, { returnedOn: '2026-10-31' })
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
      expect(await record(invoiceID, { kind: 'order' }, { returnedOn })).toMatchObject({
        error: { ...refused, reason: 'impossible-day' },
      })
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
    // It is tomorrow in Kiribati already.
    advanceClock(3600)
    expect(await record(invoiceID, { kind: 'order' }, { returnedOn: '2026-11-22' })).toMatchObject({
      ok: true,
    })
  })

  it('is refused for a line while its refund at the provider is pending', async () => {
    const invoiceID = await orderOfLines(2)
    const { providers, ...context } = staffContext()
    const slow = providers.map((each) => ({ ...each, refund: async () => null }))
    const input = { ...(await nextInput(invoiceID)), reason: 'a complaint' }
    const scope = { kind: 'lines', positions: [2] } as const
    await refundOrder({ ...context, providers: slow }, member('money'), { ...input, scope })
    for (const each of [scope, { kind: 'order' } as const]) {
      const answer = await record(invoiceID, each)
      expect(answer.ok && answer.value.details['lines']).not.toContain('2')
    }
    expect(await rows('SELECT sum(amount_minor) AS sum FROM refunds')).toEqual([{ sum: 2500 }])
  })

  it('is reverted once when the money came back, and can be made again', async () => {
    await signInPartner()
    const [partner] = await rows<{ code: string }>('SELECT code FROM partners')
    const rewards = () => rows('SELECT sum(amount_minor) AS sum FROM partner_transactions')
    const invoiceID = await orderOfLines(2, partner?.code)
    await record(invoiceID, { kind: 'lines', positions: [2] })
    expect(await rewards()).toEqual([{ sum: 125 }])
    expect((await invoiceOf(invoiceID)).creditNotes).toMatchObject([
      { number: 'C-1', cancels: null, amount: usd(1250) },
    ])
    advanceClock(60)
    const order = await orderForOffice(staffContext(), invoiceID, 'en')
    const refundID = order?.handRefunds[0]?.id ?? ''
    const input = { ...(await nextInput(invoiceID)), refundID, reason: 'it came back' }
    const revert = () => revertRefund(staffContext(), member('money'), input)
    const [first, again] = await Promise.all([revert(), revert()])
    expect(first).toMatchObject({ value: { details: { amount: 1250, transfer: 'PO 17' } } })
    expect(again).toEqual(first)
    expect(await rewards()).toEqual([{ sum: 250 }])
    expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2500 })
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
    expect(
      await revertRefund(staffContext(), member('money'), {
        ...input,
        ...(await nextInput(invoiceID)),
      }),
    ).toMatchObject({ error: { ...refused, reason: 'no-manual-refund' } })
    advanceClock(60)
    expect(await record(invoiceID, { kind: 'order' })).toMatchObject({
      value: { details: { amount: 2500 } },
    })
    expect(await stateOf(invoiceID)).toEqual({ status: 'refunded', unrefunded: 0 })
    expect((await invoiceOf(invoiceID)).creditNotes?.at(-1)).toMatchObject({
      number: 'C-3',
      cancels: null,
      amount: usd(2500),
    })
  })

  async function revertOnly(invoiceID: string) {
    const order = await orderForOffice(staffContext(), invoiceID, 'en')
    const refundID = order?.handRefunds[0]?.id ?? ''
    const input = { ...(await nextInput(invoiceID)), refundID, reason: 'it came back' }
    return revertRefund(staffContext(), member('money'), input)
  }

  it.each([
    ['its lines', async () => ({ kind: 'lines', positions: [2] }) as const],
    ['itself', failedScope],
  ] as const)(
    'reopens a refused refund that it had made for %s, when reverted',
    async (_, scopeOf) => {
      await signInPartner()
      const [partner] = await rows<{ code: string }>('SELECT code FROM partners')
      const invoiceID = await orderOfLines(2, partner?.code)
      await refuseRefund(invoiceID, { kind: 'lines', positions: [2] })
      for (const count of [1, 3]) {
        await nextJobs()
        await record(invoiceID, await scopeOf(invoiceID))
        await nextJobs()
        expect(await openAlerts()).toEqual([])
        expect(await mails()).toHaveLength(count)
        expect(await invoiceOf(invoiceID)).toMatchObject({
          lines: [{ status: 'issued' }, { status: 'refunded' }],
        })
        const versionOf = async () => (await nextInput(invoiceID)).version
        const before = await versionOf()
        advanceClock(60)
        expect(await revertOnly(invoiceID)).toMatchObject({ ok: true })
        expect(await versionOf()).toBeGreaterThan(before)
        expect(await invoiceOf(invoiceID)).toMatchObject({
          status: 'success',
          lines: [{ status: 'issued' }, { status: 'issued' }],
          refunded: usd(0),
          overcharged: usd(0),
        })
        expect(await stateOf(invoiceID)).toEqual({ status: 'success', unrefunded: 2500 })
        expect(await rows('SELECT sum(amount_minor) AS sum FROM partner_transactions')).toEqual([
          { sum: 250 },
        ])
        await nextJobs()
        expect(await openAlerts()).toEqual([{ kind: 'refund-refused' }])
      }
    },
  )

  async function inDashboard(invoiceID: string, id: string, minor = 1250): Promise<void> {
    advanceClock(60)
    await pay(invoiceID, { kind: 'refunded', id, amount: usd(minor) })
    advanceClock(60)
  }

  async function assign(invoiceID: string, purpose: RefundPurpose) {
    const order = await orderForOffice(staffContext(), invoiceID, 'en')
    const refundID = order?.unassignedRefunds[0]?.id ?? ''
    const input = { ...(await nextInput(invoiceID)), refundID, purpose, reason: 'looked' }
    return assignRefund(staffContext(), member('money'), input)
  }

  it('counts once when staff say that the provider reported the same money', async () => {
    const invoiceID = await orderOfLines(3)
    await record(invoiceID, { kind: 'lines', positions: [2] })
    await inDashboard(invoiceID, 'the same money')
    expect(
      await rows(`SELECT kind, detail ->> '$.values.minor' AS minor, order_id FROM alerts
      WHERE ended_at IS NULL AND kind <> 'low-stock'`),
    ).toEqual([{ kind: 'unassigned-refund', minor: 1250, order_id: invoiceID }])
    // No movement of money is lost: both count until staff decide.
    expect((await invoiceOf(invoiceID)).refunded).toEqual(usd(2500))
    const order = await orderForOffice(staffContext(), invoiceID, 'en')
    const same = { kind: 'same', refundID: order?.handRefunds[0]?.id ?? '' } as const
    expect(await assign(invoiceID, same)).toMatchObject({ value: { details: { lines: '2' } } })
    expect(await openAlerts()).toEqual([])
    expect(await invoiceOf(invoiceID)).toMatchObject({
      refunded: usd(1250),
      lines: [{ status: 'issued' }, { status: 'refunded' }, { status: 'issued' }],
    })
    expect(await stateText()).toEqual([
      { origin: 'hand', state: 'cancelled' },
      { origin: 'provider', state: 'succeeded' },
    ])
    expect(await mails()).toHaveLength(1)
  })

  it('counts in addition to the provider’s when staff say so, until another report', async () => {
    const invoiceID = await orderOfLines(3)
    await record(invoiceID, { kind: 'amount', minor: 500 })
    await inDashboard(invoiceID, 'another', 500)
    expect(await openAlerts()).toEqual([{ kind: 'unassigned-refund' }])
    expect(await assign(invoiceID, { kind: 'none' })).toMatchObject({
      value: { action: 'assign-refund', details: { amount: 500 } },
    })
    expect(await openAlerts()).toEqual([])
    await nextJobs()
    expect(await assign(invoiceID, { kind: 'none' })).toMatchObject({
      error: { reason: 'no-unassigned-refund' },
    })
    await inDashboard(invoiceID, 'a third', 500)
    expect(await openAlerts()).toEqual([{ kind: 'unassigned-refund' }])
    expect((await invoiceOf(invoiceID)).refunded).toEqual(usd(1500))
  })

  it('is not doubted because of refunds that the shop made', async () => {
    const invoiceID = await orderOfLines(3)
    const input = { ...(await nextInput(invoiceID)), reason: 'a complaint' }
    const scope = { kind: 'amount', minor: 500 } as const
    await refundOrder(staffContext(), member('money'), { ...input, scope })
    advanceClock(60)
    expect(await record(invoiceID, scope)).toMatchObject({ ok: true })
    await nextJobs()
    expect(await openAlerts()).toEqual([])
  })

  it('is emailed again when it is made again after it was reverted', async () => {
    const invoiceID = await paidOrder()
    await record(invoiceID, { kind: 'order' })
    expect(await mails()).toHaveLength(1)
    advanceClock(60)
    await revertOnly(invoiceID)
    expect(await mails()).toHaveLength(2)
    advanceClock(60)
    const refund = { kind: 'refunded', id: 'in the dashboard' } as const
    for (let time = 0; time < 2; time += 1) await pay(invoiceID, refund)
    expect(await mails()).toHaveLength(3)
  })

  it('leaves nothing in the state of the order after it was reverted', async () => {
    const invoiceID = await orderOfLines(2)
    await record(invoiceID, { kind: 'amount', minor: 1250 })
    advanceClock(60)
    await revertOnly(invoiceID)
    advanceClock(60)
    const { providers, ...context } = staffContext()
    const slow = providers.map((each) => ({ ...each, refund: async () => null }))
    const refundSlowly = async (scope: RefundScope) => {
      const input = { ...(await nextInput(invoiceID)), reason: 'a complaint', scope }
      return refundOrder({ ...context, providers: slow }, member('money'), input)
    }
    expect(await refundSlowly({ kind: 'lines', positions: [1] })).toMatchObject({ ok: true })
    expect((await invoiceOf(invoiceID)).overcharged).toEqual(usd(0))
    expect(await openAlerts()).toEqual([])
    expect(await refundSlowly({ kind: 'lines', positions: [2] })).toMatchObject({ ok: true })
    // The provider has not made the refunds yet.
    expect(await stateOf(invoiceID)).toMatchObject({ status: 'paid' })
  })

  type WrittenMail = { readonly subject: string; readonly letter: string; readonly at: string }
  const refundMails = () =>
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
    await env.DB.prepare('UPDATE orders SET lang = ?').bind(locale).run()
    await record(invoiceID, { kind: 'amount', minor: 300 })
    const [mail, ...others] = await refundMails()
    expect(others).toEqual([])
    expect(mail?.subject.replaceAll('\u00A0', ' ')).toBe(
      locale === 'en' ? 'We’ve refunded $3' : 'Мы вернули вам 3 $',
    )
    expect(await numbersIn(mail)).toEqual(['1', 'C-1'])
  })

  it('names in each email only the credit notes of its refund', async () => {
    const invoiceID = await orderOfLines(3)
    for (const position of [1, 2]) {
      await record(invoiceID, { kind: 'lines', positions: [position] })
      advanceClock(1)
    }
    // A slow carrier sends both emails after the second refund.
    const numbers = (await refundMails()).map(numbersIn)
    expect(await Promise.all(numbers)).toEqual([
      ['1', 'C-1'],
      ['1', 'C-2'],
    ])
  })

  it('is found by its reference, and shown in the timeline', async () => {
    const invoiceID = await paidOrder()
    await paidOrder()
    await record(invoiceID, { kind: 'amount', minor: 300 })
    const { orders: found } = await searchOrders({ ...staffContext(), locale: 'en' }, 'PO 17')
    expect(found.map((order) => order.invoiceID)).toEqual([invoiceID])
    const timeline = await orderTimeline(staffContext(), invoiceID)
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'refund', name: 'hand', amount: usd(300) }),
    )
  })
})
