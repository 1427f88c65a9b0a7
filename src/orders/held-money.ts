import { compareText } from '../kit/text.shared.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { isOfPayment, isReversed } from './facts-by-hand.ts'
import { endOfBook } from './refund-records.ts'
import type { RecordedFact, RefundRecords } from './refund-records.ts'

/** The money of a payment that the shop has not returned, in minor units. */
export type HeldPayment = Pick<RecordedFact, 'provider' | 'reference'> & { minor: number }

/**
 * Returns the money of each payment that the shop held before a time. Refunds whose outcome was
 * unknown then are subtracted. A refund whose fact arrived before the provider's answer counts
 * twice until the next run of the scheduled job.
 */
export function heldPayments(records: RefundRecords, at: string): HeldPayment[] {
  const all = balances(records, at)
  const isManual = ({ provider }: HeldPayment) => provider === manualProvider
  const returned = all.filter(isManual).reduce((sum, { minor }) => sum - minor, 0)
  const payments = all.filter((each) => !isManual(each))
  return returned === 0 ? payments : subtractManual(records, payments, { returned, at })
}

/**
 * Subtracts the money that the shop returned outside of the providers. It usually replaces a refund
 * that the provider has refused, or of an old payment. The payments that can still be refunded come
 * last, so that they contain the rest.
 */
function subtractManual(
  records: RefundRecords,
  payments: readonly HeldPayment[],
  { returned, at }: { readonly returned: number; readonly at: string },
): HeldPayment[] {
  const isRefused = (payment: HeldPayment) =>
    records.refunds.some(
      (refund) =>
        isOfPayment(refund, payment) && refund.refusedAt !== null && refund.refusedAt < at,
    )
  const oldestFirst = newestFirst(records, payments).toReversed()
  let rest = returned
  for (const payment of [...oldestFirst.filter(isRefused), ...oldestFirst]) {
    const minor = Math.min(rest, Math.max(0, payment.minor))
    payment.minor -= minor
    rest -= minor
  }
  // The shop has returned more than its payments held, for example after a lost dispute.
  const excess = { provider: manualProvider, reference: '', minor: -rest }
  return rest === 0 ? [...payments] : [...payments, excess]
}

/** Returns the balance of each payment, and of each manual refund, as the provider reported it. */
function balances({ facts, refunds }: RefundRecords, at: string): HeldPayment[] {
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
  // A manual refund is never open, because staff record it when it is made.
  for (const refund of refunds.filter(({ provider }) => provider !== manualProvider)) {
    const { requestedAt, acceptedAt, refusedAt } = refund
    const isOpen = (acceptedAt ?? at) >= at && (refusedAt ?? at) >= at
    if (requestedAt < at && isOpen) add(refund, -refund.minor)
  }
  return held
}

/** Returns the charged payments with the amount that the shop can still refund, newest first. */
export function refundablePayments(records: RefundRecords): HeldPayment[] {
  return newestFirst(records, heldPayments(records, endOfBook)).filter(({ minor }) => minor > 0)
}

/** Sorts payments by their last charge. */
function newestFirst(
  { facts }: Pick<RefundRecords, 'facts'>,
  payments: readonly HeldPayment[],
): HeldPayment[] {
  const chargedAt = (payment: HeldPayment) =>
    facts
      .filter((fact) => fact.kind === 'charged' && isOfPayment(fact, payment))
      .reduce((last, { at }) => (at > last ? at : last), '')
  return payments
    .map((payment) => ({ payment, at: chargedAt(payment) }))
    .toSorted(
      (one, other) =>
        compareText(other.at, one.at) ||
        compareText(one.payment.provider, other.payment.provider) ||
        compareText(one.payment.reference, other.payment.reference),
    )
    .map(({ payment }) => payment)
}
