import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freezeOrder, unfreezeOrder } from '../../src/orders/order-actions.ts'
import { refundOrder } from '../../src/orders/refund-actions.ts'
import { sendOpenRefunds } from '../../src/orders/refunds.ts'
import { refundUndelivered } from '../../src/orders/refund-undelivered.ts'
import type { ActionContext } from '../../src/api/perform-action.ts'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import type { PaymentFact, PaymentProvider } from '../../src/payments/payment-provider.ts'
import { openTestBank } from '../../src/payments/test-bank.ts'
import { orderNumberOf } from '../../src/kit/order-number.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import {
  amountOf,
  assign,
  failedRefunds,
  linesAt,
  pending,
  record,
  refund,
  refunding,
  refundRows,
  refundMails,
  refusing,
  retry,
  revert,
  unanswered,
  wholeOrder,
} from '../support/refunds.ts'
import { runBeforeBatch } from '../support/run-before-batch.ts'
import {
  advanceClock,
  api,
  clock,
  invoiceOf,
  openShop,
  pay,
  placeLines,
  placeOrder,
  rows,
  run,
  usd,
  words,
} from '../support/small-shop.ts'
import {
  act,
  jobs,
  nextInput,
  nextJobs,
  officeOrder,
  openAlerts,
  restock,
  stateOf,
  staffContext,
} from '../support/staff.ts'

beforeEach(async () => openShop(1))

/** Pays at the test bank, which books the money, and reports the payment. */
async function payAtBank(
  invoiceID: string,
  id = `charge-of-${invoiceID}`,
  minor = 1250,
): Promise<void> {
  const [payment] = await rows<{ reference: string }>(
    `SELECT reference FROM payments WHERE order_id = '${invoiceID}'`,
  )
  const fact = { id, reference: payment?.reference ?? '', invoiceID, amount: usd(minor) }
  await openTestBank(env.DB).book({ kind: 'charged', ...fact, at: clock.now })
  await pay(invoiceID, fact)
}

const hours = (count: number) => advanceClock(count * 3600)

/** Pays two plans at the test bank, of which one is in stock. */
async function payTwo(): Promise<string> {
  await restock()
  const invoiceID = await placeLines([{}, {}])
  await run(`DELETE FROM stock WHERE iccid = '8910300000000000077'`)
  await payAtBank(invoiceID, `charge-of-${invoiceID}`, 2500)
  return invoiceID
}

/** Pays two plans that are sold out since. */
async function payTwoSoldOut(...lines: Parameters<typeof placeLines>[0]): Promise<string> {
  await restock()
  const invoiceID = await placeLines(lines.length === 0 ? [{}, {}] : lines)
  await run('DELETE FROM stock')
  await payAtBank(invoiceID, `charge-of-${invoiceID}`, 2500)
  return invoiceID
}

/** Pays two plans in two payments, because the first one does not cover the price. */
async function payInParts() {
  await restock()
  const invoiceID = await placeLines([{}, {}])
  await payAtBank(invoiceID, `first-of-${invoiceID}`, 2000)
  advanceClock(60)
  await api().invoicePayment({ invoiceID })
  await run(`DELETE FROM stock WHERE iccid = '8910300000000000077'`)
  const [second] = await rows<{ reference: string }>(
    'SELECT reference FROM payments ORDER BY started_at DESC LIMIT 1',
  )
  const reference = second?.reference ?? ''
  const fact = { id: `second-of-${invoiceID}`, reference, invoiceID, amount: usd(500) }
  await openTestBank(env.DB).book({ kind: 'charged', ...fact, at: clock.now })
  await pay(invoiceID, fact)
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
    const [mail, ...others] = await rows<{ body: string }>(
      `SELECT body FROM outbox WHERE purpose = 'sold-out'`,
    )
    expect(mail?.body).toContain('Türkiye')
    expect(mail?.body).toContain('22 November 2026'.slice(0, 2))
    expect(others).toEqual([])
    expect(await openAlerts()).toEqual(['sold-out-after-payment'])
    expect(
      await rows(`SELECT detail FROM alerts WHERE kind = 'sold-out-after-payment'`),
    ).toMatchObject([{ detail: expect.stringContaining('"refundAt":"2026-11-22T10:00:00.000Z"') }])

    hours(23)
    await jobs()
    expect(await refundRows()).toEqual([])
    hours(1)
    await jobs()
    await jobs()
    expect(await rows('SELECT amount_minor, reason, actor FROM refunds')).toEqual([
      { amount_minor: 1250, reason: 'undelivered', actor: 'system' },
    ])
    expect(await invoiceOf(waiting?.invoiceID ?? '')).toMatchObject({
      status: 'refunded',
      refunded: usd(1250),
      lines: [{ status: 'refunded', hash: null }],
    })
    expect(await refundMails()).toHaveLength(1)
    expect(await openAlerts()).toEqual([])
  })

  it('refund the waiting order later when staff have frozen it', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    await payAtBank(first)
    await payAtBank(second)
    const refundTime = async () => (await invoiceOf(second)).refundBy
    expect(await refundTime()).toBe('2026-11-22T10:00:00.000Z')
    await act(freezeOrder, second, {})
    expect(await refundTime()).toBeNull()
    hours(23)
    await act(unfreezeOrder, second, {})
    expect(await refundTime()).toBe('2026-11-23T09:00:00.000Z')
    hours(2)
    await jobs()
    expect(await refundRows()).toEqual([])
  })

  it('refund nothing when a restock delivers the waiting order', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    await payAtBank(first)
    await payAtBank(second)
    await restock()
    hours(25)
    await jobs()
    expect(await invoiceOf(second)).toMatchObject({ status: 'success', refundBy: null })
    expect(await refundRows()).toEqual([])
    expect(await openAlerts()).toEqual([])
  })
})

describe('a refund', () => {
  async function createUndelivered(): Promise<string> {
    const invoiceID = await placeOrder()
    await run('DELETE FROM stock')
    await payAtBank(invoiceID)
    hours(24)
    return invoiceID
  }

  it('names the order in the log by its number, because its id opens a page', async () => {
    const invoiceID = await createUndelivered()
    const write = vi.spyOn(console, 'error').mockReturnValue()
    await jobs(refusing())
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
    await jobs(unanswered())
    let calls = 0
    const start = clock.now
    const slow = refunding(async () => {
      calls += 1
      advanceClock(8)
      throw new PaymentProviderError('test', 'unknown', 'timeout')
    })
    await sendOpenRefunds({ ...staffContext(), ...slow, now: start, clock: () => clock.now })
    expect(calls).toBe(2)
    await jobs()
    expect(await rows(`SELECT 1 FROM refunds WHERE state = 'succeeded'`)).toHaveLength(3)
  })

  it('is retried with the same key after an unknown outcome', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await createUndelivered()
    const keys: string[] = []
    await jobs(
      refunding(async (_, __, key) => {
        keys.push(key)
        throw new PaymentProviderError('test', 'unknown', 'timeout')
      }),
    )
    expect((await invoiceOf(invoiceID)).status).toBe('paid')
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await rows(`SELECT id FROM payment_facts WHERE kind = 'refunded'`)).toEqual([
      { id: keys[0] },
    ])
  })

  it('is not retried when the provider refuses it, so the operator must handle the order', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const invoiceID = await createUndelivered()
    const refuse = vi.fn<PaymentProvider['refund']>(async () => {
      throw new PaymentProviderError('test', 'refused', 'closed account')
    })
    await jobs(refunding(refuse))
    await jobs(refunding(refuse))
    expect(refuse).toHaveBeenCalledTimes(1)
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'paid' })
    expect(await openAlerts()).toEqual([
      'paid-undelivered',
      'refund-refused',
      'sold-out-after-payment',
    ])
    expect(await invoiceOf(invoiceID)).toMatchObject({
      refundBy: null,
      lines: [{ status: 'waiting' }],
    })
  })

  it('is not made for a line that staff refund at the same moment', async () => {
    const recipient = 'friend@example.com'
    const invoiceID = await payTwoSoldOut({}, { recipient, deliverOn: '2026-12-24' })
    advanceClock(48 * 3600)
    let batches = 0
    const db = runBeforeBatch(env.DB, async () => {
      batches += 1
      if (batches !== 2) return
      // The job has read the order, and has not stored the refund yet.
      await refund(invoiceID, linesAt(1))
    })
    await refundUndelivered({ ...staffContext(), db })
    expect(await refundRows()).toEqual(['staff 1250 succeeded'])
    await jobs()
    expect(await refundRows()).toHaveLength(1)
  })

  it('is made for each day on which a line was due', async () => {
    const invoiceID = await payTwoSoldOut({}, { deliverOn: '2026-11-23' })
    hours(24)
    await jobs()
    expect(await refundRows()).toEqual(['automatic 1250 succeeded'])
    hours(48)
    await jobs()
    await jobs()
    expect(await refundRows()).toEqual(['automatic 1250 succeeded', 'automatic 1250 succeeded'])
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })

  describe('of one of two lines', () => {
    it('waits until staff say what a refund in the dashboard was for', async () => {
      const invoiceID = await payTwo()
      await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard' })
      expect(await openAlerts()).toContainEqual('unassigned-refund')
      hours(25)
      await jobs()
      expect(await refundRows()).toEqual(['provider 1250 succeeded'])
      expect(await rows('SELECT positions FROM refunds')).toEqual([{ positions: '[]' }])
      await assign(invoiceID, linesAt(2))
      await jobs()
      expect(await refundRows()).toEqual(['provider 1250 succeeded'])
      expect(await stateOf(invoiceID)).toBe('success: issued, refunded')
      expect(await openAlerts()).toEqual([])
      // The second email does not look like a second refund.
      expect(await refundMails()).toMatchObject([
        { subject: expect.stringContaining('We’ve refunded') },
        { subject: 'A part of your order was cancelled' },
      ])
    })

    it('is made when the refund in the dashboard was for no line', async () => {
      const invoiceID = await payTwo()
      await pay(invoiceID, { kind: 'refunded', id: 'part', amount: usd(500) })
      hours(25)
      await assign(invoiceID, { kind: 'none' })
      await jobs()
      expect(await refundRows()).toEqual(['automatic 1250 succeeded', 'provider 500 succeeded'])
      expect((await invoiceOf(invoiceID)).status).toBe('success')
    })

    it.each(['after', 'before'])(
      'ends when the operator makes it in the dashboard %s the provider fails',
      async (time) => {
        const invoiceID = await payTwo()
        const payInDashboard = async () => pay(invoiceID, { kind: 'refunded', id: 'by-hand' })
        hours(25)
        await jobs(pending())
        if (time === 'before') await payInDashboard()
        await nextJobs(refusing())
        if (time === 'after') await payInDashboard()
        expect(await openAlerts()).toEqual(
          expect.arrayContaining(['refund-refused', 'unassigned-refund']),
        )
        expect(await retry(invoiceID)).toMatchObject({ error: { reason: 'refund-unassigned' } })
        await assign(invoiceID, 'failed')
        await nextJobs()
        expect(await stateOf(invoiceID)).toBe('success: issued, refunded')
        expect((await refundMails()).map(({ body }) => body).join()).toContain('Türkiye')
        expect(await refundRows()).toEqual(['automatic 1250 cancelled', 'provider 1250 succeeded'])
        expect(await openAlerts()).toEqual([])
      },
    )

    it('is not reduced by an amount that staff refunded', async () => {
      const invoiceID = await payTwo()
      await refund(invoiceID, amountOf(500))
      hours(25)
      await jobs()
      expect(await refundRows()).toEqual(['automatic 1250 succeeded', 'staff 500 succeeded'])
      expect((await invoiceOf(invoiceID)).status).toBe('success')
    })

    it('knows the report of an amount by staff by its key, before the provider answers', async () => {
      const invoiceID = await payTwo()
      await refund(invoiceID, amountOf(500), pending())
      const [own] = await rows<{ id: string }>('SELECT id FROM refunds')
      const report = { kind: 'refunded', id: 're_1', refundKey: own?.id } as const
      await pay(invoiceID, { ...report, amount: usd(500) })
      expect(await rows('SELECT state, provider_id FROM refunds')).toEqual([
        { state: 'succeeded', provider_id: 're_1' },
      ])
      hours(25)
      await jobs()
      expect(await refundRows()).toEqual(['automatic 1250 succeeded', 'staff 500 succeeded'])
      expect((await invoiceOf(invoiceID)).status).toBe('success')
      expect(await openAlerts()).toEqual([])
    })

    it('belongs to the request, even if the first report of it had no key', async () => {
      const invoiceID = await payTwo()
      await refund(invoiceID, amountOf(500), pending())
      const [own] = await rows<{ id: string; reference: string }>(
        'SELECT id, reference FROM refunds',
      )
      const { id = '', reference = '' } = own ?? {}
      const amount = usd(500)
      await pay(invoiceID, { kind: 'refunded', id, amount })
      expect(await openAlerts()).toContainEqual('unassigned-refund')
      const fact = { kind: 'refunded', id, reference, invoiceID, amount, at: clock.now } as const
      await jobs(refunding(async () => fact))
      expect(await refundRows()).toEqual(['provider 500 cancelled', 'staff 500 succeeded'])
      expect((await invoiceOf(invoiceID)).refunded).toEqual(amount)
      expect(await openAlerts()).not.toContainEqual('unassigned-refund')
    })
  })

  it('of two payments asks staff for the part that failed, while the line stays returned', async () => {
    const { invoiceID, reference } = await payInParts()
    expect(await stateOf(invoiceID)).toBe('paid: issued, waiting')

    // The refund of line 2 takes 500 of the second payment, and 750 of the first.
    const [provider] = staffContext().providers
    const [refuser] = refusing().providers
    const change = refunding(async (...part) => {
      const chosen = part[0] === reference ? provider : refuser
      return chosen?.refund(...part) ?? null
    })
    await refund(invoiceID, linesAt(2), change)
    expect(await refundRows()).toEqual(['staff 500 succeeded', 'staff 750 failed'])
    expect(await refundMails()).toEqual([])
    hours(25)
    await jobs()
    expect(await openAlerts()).toEqual(['refund-refused'])
    const [failed] = await failedRefunds(invoiceID)
    expect(failed).toMatchObject({ amount: { minor: 750 }, positions: [2] })
    await retry(invoiceID)
    await jobs()
    expect(await openAlerts()).toEqual([])
    expect(await refundMails()).toHaveLength(1)
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      refunded: { minor: 1250 },
      lines: [{ status: 'issued' }, { status: 'refunded' }],
    })
  })

  it('is due only for lines that are not delivered after the provider refused', async () => {
    const invoiceID = await payTwoSoldOut()
    hours(24)
    await jobs(refusing())
    const asked = () =>
      rows(`SELECT detail ->> '$.values.minor' AS minor FROM alerts
        WHERE kind = 'refund-refused' AND ended_at IS NULL`)
    expect(await asked()).toEqual([{ minor: 2500 }])
    await restock()
    await nextJobs()
    expect(await asked()).toEqual([{ minor: 1250 }])
    await pay(invoiceID, { kind: 'refunded', id: `hand-${invoiceID}` })
    await assign(invoiceID, linesAt(2))
    await nextJobs()
    await jobs()
    expect(await stateOf(invoiceID)).toBe('success: issued, refunded')
    expect(await openAlerts()).toEqual([])
  })

  it.each(['at once', 'later'])(
    'lets a restock deliver the order when it fails %s',
    async (when) => {
      const invoiceID = await createUndelivered()
      if (when === 'later') await jobs(pending())
      await jobs(refusing())
      expect(await openAlerts()).toContainEqual('refund-refused')
      await restock()
      await jobs()
      await jobs()
      expect(await stateOf(invoiceID)).toBe('success: issued')
      expect(await openAlerts()).toEqual([])
    },
  )

  it('is complete when the operator makes it after a refusal by the provider', async () => {
    const invoiceID = await createUndelivered()
    await jobs(refusing())
    await pay(invoiceID, { kind: 'refunded', id: 'by-hand' })
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await openAlerts()).toEqual([])
    expect(await refundMails()).toHaveLength(1)
  })

  it('is retried after a temporary refusal, and raises an alert after an hour of refusals', async () => {
    const invoiceID = await createUndelivered()
    await jobs(refusing({ isTemporary: true }))
    expect(await openAlerts()).not.toContainEqual('refund-refused')
    hours(1)
    await jobs(refusing({ isTemporary: true }))
    expect(await openAlerts()).toContainEqual('refund-refused')
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await openAlerts()).toEqual([])
  })

  it('is requested again while it is pending', async () => {
    const invoiceID = await createUndelivered()
    await jobs(pending())
    hours(2)
    await jobs(pending())
    expect(await rows('SELECT state FROM refunds')).toEqual([{ state: 'sent' }])
    expect(await openAlerts()).toEqual([])
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
    expect(await rows(`SELECT 1 FROM refunds WHERE state = 'succeeded'`)).toHaveLength(1)
  })

  it.each(['removed', 'test'])(
    'is not delayed by 20 other refunds at the provider %s',
    async (other) => {
      const invoiceID = await createUndelivered()
      await jobs(unanswered())
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
      const asked: string[] = []
      const refund = refunding(async (_, __, key) => {
        asked.push(key)
        throw new PaymentProviderError('test', 'unknown', 'timeout')
      })
      await nextJobs(refund)
      await nextJobs(refund)
      expect(asked).toContain(own?.id)
    },
  )

  it('is not delayed by 20 orders whose payments have no money left', async () => {
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
    await refundUndelivered(staffContext())
    expect((await invoiceOf(invoiceID)).status).toBe('paid')
    await refundUndelivered(staffContext())
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })

  it('is made after staff refunded a part as undelivered', async () => {
    const invoiceID = await createUndelivered()
    await refund(invoiceID, amountOf(100))
    await jobs()
    expect(await refundRows()).toEqual(['automatic 1150 succeeded', 'staff 100 succeeded'])
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })

  it('never exceeds the payments, with parallel requests or a repeated key', async () => {
    const invoiceID = await placeOrder()
    await payAtBank(invoiceID)
    const keys = [secretID(), secretID()]
    const input = await nextInput(invoiceID)
    const send = (minor: number, idempotencyKey = '') =>
      act(refundOrder, invoiceID, { ...input, idempotencyKey, scope: amountOf(minor) })
    await Promise.all([send(500, keys[0]), send(500, keys[0]), send(800, keys[1])])
    const held = await rows<{ kept_minor: number }>('SELECT kept_minor FROM order_states')
    expect([750, 450]).toContain(held[0]?.kept_minor)
    expect(await refund(invoiceID, amountOf(1250))).toMatchObject({
      error: { reason: 'more-than-kept' },
    })
    expect(await refundRows()).toHaveLength(1)
  })

  it('returns an overcharge from the newest payment first, and ends the alert', async () => {
    const invoiceID = await placeOrder()
    await payAtBank(invoiceID)
    await payAtBank(invoiceID, 'second-charge')
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'success', overcharged: usd(1250) })
    expect(await openAlerts()).toEqual(['overcharged'])
    await refund(invoiceID, amountOf(1250))
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      refunded: usd(1250),
      overcharged: usd(0),
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
    expect(await refundMails()).toHaveLength(1)
  })

  it('shows its code during a dispute, and after the shop won it', async () => {
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    const hash = (await invoiceOf(invoiceID)).hash ?? ''
    await pay(invoiceID, { kind: 'disputed', id: 'dispute-1' })
    expect(await invoiceOf(invoiceID)).toMatchObject({ status: 'disputed' })
    expect(await openAlerts()).toEqual(['dispute'])
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
    expect(await openAlerts()).toEqual(['unmatched-fact'])
    await pay(invoiceID, { amount: { minor: 1250, currency: 'EUR' } })
    expect(await openAlerts()).toHaveLength(2)
  })
})

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
    readonly provider?: Pick<ActionContext, 'providers'>
    readonly before?: Pick<ActionContext, 'providers'>
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
      provider: refusing(),
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
      before: pending(),
      provider: pending(),
      refused: 'nothing-to-refund',
      status: 'paid',
      isOpen: 'sent',
    },
    { name: 'a failed refund', before: refusing(), status: 'refunded' },
    {
      name: 'a provider without an answer',
      provider: unanswered(),
      status: 'paid',
      isOpen: 'sent',
    },
    {
      name: 'a card that has expired, or after 180 days',
      provider: refusing(),
      status: 'success',
      unrefunded: 1250,
      isOpen: 'failed',
    },
  ])('after $name is done, refused or open', async (each) => {
    const invoiceID = await placeOrder()
    await payAtBank(invoiceID)
    for (const fact of each.facts ?? []) await pay(invoiceID, fact)
    if (each.before) await refund(invoiceID, wholeOrder, each.before)
    advanceClock(60)
    const result = await refund(invoiceID, wholeOrder, each.provider)
    expect(result).toMatchObject(
      each.refused === undefined ? { ok: true } : { error: { reason: each.refused } },
    )
    await jobs(each.provider)
    expect((await invoiceOf(invoiceID)).status).toBe(each.status)
    const order = await officeOrder(invoiceID)
    expect(order.unrefunded.minor).toBe(each.unrefunded ?? 0)
    const open = await rows<{ state: string }>(
      `SELECT state FROM refunds WHERE state IN ('requested', 'sent', 'failed')`,
    )
    const left = order.failedRefunds.length
    expect(open.filter(({ state }) => state === 'sent').length + left).toBe(each.isOpen ? 1 : 0)
    expect(open.some(({ state }) => state === each.isOpen)).toBe(each.isOpen !== undefined)
    const alerts = await openAlerts()
    expect(alerts.includes('refund-refused')).toBe(each.isOpen === 'failed')
  })

  it('in another currency is refused, because staff decide about the charge', async () => {
    const invoiceID = await placeOrder()
    await pay(invoiceID, { amount: { minor: 1150, currency: 'EUR' } })
    expect(await refund(invoiceID, wholeOrder)).toMatchObject({
      error: { reason: 'nothing-to-refund' },
    })
    expect(await openAlerts()).toContainEqual('unmatched-fact')
  })
})

describe('money for no line', () => {
  const amount = usd(100)
  const delivered = {
    status: 'success',
    refunded: amount,
    lines: [{ status: 'issued' }, { status: 'issued' }],
  }

  it('by staff does not stop the delivery', async () => {
    const invoiceID = await payTwo()
    await refund(invoiceID, amountOf(100))
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
    await refund(invoiceID, amountOf(2500))
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    await restock()
    await jobs()
    expect((await invoiceOf(invoiceID)).status).toBe('paid')
  })

  it('delivers nothing when it was all the money', async () => {
    const invoiceID = await payTwo()
    await refund(invoiceID, amountOf(2500))
    await restock()
    await jobs()
    expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
    expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  })
})

describe('a reported refund of less than', () => {
  const amount = usd(500)
  const tooLittle = { error: { reason: 'less-than-lines' } }

  it('its lines cost is completed, so that the customer gets exactly the price', async () => {
    const invoiceID = await payTwo()
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    expect(await assign(invoiceID, linesAt(2))).toMatchObject({ ok: true })
    await jobs()
    expect(await invoiceOf(invoiceID)).toMatchObject({
      status: 'success',
      refunded: { minor: 1250 },
      lines: [{ status: 'issued' }, { status: 'refunded' }],
    })
    expect(await refundRows()).toEqual(['provider 500 succeeded', 'staff 750 succeeded'])
    expect(await rows('SELECT sum(amount_minor) AS minor FROM credit_notes')).toEqual([
      { minor: 1250 },
    ])
  })

  it('its lines cost leaves the rest to return when the provider refuses it', async () => {
    const invoiceID = await payTwo()
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    await assign(invoiceID, wholeOrder, refusing())
    expect(await failedRefunds(invoiceID)).toMatchObject([
      { amount: { minor: 2000 }, positions: [1, 2] },
    ])
    await jobs()
    expect(await openAlerts()).toContainEqual('refund-refused')
  })

  it('its lines cost is not completed while a charge is disputed', async () => {
    const invoiceID = await payTwo()
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    await pay(invoiceID, { kind: 'disputed', id: 'dispute-1' })
    const disputed = { error: { reason: 'disputed' } }
    expect(await assign(invoiceID, wholeOrder)).toMatchObject(disputed)
    expect(await assign(invoiceID, { kind: 'none' })).toMatchObject({ ok: true })
  })

  it('a failed refund does not end its alert', async () => {
    const invoiceID = await payTwo()
    await refund(invoiceID, linesAt(2), refusing())
    await pay(invoiceID, { kind: 'refunded', id: 'in-the-dashboard', amount })
    expect(await assign(invoiceID, 'failed')).toMatchObject(tooLittle)
    await jobs()
    expect(await openAlerts()).toContainEqual('refund-refused')
  })
})

it('a refund at a provider that was removed fails, unless it was sent', async () => {
  const invoiceID = await payTwo()
  const { providers } = staffContext()
  const others = providers.map((provider) => ({ ...provider, id: 'another' }))
  await refund(invoiceID, amountOf(100), { providers: others })
  expect(await refundRows()).toEqual(['staff 100 failed'])
  await jobs()
  expect(await openAlerts()).toContainEqual('refund-refused')
  await run(`UPDATE refunds SET state = 'sent'`)
  await sendOpenRefunds({ ...staffContext(), providers: [] })
  expect(await refundRows()).toEqual(['staff 100 sent'])
})

it('an order that was overcharged, refunded and then disputed shows no refund form', async () => {
  const invoiceID = await placeOrder()
  await payAtBank(invoiceID)
  await payAtBank(invoiceID, 'second-charge')
  await refund(invoiceID, linesAt(1))
  await pay(invoiceID, { kind: 'disputed', id: 'dispute-1' })
  expect((await invoiceOf(invoiceID)).status).toBe('refunded')
  expect(await refund(invoiceID, amountOf(1250))).toMatchObject({ error: { reason: 'disputed' } })
})

it('a refund by hand of two payments is reverted as one', async () => {
  const { invoiceID } = await payInParts()
  await refund(invoiceID, amountOf(400), refusing())
  await refund(invoiceID, amountOf(300))
  const [failed] = await failedRefunds(invoiceID)
  await record(invoiceID, { kind: 'failed', refundID: failed?.id ?? '' })
  expect((await refundRows()).filter((row) => row.startsWith('hand'))).toEqual([
    'hand 200 succeeded',
    'hand 200 succeeded',
  ])
  expect(await officeOrder(invoiceID)).toMatchObject({
    failedRefunds: [],
    handRefunds: [{ amount: { minor: 400 } }],
  })
  await revert(invoiceID)
  expect(await officeOrder(invoiceID)).toMatchObject({
    failedRefunds: [{ amount: { minor: 400 } }],
    handRefunds: [],
  })
  expect((await invoiceOf(invoiceID)).refunded.minor).toBe(300)
})
