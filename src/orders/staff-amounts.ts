import { isManualAmount } from './facts-by-hand.ts'
import type { RefundBook } from './refund-book.ts'
import { systemActor } from './lines.ts'

/**
 * Returns the amounts that staff refunded in addition to the lines, including those that the
 * operator made in the provider's dashboard after the provider had refused them.
 */
export function staffAmounts({
  records: { refunds, lines },
  madeByHand,
  unclaimed,
}: RefundBook): number {
  // Refunds that older releases accepted do not name their lines, but the lines have their time.
  const times = lines.map(({ returnedAt }) => returnedAt)
  return refunds
    .filter(
      ({ positions, isDifference, actor, requestedAt }) =>
        positions.length === 0 &&
        !isDifference &&
        actor !== systemActor &&
        !times.includes(requestedAt),
    )
    .reduce((sum, refund) => {
      const { id, minor, acceptedAt } = refund
      // Money that made refused refunds is not an additional amount.
      if (isManualAmount(refund)) return sum + (unclaimed.get(id) ?? 0)
      return sum + (acceptedAt === null ? (madeByHand.get(id) ?? 0) : minor)
    }, 0)
}
