import { isOfPayment, isReversed } from './facts-by-hand.ts'
import type { RecordedFact, RefundRecords } from './refund-records.ts'

/** What the shop holds of a payment, in minor units. */
export type HeldPayment = Pick<RecordedFact, 'provider' | 'reference'> & { minor: number }

/**
 * Returns what the shop held of each payment before a time. Refunds whose outcome was unknown then
 * are subtracted.
 */
export function heldPayments({ facts, refunds }: RefundRecords, at: string): HeldPayment[] {
  const held: HeldPayment[] = []
  const add = (payment: Omit<HeldPayment, 'minor'>, minor: number) => {
    const known = held.find((each) => isOfPayment(each, payment))
    if (known) known.minor += minor
    else held.push({ provider: payment.provider, reference: payment.reference, minor })
  }
  for (const fact of facts) {
    if (fact.kind === 'charged' && fact.receivedAt <= at) add(fact, fact.minor)
    const isLost = fact.kind === 'dispute-lost' && !isReversed(fact, facts)
    if ((fact.kind === 'refunded' || isLost) && fact.receivedAt < at) add(fact, -fact.minor)
  }
  for (const refund of refunds) {
    const { requestedAt, acceptedAt, refusedAt } = refund
    const isOpen = (acceptedAt ?? at) >= at && (refusedAt ?? at) >= at
    if (requestedAt < at && isOpen) add(refund, -refund.minor)
  }
  return held
}
