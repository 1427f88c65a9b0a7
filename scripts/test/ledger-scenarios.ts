import fc from 'fast-check'
import { factKinds } from '../../src/payments/payment-provider.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'
import type { StopPlan } from './shop-file.ts'

/** The price of a line of an order, in cents. */
export const linePrice = 1000
export const scenarioTime = new Date('2026-11-21T10:00:00Z')

/** The customer can pay twice, for example in two tabs. */
export const paymentIDs = ['payment', 'second'] as const

/** The bank's answer to a refund whose idempotency key has no outcome yet. */
export type BankAnswer = 'made' | 'refused' | 'pending' | 'lost before' | 'lost after'

const scenarioActions = [
  'refund order',
  'refund line',
  'refund amount',
  'cancel refund',
  'record refund',
  'record line',
  'revert refund',
  'reissue',
  'exchange',
  'freeze',
  'unfreeze',
] as const
export type ScenarioAction = (typeof scenarioActions)[number]

/** The actions of one worker. The worker stops at the call that its plan defines. */
export type ScenarioEvent =
  | { readonly kind: 'webhook'; readonly facts: readonly PaymentFact[] }
  /** The scheduled job, hours after the payment. */
  | { readonly kind: 'job'; readonly hours: number }
  /** A member of staff acts on the order. */
  | { readonly kind: 'staff'; readonly key: string; readonly action: ScenarioAction }
  /** An operator refunds a part of the order. */
  | { readonly kind: 'refund'; readonly key: string; readonly amountMinor: number }

export type Scenario = {
  readonly facts: readonly PaymentFact[]
  readonly lines: number
  readonly codes: number
  /** Events of a step happen at the same time, each in its own worker. */
  readonly steps: readonly (readonly {
    readonly event: ScenarioEvent
    readonly stop: StopPlan | null
  }[])[]
  /** The bank's answers to refunds, in order. After the last answer, the bank makes all refunds. */
  readonly answers: readonly BankAnswer[]
}

const fact = fc.record({
  kind: fc.constantFrom('charged' as const, 'refunded' as const, ...factKinds),
  id: fc.constantFrom('a', 'b'),
  share: fc.constantFrom(1, 1, 1, 0.5, 0.25),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'USD', 'RUB'),
  invoiceID: fc.constantFrom('invoice', null),
  reference: fc.constantFrom('payment' as const, ...paymentIDs),
})

const stop = fc.option(
  fc.record({ calls: fc.integer({ min: 1, max: 14 }), takesEffect: fc.boolean() }),
)

export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    seeds: fc.uniqueArray(fact, {
      minLength: 1,
      maxLength: 5,
      selector: ({ kind, id }) => kind + id,
    }),
    lines: fc.constantFrom(1, 1, 2, 3),
    codes: fc.nat(3),
    answers: fc.array(
      fc.constantFrom<BankAnswer>('made', 'refused', 'pending', 'lost before', 'lost after'),
      { maxLength: 4 },
    ),
  })
  .chain(({ seeds, lines, codes, answers }) => {
    const facts = seeds.map(({ share, currency, ...seed }): PaymentFact => {
      const amount = { minor: linePrice * lines * share, currency }
      return { ...seed, amount, at: scenarioTime }
    })
    const step = fc.array(fc.record({ event: eventWith(facts, lines), stop }), {
      minLength: 1,
      maxLength: 4,
    })
    return fc.record({
      facts: fc.shuffledSubarray(facts, { minLength: facts.length }),
      lines: fc.constant(lines),
      codes: fc.constant(codes),
      steps: fc.array(step, { maxLength: 4 }),
      answers: fc.constant(answers),
    })
  })

function eventWith(facts: readonly PaymentFact[], lines: number): fc.Arbitrary<ScenarioEvent> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('webhook' as const),
        facts: fc.subarray([...facts], { minLength: 1 }),
      }),
    },
    fc.record({ kind: fc.constant('job' as const), hours: fc.constantFrom(0, 25) }),
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('staff' as const),
        key: fc.constantFrom('form-1', 'form-2', 'form-3', 'form-4', 'form-5'),
        action: fc.constantFrom(...scenarioActions),
      }),
    },
    fc.record({
      kind: fc.constant('refund' as const),
      key: fc.constantFrom('first', 'second'),
      amountMinor: fc.constantFrom(linePrice, linePrice * lines, linePrice / 4),
    }),
  )
}
