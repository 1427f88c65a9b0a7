import type { Currency, Money } from '../kit/money.shared.ts'
import { PaymentProviderError, type PaymentFact, type PaymentProvider } from './payment-provider.ts'
import { readSignedFact } from './generic-provider.ts'
import { openTestBank } from './test-bank.ts'

type TestSettings = {
  /** Key for the signatures of the test bank's facts. */
  readonly secret: string
  /** Origin of the test payment page. */
  readonly pagesOrigin: string
  readonly currencies: readonly Currency[]
}

/**
 * The payment provider for development. Its bank is in the shop's database, and its payment page
 * has a button for every outcome.
 */
export function createTestProvider(
  { secret, pagesOrigin, currencies }: TestSettings,
  { db, now }: { readonly db: D1Database; readonly now: () => Date },
): PaymentProvider {
  const bank = openTestBank(db)
  return {
    id: 'test',
    currencies,
    async start(order) {
      await bank.open(order)
      const reference = order.attemptID
      return { url: `${pagesOrigin}/dev/pay/${reference}`, reference, expiresAt: order.expiresAt }
    },
    cancel: bank.cancel,
    refund,
    canLookUp: true,
    lookUp,
    receive: async (request) => readSignedFact(request, [secret], now()),
  }

  async function lookUp(reference: string): Promise<readonly PaymentFact[]> {
    if (await bank.payment(reference)) return bank.factsOf(reference)
    throw new PaymentProviderError('test', 'refused', `there is no payment ${reference}`)
  }

  async function refund(
    reference: string,
    amount: Money,
    idempotencyKey: string,
  ): Promise<PaymentFact> {
    const facts = await bank.factsOf(reference)
    const known = facts.find(({ id }) => id === idempotencyKey)
    if (known) return known
    const payment = await bank.payment(reference)
    if (!payment || amount.minor > remainingAmount(facts))
      throw new PaymentProviderError('test', 'refused', `the refund exceeds payment ${reference}`)
    const { invoiceID } = payment
    const id = idempotencyKey
    const fact = { kind: 'refunded', id, refundKey: id, reference, invoiceID, amount } as const
    return bank.book({ ...fact, at: now() })
  }
}

/** Returns the charged amount minus the refunds, in minor units. */
function remainingAmount(facts: readonly PaymentFact[]): number {
  return facts.reduce((sum, { kind, amount }) => {
    if (kind === 'charged') return sum + amount.minor
    return kind === 'refunded' ? sum - amount.minor : sum
  }, 0)
}
