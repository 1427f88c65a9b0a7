import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { WorkerStop } from '../../test/fixtures/shop-file.ts'
import { config, openShopOfOnePlan } from '../../test/fixtures/shop-of-one-plan.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import { recordFacts } from './ledger.ts'

const numRuns = Number(process.env['LEDGER_RUNS'] ?? 300)
const price = 1000
const shop = await openShopOfOnePlan(price)
const { file } = shop
const time = new Date('2026-11-21T10:00:00Z')
const orders = ['a', 'b', 'c'] as const

const kinds = [
  'charged',
  'charged',
  'refunded',
  'refunded',
  'refund-failed',
  'dispute-lost',
  'dispute-won',
] as const
const fact = fc.record({
  order: fc.constantFrom(...orders),
  kind: fc.constantFrom(...kinds),
  id: fc.constantFrom('1', '2'),
})
const webhook = fc.record({
  facts: fc.array(fact, { minLength: 1, maxLength: 3 }),
  prefix: fc.constantFrom('C-', 'D-'),
  stop: fc.option(fc.record({ calls: fc.integer({ min: 1, max: 8 }), takesEffect: fc.boolean() })),
})
/** Webhooks of a step arrive at the same time, each in its own worker. */
const steps = fc.array(fc.array(webhook, { minLength: 1, maxLength: 5 }), { maxLength: 8 })
type Webhook = typeof webhook extends fc.Arbitrary<infer Value> ? Value : never

/** Amounts of facts. A refund and its failure have the same amount. */
const minorOf = {
  charged: { 1: price, 2: price },
  refund: { 1: 300, 2: price },
  dispute: { 1: price, 2: 400 },
} as const

function toFact({ order, kind, id }: Webhook['facts'][number]): PaymentFact {
  const group = kind === 'charged' ? kind : kind.startsWith('dispute') ? 'dispute' : 'refund'
  return {
    kind,
    id: `${order}-${group}-${id}`,
    reference: order,
    invoiceID: order,
    amount: { minor: minorOf[group][id], currency: 'USD' },
    at: time,
  }
}

async function receive({ facts, prefix, stop }: Webhook): Promise<void> {
  const context = {
    db: file.connect(stop),
    config: { ...config, CREDIT_NOTE_PREFIX: prefix },
    now: time,
  }
  try {
    await recordFacts(context, 'test', facts.map(toFact))
  } catch (error) {
    if (!(error instanceof WorkerStop)) throw error
  }
}

type Note = {
  readonly number: number
  readonly prefix: string
  readonly order: string
  readonly minor: number
  readonly cancels: number | null
}

function allNotes(): Note[] {
  return file
    .rows(
      `SELECT number, prefix, order_id AS "order", amount_minor AS minor, cancels
      FROM credit_notes ORDER BY number`,
    )
    .map(({ number, prefix, order, minor, cancels }) => ({
      number: Number(number),
      prefix: String(prefix),
      order: String(order),
      minor: Number(minor),
      cancels: cancels === null ? null : Number(cancels),
    }))
}

/**
 * Returns the sum that the credit notes of an order without returned lines must have: the returned
 * money, less the charges above the price.
 */
function creditOf(order: string): number {
  const facts = file.rows(
    `SELECT kind, id, amount_minor FROM payment_facts WHERE order_id = '${order}'`,
  )
  const has = (kind: string, id: unknown) =>
    facts.some((each) => each['kind'] === kind && each['id'] === id)
  let charged = 0
  let back = 0
  for (const { kind, id, amount_minor: amount } of facts) {
    const minor = Number(amount)
    if (kind === 'charged') charged += minor
    if (kind === 'refunded' && !has('refund-failed', id)) back += minor
    if (kind === 'dispute-lost' && !has('dispute-won', id)) back += minor
  }
  return Math.min(price, Math.max(0, back - Math.max(0, charged - price)))
}

function check(known: readonly Note[]): Note[] {
  const notes = allNotes()
  expect(notes.map(({ number }) => number)).toEqual(notes.map((_, index) => index + 1))
  expect(notes.slice(0, known.length)).toEqual(known)
  for (const order of orders) {
    const own = notes.filter((note) => note.order === order)
    const [invoice] = file.rows(`SELECT receipt_number FROM orders WHERE id = '${order}'`)
    const expected = invoice?.['receipt_number'] === null ? 0 : creditOf(order)
    expect(own.reduce((sum, { minor }) => sum + minor, 0)).toBe(expected)
    for (const note of own.filter(({ cancels }) => cancels === null)) {
      const cancelled = own.filter(({ cancels }) => cancels === note.number)
      const left = cancelled.reduce((sum, { minor }) => sum + minor, note.minor)
      expect(left).toBeGreaterThanOrEqual(0)
    }
  }
  return notes
}

it('numbers credit notes once, without a gap and in any order of webhooks', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let issued = 0
  let cancelled = 0
  await fc.assert(
    fc.asyncProperty(steps, async (scenario) =>
      file.runAndRollBack(async () => {
        await shop.placeOrders(orders)
        shop.addStock(2)
        let known: Note[] = []
        for (const step of scenario) {
          await Promise.all(step.map(receive))
          known = check(known)
        }
        issued += known.length
        cancelled += known.filter(({ cancels }) => cancels !== null).length
      }),
    ),
    { numRuns },
  )
  expect(issued).toBeGreaterThan(numRuns / 10)
  expect(cancelled).toBeGreaterThan(0)
}, 10_800_000)
