import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { config, openShopOfOnePlan } from '../../../scripts/test/shop-of-one-plan.ts'
import { applyCondition } from '../alerts/alerts.ts'
import { deliverPaidInvoices } from '../orders/deliver-paid-invoices.ts'
import { recordFacts } from '../orders/ledger.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import { paymentProviders } from '../payments/providers.ts'
import { orderForStaff } from './order-for-staff.ts'
import { sendOpenRefunds } from './refund-invoice.ts'
import { refundOrder } from './refund-order.ts'
import { refundUndelivered } from './refund-undelivered.ts'
import { isToMakeByHand, leftToMake, refusedRefunds } from './refused-refunds.ts'
import { returnRefusedLines } from './return-refused-lines.ts'

const shop = await openShopOfOnePlan(1000)
const { file, bank } = shop
const db = file.connect(null)
const start = new Date('2026-11-21T10:00:00Z').getTime()
const payments = ['first', 'second', 'third'] as const
const staff = { subject: 'olga@shop.example', name: 'Olga', role: 'owner' } as const

type Answer = 'made' | 'refused' | 'pending'
const event = fc.oneof(
  fc.record({
    kind: fc.constant('lines' as const),
    positions: fc.constantFrom([1], [2], [3], [1, 2, 3]),
    answers: fc.array(fc.constantFrom<Answer>('made', 'refused', 'pending'), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('job' as const),
    hours: fc.constantFrom(0, 25),
    answers: fc.array(fc.constantFrom<Answer>('made', 'refused', 'pending'), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('by hand' as const),
    index: fc.nat(3),
    isPart: fc.boolean(),
  }),
)
/** Staff, the provider and the operator refund an order of three lines. */
const story = fc.record({
  prices: fc.array(fc.constantFrom(300, 1000, 1700), { minLength: 3, maxLength: 3 }),
  /** Where the payments divide the charged money. */
  shares: fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 })),
  excess: fc.constantFrom(0, 400, 3000),
  codes: fc.constantFrom(3, 3, 2, 1),
  events: fc.array(event, { minLength: 1, maxLength: 6 }),
})
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never

let time = start
const answers: Answer[] = []
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

async function open({ prices, shares, excess, codes }: Story): Promise<number> {
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
  const amount = { minor, currency: 'USD' } as const
  const booked = { ...fact, invoiceID: 'invoice', amount, at: now }
  await bank.book(booked)
  await recordFacts({ ...rest, now }, 'test', [booked])
}

async function job(hours = 0): Promise<void> {
  time += hours * 3_600_000
  const each = context()
  await deliverPaidInvoices(each)
  await returnRefusedLines(each)
  await refundUndelivered(each)
  await sendOpenRefunds(each)
  await db.batch(applyCondition(db, refusedRefunds(each.now), each.now))
}

async function refundLines(positions: readonly number[], key: string) {
  const order = await orderForStaff(context(), 'invoice', 'en')
  const input = { invoiceID: 'invoice', idempotencyKey: key, version: order?.version ?? -1 }
  const scope = { kind: 'lines', positions } as const
  return refundOrder(context(), staff, { ...input, scope, reason: 'a complaint' })
}

let hands = 0
/** The operator makes a refused refund in the dashboard, as the alert states it. */
async function makeByHand(index: number, isPart = false): Promise<boolean> {
  const rows = file.rows(`SELECT r.reference, ${leftToMake} AS minor FROM refunds r
    JOIN invoices i ON i.id = r.invoice_id WHERE ${isToMakeByHand} ORDER BY r.id`)
  const row = rows[index % Math.max(1, rows.length)]
  if (!row) return false
  hands += 1
  const reference = String(row['reference'])
  await report(
    { kind: 'refunded', id: `hand-${hands}`, reference },
    Math.ceil(Number(row['minor']) / (isPart ? 2 : 1)),
  )
  return true
}

async function check(each: Story): Promise<void> {
  const total = await open(each)
  for (const [index, step] of each.events.entries()) {
    if (step.kind === 'by hand') {
      await makeByHand(step.index, step.isPart)
      await job()
    } else {
      answers.splice(0, answers.length, ...step.answers)
      if (step.kind === 'lines') await refundLines(step.positions, `form-${index}`)
      else await job(step.hours)
    }
    answers.length = 0
  }
  for (let run = 0; run < 3; run += 1) await job()
  while (await makeByHand(0)) await job()
  const kept = () =>
    file
      .rows('SELECT position FROM invoice_lines WHERE refund_requested_at IS NULL')
      .map(({ position }) => Number(position))
  if (kept().length > 0) await refundLines(kept(), 'last')
  for (let run = 0; run < 3; run += 1) await job()
  const [sums] = file.rows(`SELECT refunded_minor AS refunded, status FROM invoice_states`)
  // The eSIMs of an order whose money is back are blocked, even if its lines are kept.
  const isReturned = kept().length === 0 || sums?.['status'] === 'refunded'
  const refused = `SELECT detail FROM alerts WHERE ended_at IS NULL AND kind = 'refund-refused'`
  const end = { refunded: sums?.['refunded'], isReturned, alerts: file.rows(refused) }
  expect(end).toEqual({ refunded: total, isReturned: true, alerts: [] })
}

it('pays each line once, over three payments', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await fc.assert(
    fc.asyncProperty(story, async (each) => file.runAndRollBack(async () => check(each))),
    { numRuns: Number(process.env['LEDGER_RUNS'] ?? 500) },
  )
}, 10_800_000)
