import { manualProvider } from '../payments/payment-provider.ts'
import { endOfBook } from './refund-records.ts'
import type { RecordedFact, RecordedRefund, RefundRecords } from './refund-records.ts'

export type ReturnKind = 'refunded' | 'dispute-lost'

/**
 * Returns the facts about returned money, except those of refunds that the shop made. An amount
 * that staff returned outside of the providers can also be for a refund that a provider refused.
 */
export function factsByHand(
  { facts, refunds }: Pick<RefundRecords, 'facts' | 'refunds'>,
  kinds: readonly ReturnKind[],
): RecordedFact[] {
  const returns = facts.filter(
    (fact) => kinds.some((kind) => kind === fact.kind) && !isReversed(fact, facts),
  )
  const lastFirst = refunds
    .filter((refund) => refund.refusedAt === null && !isManualAmount(refund))
    .toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1))
  for (const refund of lastFirst) {
    const index = returns.findLastIndex((fact) => isFactOf(fact, refund))
    if (index !== -1) returns.splice(index, 1)
  }
  return returns
}

/** Returns whether staff returned the amount outside of the providers, for no line. */
export function isManualAmount({
  provider,
  positions,
}: Pick<RecordedRefund, 'provider' | 'positions'>): boolean {
  return provider === manualProvider && positions.length === 0
}

/**
 * A refund that fails at the bank becomes a later charge with its id. A provider may give a charge
 * and its refund the same id. Staff may record a refund with a date in the future. A lost dispute
 * can be won.
 */
export function isReversed(
  { kind, provider, id, at }: RecordedFact,
  facts: readonly RecordedFact[],
): boolean {
  const reversal = kind === 'refunded' ? 'charged' : 'dispute-won'
  return facts.some(
    (fact) =>
      fact.kind === reversal &&
      fact.provider === provider &&
      fact.id === id &&
      (reversal === 'dispute-won' || fact.at >= at || provider === manualProvider),
  )
}

const timeOf = ({ acceptedAt }: RecordedRefund) => acceptedAt ?? endOfBook

/**
 * Returns whether the fact can be the one of a refund that the provider accepted, or whose outcome
 * is unknown.
 */
function isFactOf(fact: RecordedFact, refund: RecordedRefund): boolean {
  return (
    fact.kind === 'refunded' &&
    isOfPayment(fact, refund) &&
    fact.minor === refund.minor &&
    fact.receivedAt >= refund.requestedAt &&
    fact.receivedAt <= timeOf(refund)
  )
}

type OfPayment = Pick<RecordedFact, 'provider' | 'reference'>

/** Whether two facts or refunds belong to the same payment. */
export function isOfPayment(one: OfPayment, other: OfPayment): boolean {
  return one.provider === other.provider && one.reference === other.reference
}
