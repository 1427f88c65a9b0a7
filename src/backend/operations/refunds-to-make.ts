import { isOfPayment } from './facts-by-hand.ts'
import { heldPayments } from './held-money.ts'
import { bookRefunds, claimsAt, isRepeatOf } from './refund-book.ts'
import type { RefundBook, RefundClaim } from './refund-book.ts'
import { endOfBook } from './refund-records.ts'
import type { RecordedRefund, RefundRecords } from './refund-records.ts'

/** What the operator still has to return from a payment for a refused refund. */
export type PartToMake = {
  readonly refund: RecordedRefund
  readonly provider: string
  readonly reference: string
  readonly minor: number
}

/**
 * Returns what the operator still has to return for refunds that the provider refused, by payment.
 * A lost dispute returns money too. An order whose whole price was refunded needs no refund.
 */
export function partsToMake(records: RefundRecords): PartToMake[] {
  if (records.order.status === 'refunded') return []
  const book = bookRefunds(records, ['refunded', 'dispute-lost'])
  return claimsAt(book, endOfBook)
    .filter((claim) => claim.missing > repeatedInParts(records, claim))
    .flatMap((claim) => divide(book, claim))
}

/** Returns what staff refunded from the payment of an amount since the amount was refused. */
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
 * Divides what is missing among the payments of the refused parts. Takes from the other payments of
 * the order what these no longer contain.
 */
function divide(
  { records, madeByHand }: RefundBook,
  { refunds, missing }: RefundClaim,
): PartToMake[] {
  const held = heldPayments(records, endOfBook)
  const paymentOf = (refund: RecordedRefund) => held.filter((each) => isOfPayment(each, refund))
  const rooms = refunds.flatMap((refund) =>
    paymentOf(refund).map((payment) => ({
      refund,
      payment,
      room: refund.minor - (madeByHand.get(refund.id) ?? 0),
    })),
  )
  const [first] = refunds
  const anyPayment = [...refunds.flatMap(paymentOf), ...held].flatMap((payment) =>
    first ? [{ refund: first, payment, room: missing }] : [],
  )
  let rest = missing
  return [...rooms, ...anyPayment].flatMap(({ refund, payment, room }) => {
    const minor = Math.max(0, Math.min(rest, room, payment.minor))
    if (minor === 0) return []
    rest -= minor
    payment.minor -= minor
    return [{ refund, provider: payment.provider, reference: payment.reference, minor }]
  })
}
