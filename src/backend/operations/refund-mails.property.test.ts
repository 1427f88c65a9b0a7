import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { WorkerStop } from '../../../scripts/test/shop-file.ts'
import type { StopPlan } from '../../../scripts/test/shop-file.ts'
import { config, openShopOfOnePlan } from '../../../scripts/test/shop-of-one-plan.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import { recordFacts } from './ledger.ts'

const numRuns = Number(process.env['LEDGER_RUNS'] ?? 300)
const price = 1000
const shop = await openShopOfOnePlan(price)
const { file } = shop
const start = Date.parse('2026-11-21T10:00:00Z')

/** Refunds of parts of the price. `failed` is the charge that follows a refund which failed. */
const fact = fc.record({
  kind: fc.constantFrom(
    'charged' as const,
    'refunded' as const,
    'refunded' as const,
    'failed' as const,
  ),
  id: fc.constantFrom('1', '2'),
})
const webhook = fc.record({
  facts: fc.array(fact, { minLength: 1, maxLength: 3 }),
  stop: fc.option(fc.record({ calls: fc.integer({ min: 1, max: 12 }), takesEffect: fc.boolean() })),
})
/** Webhooks of a step arrive at the same time, each in its own worker. */
const steps = fc.array(fc.array(webhook, { minLength: 1, maxLength: 3 }), { maxLength: 8 })
type Webhook = {
  readonly facts: readonly {
    readonly kind: 'charged' | 'refunded' | 'failed'
    readonly id: '1' | '2'
  }[]
  readonly stop: StopPlan | null
}

const minorOf = { 1: 300, 2: 400 } as const

function toFact({ kind, id }: Webhook['facts'][number]): PaymentFact {
  const isCharge = kind === 'charged'
  return {
    kind: kind === 'failed' ? 'charged' : kind,
    id: isCharge ? 'charge' : `refund-${id}`,
    reference: 'order',
    invoiceID: 'order',
    amount: { minor: isCharge ? price : minorOf[id], currency: 'USD' },
    at: new Date(start),
  }
}

async function receive({ facts, stop }: Webhook, now: Date): Promise<void> {
  try {
    await recordFacts({ db: file.connect(stop), config, now }, 'test', facts.map(toFact))
  } catch (error) {
    if (!(error instanceof WorkerStop)) throw error
  }
}

/** Returns the amounts that emails of refunds name, less those of emails about failed refunds. */
function emailed(): number {
  return file
    .rows(`SELECT dedupe_key AS key FROM outbox WHERE purpose = 'refund'`)
    .reduce((sum, { key }) => {
      const [, sign, id] = /^(refunded|charged):test:refund-(1|2)$/.exec(String(key)) ?? []
      expect(id).toBeDefined()
      return sum + (sign === 'refunded' ? 1 : -1) * minorOf[id === '1' ? 1 : 2]
    }, 0)
}

function returned(): number {
  const rows = file.rows(`SELECT kind, id, amount_minor AS minor FROM payment_facts`)
  const has = (kind: string, id: unknown) =>
    rows.some((row) => row['kind'] === kind && row['id'] === id)
  return rows
    .filter(({ kind, id }) => kind === 'refunded' && !has('charged', id))
    .reduce((sum, { minor }) => sum + Number(minor), 0)
}

it('emails each partial refund and its failure once, in any order of webhooks', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let mails = 0
  await fc.assert(
    fc.asyncProperty(steps, async (story) =>
      file.runAndRollBack(async () => {
        await shop.placeOrders(['order'])
        shop.addStock(1)
        const charge = { facts: [{ kind: 'charged', id: '1' }], stop: null } as const
        await receive(charge, new Date(start))
        for (const [index, step] of story.entries()) {
          const now = new Date(start + (index + 1) * 60_000)
          await Promise.all(step.map(async (each) => receive(each, now)))
        }
        // The provider repeats the webhooks of workers that stopped.
        const repeatedAt = new Date(start + 3_600_000)
        for (const { facts } of story.flat()) await receive({ facts, stop: null }, repeatedAt)
        expect(emailed()).toBe(returned())
        mails += file.rows(`SELECT 1 FROM outbox WHERE purpose = 'refund'`).length
      }),
    ),
    { numRuns },
  )
  expect(mails).toBeGreaterThan(numRuns / 10)
}, 10_800_000)
