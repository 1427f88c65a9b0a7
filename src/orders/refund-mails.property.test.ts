import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { WorkerStop } from '../../test/fixtures/shop-file.ts'
import type { StopPlan } from '../../test/fixtures/shop-file.ts'
import { config, openShopOfOnePlan } from '../../test/fixtures/shop-of-one-plan.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { recordFacts } from './ledger.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { PaymentFact, PaymentProvider } from '../payments/payment-provider.ts'
import { paymentProviders } from '../payments/providers.ts'
import { orderForOffice } from './order-for-office.ts'
import { assignRefund, refundOrder } from './refund-actions.ts'
import { sendOpenRefunds } from './refunds.ts'

const numRuns = Number(process.env['LEDGER_RUNS'] ?? 300)
const price = 3000
const shop = await openShopOfOnePlan(price)
const { file } = shop
const start = Date.parse('2026-11-21T10:00:00Z')

const outcomes = fc.constantFrom('made' as const, 'refused' as const)

/** Refunds of parts of the price, and their failures at the bank. */
const fact = fc.record({
  kind: fc.constantFrom(
    'charged' as const,
    'refunded' as const,
    'refunded' as const,
    'refund-failed' as const,
  ),
  id: fc.constantFrom('1', '2'),
})
const stop = fc.option(
  fc.record({ calls: fc.integer({ min: 1, max: 12 }), takesEffect: fc.boolean() }),
)
const webhook = fc.record({ facts: fc.array(fact, { minLength: 1, maxLength: 3 }), stop })
/** Staff refund an amount that the dashboard refunds too. */
const request = fc.record({
  request: fc.constantFrom('1' as const, '2' as const),
  outcome: outcomes,
})
/** The scheduled job asks the provider for open refunds, which decides or not. */
const job = fc.record({ isDecided: fc.boolean(), stop })
/** The calls of a step arrive at the same time, each in its own worker. */
const steps = fc.array(
  fc.array(fc.oneof({ arbitrary: webhook, weight: 3 }, request, job), {
    minLength: 1,
    maxLength: 3,
  }),
  { maxLength: 8 },
)
type Outcome = 'made' | 'refused'
type Request = { readonly request: '1' | '2'; readonly outcome: Outcome }
type Job = { readonly isDecided: boolean; readonly stop: StopPlan | null }
type Webhook = {
  readonly facts: readonly {
    readonly kind: 'charged' | 'refunded' | 'refund-failed'
    readonly id: '1' | '2'
  }[]
  readonly stop: StopPlan | null
}

const minorOf = { 1: 300, 2: 400 } as const

function toFact({ kind, id }: Webhook['facts'][number]): PaymentFact {
  const isCharge = kind === 'charged'
  return {
    kind,
    id: isCharge ? 'charge' : `refund-${id}`,
    reference: 'order',
    invoiceID: 'order',
    amount: { minor: isCharge ? price : minorOf[id], currency: 'USD' },
    at: new Date(start),
  }
}

async function receive({ facts, stop: plan }: Webhook, now: Date): Promise<void> {
  await recordFacts({ db: file.connect(plan), config, now }, 'test', facts.map(toFact))
}

const staff = { subject: 'olga@shop.example', name: 'Olga', role: 'owner' } as const

async function formOf(db: D1Database, now: Date) {
  const context = { db, config, now, providers: [], suppliers: [] }
  const order = await orderForOffice(context, 'order', 'en')
  const version = order?.version ?? -1
  return { context, order, form: { invoiceID: 'order', version, idempotencyKey: secretID() } }
}

/** Requests a refund of an amount, unless the payment holds less. The reason is its outcome. */
async function requestRefund({ request: id, outcome }: Request, now: Date): Promise<void> {
  const { context, form } = await formOf(file.connect(null), now)
  const scope = { kind: 'amount', minor: minorOf[id] } as const
  await refundOrder(context, staff, { ...form, scope, reason: outcome })
}

/** Staff cancel nothing, and say that no refund in the dashboard was for a line. */
async function assignAll(now: Date): Promise<void> {
  const { order } = await formOf(file.connect(null), now)
  for (const { id: refundID } of order?.unassignedRefunds ?? []) {
    const { context, form } = await formOf(file.connect(null), now)
    const purpose = { kind: 'none' } as const
    await assignRefund(context, staff, { ...form, refundID, purpose, reason: 'goodwill' })
  }
}

/** The provider, which decides refunds by their reasons. */
function providerOf(db: D1Database, now: Date, isDecided: boolean): PaymentProvider[] {
  return paymentProviders(config, { db, now: () => now }).map((provider) => ({
    ...provider,
    refund: async (reference, amount, id) => {
      if (!isDecided) return null
      if (file.rows(`SELECT 1 FROM refunds WHERE id = '${id}' AND reason = 'refused'`).length > 0)
        throw new PaymentProviderError('test', 'refused', 'on purpose')
      const made = { kind: 'refunded', id: `own-${id}`, reference, invoiceID: 'order' } as const
      return { ...made, amount, at: now }
    },
  }))
}

async function runJob({ isDecided, stop: plan }: Job, now: Date): Promise<void> {
  const db = file.connect(plan)
  await sendOpenRefunds({ db, config, now, providers: providerOf(db, now, isDecided) })
}

async function call(each: Webhook | Request | Job, now: Date): Promise<void> {
  try {
    if ('facts' in each) await receive(each, now)
    else if ('request' in each) await requestRefund(each, now)
    else await runJob(each, now)
  } catch (error) {
    if (!(error instanceof WorkerStop)) throw error
  }
}

const refundKeys = () =>
  file
    .rows(`SELECT dedupe_key AS key FROM outbox WHERE purpose = 'refund'`)
    .map(({ key }) => String(key))
const isReport = (key: string) => key.includes(':test:')

/** Returns the amounts that emails of refunds name, less those of emails about failed refunds. */
function emailed(): number {
  return refundKeys()
    .filter(isReport)
    .reduce((sum, key) => {
      const [, sign, id] = /^(refunded|refund-failed):test:refund-(1|2)$/.exec(key) ?? []
      expect(id).toBeDefined()
      return sum + (sign === 'refunded' ? 1 : -1) * minorOf[id === '1' ? 1 : 2]
    }, 0)
}

function returned(): number {
  const rows = file.rows(`SELECT kind, id, amount_minor AS minor FROM payment_facts`)
  const isOwn = (id: unknown) => String(id).startsWith('own-')
  const has = (kind: string, id: unknown) =>
    rows.some((row) => row['kind'] === kind && row['id'] === id)
  return rows
    .filter(({ kind, id }) => kind === 'refunded' && !has('refund-failed', id) && !isOwn(id))
    .reduce((sum, { minor }) => sum + Number(minor), 0)
}

it('emails each partial refund and its failure once, in any order of events', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let mails = 0
  await fc.assert(
    fc.asyncProperty(steps, async (scenario) =>
      file.runAndRollBack(async () => {
        await shop.placeOrders(['order'])
        shop.addStock(1)
        const charge = { facts: [{ kind: 'charged', id: '1' }], stop: null } as const
        await receive(charge, new Date(start))
        for (const [index, step] of scenario.entries()) {
          const now = new Date(start + (index + 1) * 60_000)
          await Promise.all(step.map(async (each) => call(each, now)))
        }
        // The provider repeats the webhooks of workers that stopped.
        const repeatedAt = new Date(start + 3_600_000)
        for (const each of scenario.flat())
          if ('facts' in each) await receive({ facts: each.facts, stop: null }, repeatedAt)
        await runJob({ isDecided: true, stop: null }, new Date(start + 7_200_000))
        await assignAll(new Date(start + 10_800_000))
        expect(emailed()).toBe(returned())
        const made = file.rows(`SELECT id FROM refunds WHERE origin = 'staff'
          AND state = 'succeeded'`)
        expect(
          refundKeys()
            .filter((key) => !isReport(key))
            .toSorted(),
        ).toEqual(made.map(({ id }) => `refunded:${String(id)}`).toSorted())
        mails += file.rows(`SELECT 1 FROM outbox WHERE purpose = 'refund'`).length
      }),
    ),
    { numRuns },
  )
  expect(mails).toBeGreaterThan(numRuns / 10)
}, 10_800_000)
