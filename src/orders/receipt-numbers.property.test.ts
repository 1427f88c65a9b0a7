import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { WorkerStop } from '../../test/fixtures/shop-file.ts'
import { config, openShopOfOnePlan } from '../../test/fixtures/shop-of-one-plan.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import { recordFacts } from './ledger.ts'

const numRuns = Number(process.env['LEDGER_RUNS'] ?? 300)
const shop = await openShopOfOnePlan(1000)
const { file } = shop
const time = new Date('2026-11-21T10:00:00Z')
const orders = ['a', 'b', 'c', 'd', 'e'] as const

const fact = fc.record({
  order: fc.constantFrom(...orders),
  kind: fc.constantFrom(
    'charged' as const,
    'charged' as const,
    'declined' as const,
    'refunded' as const,
  ),
  // Half of the price does not pay an order. A charge with another id pays it twice.
  minor: fc.constantFrom(1000, 1000, 500),
  id: fc.constantFrom('1', '2'),
})
const webhook = fc.record({
  facts: fc.array(fact, { minLength: 1, maxLength: 3 }),
  prefix: fc.constantFrom('', 'A-', 'B-'),
  stop: fc.option(fc.record({ calls: fc.integer({ min: 1, max: 8 }), takesEffect: fc.boolean() })),
})
/** Webhooks of a step arrive at the same time, each in its own worker. */
const scenarios = fc.record({
  codes: fc.nat(5),
  steps: fc.array(fc.array(webhook, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
})
type Webhook = typeof webhook extends fc.Arbitrary<infer Value> ? Value : never

async function receive({ facts, prefix, stop }: Webhook): Promise<void> {
  const context = {
    db: file.connect(stop),
    config: { ...config, RECEIPT_PREFIX: prefix },
    now: time,
  }
  const reported = facts.map(({ order, kind, minor, id }): PaymentFact => ({
    kind,
    id: `${order}-${id}`,
    reference: order,
    invoiceID: order,
    amount: { minor, currency: 'USD' },
    at: time,
  }))
  try {
    await recordFacts(context, 'test', reported)
  } catch (error) {
    if (!(error instanceof WorkerStop)) throw error
  }
}

type Numbered = { readonly id: string; readonly number: number; readonly prefix: string }

const numberedOrders = (): Numbered[] =>
  file
    .rows(
      `SELECT id, receipt_number AS number, receipt_prefix AS prefix FROM orders
      WHERE receipt_number IS NOT NULL ORDER BY receipt_number`,
    )
    .map(({ id, number, prefix }) => ({
      id: String(id),
      number: Number(number),
      prefix: String(prefix),
    }))

it('numbers the receipts of paid orders once, without a gap and in any order of webhooks', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await fc.assert(
    fc.asyncProperty(scenarios, async ({ codes, steps }) =>
      file.runAndRollBack(async () => {
        await shop.placeOrders(orders)
        shop.addStock(codes)
        let known: Numbered[] = []
        for (const step of steps) {
          await Promise.all(step.map(receive))
          const numbered = numberedOrders()
          expect(numbered.map(({ number }) => number)).toEqual(
            numbered.map((_, index) => index + 1),
          )
          expect(numbered.slice(0, known.length)).toEqual(known)
          const paid = file.rows('SELECT id FROM orders WHERE paid_at IS NOT NULL')
          expect(numbered.map(({ id }) => id).toSorted()).toEqual(
            paid.map(({ id }) => String(id)).toSorted(),
          )
          known = numbered
        }
      }),
    ),
    { numRuns },
  )
}, 10_800_000)
