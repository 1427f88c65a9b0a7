import { isOfPayment } from './facts-by-hand.ts'
import { heldPayments } from './held-money.ts'
import type { HeldPayment } from './held-money.ts'
import { bookRefunds, claimsAt, isRepeatOf } from './refund-book.ts'
import type { RefundBook, RefundClaim } from './refund-book.ts'
import { endOfBook } from './refund-records.ts'
import type { RecordedRefund, RefundRecords } from './refund-records.ts'

/** The amount that the operator still has to return from a payment for a refused refund. */
export type PartToMake = {
  readonly refund: RecordedRefund
  readonly provider: string
  readonly reference: string
  readonly minor: number
}

/**
 * Returns the amounts that the operator still has to return for refunds that the provider refused,
 * by payment. A lost dispute returns money too. An order whose whole price was refunded needs no
 * refund.
 */
export function partsToMake(records: RefundRecords): PartToMake[] {
  if (records.order.status === 'refunded') return []
  const book = bookRefunds(records, ['refunded', 'dispute-lost'])
  const claims = claimsAt(book, endOfBook).filter(
    (claim) => claim.missing > repeatedInParts(records, claim),
  )
  return divide(book, claims)
}

/**
 * Returns the minor units that staff refunded from the payment of an amount since the amount was
 * refused.
 */
function repeatedInParts({ refunds }: RefundRecords, { positions, refunds: [part] }: RefundClaim) {
  if (positions.length > 0 || !part) return 0
  const later = refunds.filter(
    ({ positions: lines, acceptedAt, refusedAt, isDifference }) =>
      lines.length === 0 &&
      refusedAt === null &&
      !isDifference &&
      acceptedAt !== null &&
      acceptedAt >= part.requestedAt,
  )
  return later
    .filter((each) => isOfPayment(each, part) && !refunds.some((other) => isRepeatOf(each, other)))
    .reduce((sum, { minor }) => sum + minor, 0)
}

/**
 * Divides the missing amounts of the claims among the payments. Each claim uses the payments of its
 * refused parts first, then the other payments of the order. All claims together take no more than
 * a payment holds.
 */
function divide({ records, madeByHand }: RefundBook, claims: readonly RefundClaim[]): PartToMake[] {
  const held = heldPayments(records, endOfBook)
  const take = (refund: RecordedRefund, payments: readonly HeldPayment[], most: number) => {
    let rest = most
    return payments.flatMap((payment) => {
      const minor = Math.max(0, Math.min(rest, payment.minor))
      if (minor === 0) return []
      rest -= minor
      payment.minor -= minor
      return [{ refund, provider: payment.provider, reference: payment.reference, minor }]
    })
  }
  const paymentsOf = (refund: RecordedRefund) => held.filter((each) => isOfPayment(each, refund))
  const own = claims.map(({ refunds, missing }) => {
    let rest = missing
    return refunds.flatMap((refund) => {
      const room = refund.minor - (madeByHand.get(refund.id) ?? 0)
      const parts = take(refund, paymentsOf(refund), Math.min(rest, room))
      rest -= sumOf(parts)
      return parts
    })
  })
  return claims.flatMap(({ refunds, missing }, index) => {
    const parts = own[index] ?? []
    const [first] = refunds
    const others = [...refunds.flatMap(paymentsOf), ...held]
    return first ? [...parts, ...take(first, others, missing - sumOf(parts))] : parts
  })
}

function sumOf(parts: readonly { readonly minor: number }[]): number {
  return parts.reduce((sum, { minor }) => sum + minor, 0)
}
