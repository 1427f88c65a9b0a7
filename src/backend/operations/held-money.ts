import { isOfPayment, isReversed } from './facts-by-hand.ts'
import { endOfBook } from './refund-records.ts'
import type { RecordedFact, RefundRecords } from './refund-records.ts'

/** What the shop holds of a payment, in minor units. */
export type HeldPayment = Pick<RecordedFact, 'provider' | 'reference'> & { minor: number }

/**
 * Returns what the shop held of each payment before a time. Refunds whose outcome was unknown then
 * are subtracted. A refund whose fact arrived before the provider's answer counts twice until the
 * next run of the scheduled job.
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
    // A bank can still decide a lost dispute in favour of the shop.
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

/** Returns the charged payments with what the shop can still refund of them, newest first. */
export function refundablePayments(records: RefundRecords): HeldPayment[] {
  const charges = records.facts.filter(({ kind }) => kind === 'charged')
  const chargedAt = (payment: HeldPayment) =>
    charges
      .filter((charge) => isOfPayment(charge, payment))
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? ''
  return heldPayments(records, endOfBook)
    .filter((payment) => payment.minor > 0 && chargedAt(payment) !== '')
    .map((payment) => ({ payment, sortKey: chargedAt(payment) }))
    .toSorted(
      (one, other) =>
        compare(other.sortKey, one.sortKey) ||
        compare(one.payment.provider, other.payment.provider) ||
        compare(one.payment.reference, other.payment.reference),
    )
    .map(({ payment }) => payment)
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
