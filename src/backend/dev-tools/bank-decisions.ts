import { secretID } from '../../domain/secret-id.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import type { BankPayment } from '../payments/test-bank.ts'

/** The buttons of the test payment page. */
export const decisions = [
  'pay',
  'decline',
  'pay-twice',
  'refund-first',
  'refund',
  'dispute',
  'dispute-won',
  'dispute-lost',
] as const
export type Decision = (typeof decisions)[number]

/**
 * Returns the customer's decisions while the payment is open, and the bank's decisions afterwards.
 */
export function possibleDecisions(
  { isCancelled, expiresAt }: Pick<BankPayment, 'isCancelled' | 'expiresAt'>,
  facts: readonly PaymentFact[],
  now: Date,
): readonly Decision[] {
  const has = (kind: PaymentFact['kind']) => facts.some((fact) => fact.kind === kind)
  if (has('charged')) {
    const isOpen = openDispute(facts) !== undefined
    return isOpen ? ['refund', 'dispute-won', 'dispute-lost'] : ['refund', 'dispute']
  }
  if (isCancelled || now.toISOString() >= expiresAt) return []
  return ['pay', 'decline', 'pay-twice', 'refund-first']
}

/** Returns the facts of a decision in the order in which the bank reports them. */
export function factsOfDecision(
  decision: Decision,
  { reference, invoiceID, amount }: Pick<BankPayment, 'reference' | 'invoiceID' | 'amount'>,
  facts: readonly PaymentFact[],
  at: Date,
): PaymentFact[] {
  const fact = (kind: PaymentFact['kind'], id = secretID()): PaymentFact => {
    return { kind, id, reference, invoiceID, amount, at }
  }
  switch (decision) {
    case 'pay':
      return [fact('charged')]
    case 'decline':
      return [fact('declined')]
    case 'pay-twice':
      return [fact('charged'), fact('charged')]
    case 'refund-first':
      return [fact('refunded'), fact('charged')]
    case 'refund':
      return [fact('refunded')]
    case 'dispute':
      return [fact('disputed')]
    case 'dispute-won':
    case 'dispute-lost':
      return [fact(decision, openDispute(facts)?.id)]
  }
}

function openDispute(facts: readonly PaymentFact[]): PaymentFact | undefined {
  const closed = facts.filter(({ kind }) => kind === 'dispute-won' || kind === 'dispute-lost')
  return facts.find(({ kind, id }) => kind === 'disputed' && !closed.some((each) => each.id === id))
}
