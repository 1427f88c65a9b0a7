import fc from 'fast-check'
import { config, openShopOfOnePlan } from './shop-of-one-plan.ts'
import { applyCondition } from '../../src/messages/alerts.ts'
import { deliverPaidInvoices } from '../../src/orders/delivery.ts'
import { recordFacts } from '../../src/orders/ledger.ts'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { cancelRefund } from '../../src/orders/cancel-refund.ts'
import { orderForStaff } from '../../src/orders/order-for-office.ts'
import { recordRefund } from '../../src/orders/record-refund.ts'
import { sendOpenRefunds } from '../../src/orders/refund-invoice.ts'
import { refundOrder, shareOfLines } from '../../src/orders/refund-order.ts'
import type { RefundScope } from '../../src/orders/refund-order.ts'
import { refundUndelivered } from '../../src/orders/refund-undelivered.ts'
import { heldPayments } from '../../src/orders/held-money.ts'
import { endOfBook, readRecords } from '../../src/orders/refund-records.ts'
import { partsToMake } from '../../src/orders/refunds-to-make.ts'
import { refusedRefunds } from '../../src/orders/refused-refunds.ts'
import { returnRefusedLines } from '../../src/orders/return-refused-lines.ts'
import { revertRefund } from '../../src/orders/revert-refund.ts'

const shop = await openShopOfOnePlan(1000)
export const { file } = shop
const { bank } = shop
const db = file.connect(null)
const start = new Date('2026-11-21T10:00:00Z').getTime()
const payments = ['first', 'second', 'third'] as const
/** An amount that staff refund in addition to the lines. */
export const extraAmount = 370
const staff = { subject: 'olga@shop.example', name: 'Olga', role: 'owner' } as const

type Answer = 'made' | 'refused' | 'pending'
const bankAnswers = fc.array(fc.constantFrom<Answer>('made', 'refused', 'pending'), {
  maxLength: 3,
})
const event = fc.oneof(
  fc.record({
    kind: fc.constant('lines' as const),
    positions: fc.constantFrom([1], [2], [3], [1, 2], [2, 3], [1, 2, 3]),
    answers: bankAnswers,
  }),
  fc.record({ kind: fc.constant('order' as const), answers: bankAnswers }),
  fc.record({ kind: fc.constant('amount' as const), answers: bankAnswers }),
  fc.record({ kind: fc.constant('restock' as const), answers: bankAnswers }),
  fc.record({
    kind: fc.constant('job' as const),
    hours: fc.constantFrom(0, 25),
    answers: bankAnswers,
  }),
  fc.record({
    kind: fc.constant('by hand' as const),
    index: fc.nat(3),
    isPart: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('by transfer' as const),
    index: fc.nat(3),
    isPart: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('lines by transfer' as const),
    positions: fc.constantFrom([1], [2], [1, 2], [2, 3], [1, 2, 3]),
  }),
  fc.record({ kind: fc.constant('revert' as const), index: fc.nat(3) }),
  fc.record({ kind: fc.constant('cancel' as const), index: fc.nat(3) }),
  fc.record({ kind: fc.constant('after cancel' as const), index: fc.nat(3), isPart: fc.boolean() }),
)
/** Staff, the provider and the operator refund an order of three lines. */
export const splitScenarios = fc.record({
  prices: fc.array(fc.constantFrom(300, 1000, 1700), { minLength: 3, maxLength: 3 }),
  /** Where the payments divide the charged money. */
  shares: fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 })),
  excess: fc.constantFrom(0, 400, 3000),
  codes: fc.constantFrom(3, 3, 2, 1),
  events: fc.array(event, { minLength: 1, maxLength: 6 }),
})
export type SplitScenario = typeof splitScenarios extends fc.Arbitrary<infer Value> ? Value : never

let time = start
/** The bank's answers to the next refunds. Afterwards it makes all refunds. */
export const answers: Answer[] = []
const decided = new Map<string, Answer>()

function context() {
  time += 1
  const now = new Date(time)
  const providers = paymentProviders(config, { db, now: () => now }).map((provider) => ({
    ...provider,
    refund: async (...[reference, amount, key]: Parameters<typeof provider.refund>) => {
      const answer = decided.get(key) ?? answers.shift() ?? 'made'
      if (answer !== 'pending') decided.set(key, answer)
      if (answer === 'pending') return null
      if (answer === 'refused') throw new PaymentProviderError('test', 'refused', 'on purpose')
      return provider.refund(reference, amount, key)
    },
  }))
  return { db, config, now, providers, suppliers: [] }
}

/** Opens an order of three lines that is paid in three payments. Returns its price. */
export async function openSplitOrder({
  prices,
  shares,
  excess,
  codes,
}: SplitScenario): Promise<number> {
  time = start
  answers.length = 0
  decided.clear()
  const total = prices.reduce((sum, price) => sum + price, 0)
  const expiresAt = new Date(start + 86_400_000)
  await shop.placeOrder({ invoiceID: 'invoice', paymentID: 'first', lines: 3, expiresAt })
  shop.addStock(codes)
  file.exec(`UPDATE invoices SET amount_minor = ${total}`)
  for (const [index, price] of prices.entries())
    file.exec(`UPDATE invoice_lines SET amount_minor = ${price} WHERE position = ${index + 1}`)
  for (const reference of payments.slice(1)) {
    file.exec(`INSERT INTO payments (attempt_id, invoice_id, provider, reference, started_at,
      expires_at) SELECT '${reference}', invoice_id, provider, '${reference}', started_at,
      expires_at FROM payments LIMIT 1;
      INSERT INTO test_bank_payments (reference, payment)
      SELECT '${reference}', payment FROM test_bank_payments LIMIT 1`)
  }
  const charged = total + excess
  const first = Math.floor((charged * shares[0]) / 18)
  const second = Math.floor((charged * shares[1]) / 18)
  for (const [index, minor] of [first, second, charged - first - second].entries())
    await report(
      { kind: 'charged', id: `charge-${index}`, reference: payments[index] ?? '' },
      minor,
    )
  return total
}

async function report(
  fact: Pick<PaymentFact, 'kind' | 'id' | 'reference'>,
  minor: number,
): Promise<void> {
  const { now, ...rest } = context()
  const booked = {
    ...fact,
    invoiceID: 'invoice',
    amount: { minor, currency: 'USD' },
    at: now,
  } as const
  await bank.book(booked)
  await recordFacts({ ...rest, now }, 'test', [booked])
}

/** Runs the scheduled job, after some hours. */
export async function runJob(hours = 0): Promise<void> {
  time += hours * 3_600_000
  const each = context()
  await deliverPaidInvoices(each)
  await returnRefusedLines(each)
  await refundUndelivered(each)
  await sendOpenRefunds(each)
  await db.batch(applyCondition(db, await refusedRefunds(db, each.now), each.now))
}

/** Refunds as a member of staff. */
export async function refund(scope: RefundScope, key: string) {
  const order = await orderForStaff(context(), 'invoice', 'en')
  const input = { invoiceID: 'invoice', idempotencyKey: key, version: order?.version ?? -1 }
  return refundOrder(context(), staff, { ...input, scope, reason: 'a complaint' })
}

/**
 * The operator makes a refused refund in the dashboard although staff have cancelled it. Makes no
 * more than its lines need, because nobody could take the rest back.
 */
export async function makeCancelled(index: number, isPart: boolean): Promise<void> {
  const cancelled = file.rows(`SELECT reference, amount_minor AS minor, positions FROM refunds
    WHERE cancelled_at IS NOT NULL AND refused_at IS NOT NULL AND positions <> '[]' ORDER BY id`)
  const made = cancelled[index % Math.max(1, cancelled.length)]
  const records = await readRecords(db, 'invoice')
  const order = await orderForStaff(context(), 'invoice', 'en')
  if (!made || !records || !order) return
  const reference = String(made['reference'])
  const payment = heldPayments(records, endOfBook).find((each) => each.reference === reference)
  const positions: number[] = JSON.parse(String(made['positions']))
  const needed = shareOfLines(order, positions)?.minor ?? 0
  const most = Math.ceil(Number(made['minor']) / (isPart ? 2 : 1))
  const minor = Math.min(most, needed, payment?.minor ?? 0)
  if (minor <= 0) return
  hands += 1
  await report({ kind: 'refunded', id: `hand-${hands}`, reference }, minor)
}

/** Staff record that they returned money by bank transfer. */
export async function recordTransfer(scope: RefundScope, key: string) {
  const order = await orderForStaff(context(), 'invoice', 'en')
  const input = { invoiceID: 'invoice', idempotencyKey: key, version: order?.version ?? -1 }
  const transfer = {
    transfer: 'bank-1',
    returnedOn: '2026-11-21',
    reason: 'a closed card',
    isConfirmed: true,
  }
  return recordRefund(context(), staff, { ...input, ...transfer, scope })
}

/** The operator makes a refused refund by bank transfer, or half of it, as the alert states it. */
export async function makeByTransfer(index: number, isPart: boolean, key: string): Promise<void> {
  const records = await readRecords(db, 'invoice')
  const parts = records ? partsToMake(records) : []
  const part = parts[index % Math.max(1, parts.length)]
  if (part)
    await recordTransfer({ kind: 'amount', minor: Math.ceil(part.minor / (isPart ? 2 : 1)) }, key)
}

/** Reverts a transfer that staff recorded, if there is one. */
export async function revert(index: number, key: string): Promise<void> {
  const order = await orderForStaff(context(), 'invoice', 'en')
  const made = order?.manualRefunds ?? []
  const requestedAt = made[index % Math.max(1, made.length)]?.requestedAt
  if (requestedAt === undefined) return
  const input = { invoiceID: 'invoice', idempotencyKey: key, version: order?.version ?? -1 }
  await revertRefund(context(), staff, { ...input, requestedAt, reason: 'it came back' })
}

export function restock(): void {
  file.exec(`INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id)
    SELECT 8910300000000000500 + count(*), 'plan', 'rsp.example.com', 'LATE-' || count(*) FROM stock`)
}

/** Cancels a refused refund of lines, if there is one. */
export async function cancel(index: number, key: string): Promise<void> {
  const order = await orderForStaff(context(), 'invoice', 'en')
  const ofLines = file.rows(`SELECT requested_at FROM refunds WHERE positions <> '[]'`)
  const times = ofLines.map((row) => row['requested_at'])
  const found = order?.refusedRefunds.filter(({ requestedAt }) => times.includes(requestedAt)) ?? []
  const requestedAt = found[index % Math.max(1, found.length)]?.requestedAt
  if (requestedAt === undefined) return
  const input = { invoiceID: 'invoice', idempotencyKey: key, version: order?.version ?? -1 }
  await cancelRefund(context(), staff, { ...input, requestedAt, reason: 'keeps the eSIM' })
}

let hands = 0
/**
 * The operator makes a refused refund in the dashboard, or half of it, as the alert states it.
 * Returns false when there is none.
 */
export async function makeByHand(index: number, isPart = false): Promise<boolean> {
  const records = await readRecords(db, 'invoice')
  const parts = records ? partsToMake(records) : []
  const part = parts[index % Math.max(1, parts.length)]
  if (!part) return false
  hands += 1
  const { reference, minor } = part
  await report(
    { kind: 'refunded', id: `hand-${hands}`, reference },
    Math.ceil(minor / (isPart ? 2 : 1)),
  )
  return true
}
