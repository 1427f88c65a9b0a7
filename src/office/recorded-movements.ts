import { isReversalOf } from '../orders/doubted-refunds.ts'

/**
 * SQL: the times of the month ?1 to ?2. A movement counts in the month in which the shop recorded
 * it, so that a report that arrives later never changes a month that has ended.
 */
const isInMonth = (time: string) => `${time} >= ?1 AND ${time} < ?2`

/** SQL: a dispute is won that a provider has reported as lost too, as in `invoice_states`. */
const isWonAfterLoss = `won.kind = 'dispute-won' AND lost.kind = 'dispute-lost'
  AND won.provider = lost.provider AND won.id = lost.id`

/**
 * SQL: the facts that moved money in a month, with the time `recorded_at` of their movement. A won
 * dispute moves money when both its loss and its end are recorded.
 */
export const movements = `(
  SELECT won.*, won.received_at AS recorded_at
  FROM payment_facts won INDEXED BY payment_facts_by_record
  WHERE ${isInMonth('won.received_at')} AND (won.kind IN ('charged', 'refunded', 'dispute-lost')
    OR EXISTS (SELECT 1 FROM payment_facts lost
      WHERE ${isWonAfterLoss} AND lost.received_at < ?2))
  UNION ALL
  SELECT won.*, lost.received_at
  FROM payment_facts lost INDEXED BY payment_facts_by_record JOIN payment_facts won
  WHERE ${isInMonth('lost.received_at')} AND ${isWonAfterLoss} AND won.received_at < ?1)`

/** SQL: facts `moved` whose fees were recorded in a month. */
export const feesOfMonth = `payment_facts moved INDEXED BY payment_facts_by_fee
  WHERE ${isInMonth('moved.fee_received_at')}`

/** SQL: the fee of the fact `moved` was known at the end of the month. */
export const hasFee = `coalesce(moved.fee_received_at < ?2, FALSE)`

/** SQL: the fact `moved` is the charge that follows a refund which failed at the bank. */
export const isFailedRefund = `(moved.kind = 'charged' AND EXISTS (SELECT 1 FROM payment_facts made
  WHERE ${isReversalOf('moved', 'made')} AND made.received_at < ?2))`
export const isCharge = `moved.kind = 'charged' AND NOT ${isFailedRefund}`

/** SQL: the amount of the fact `moved`, which is negative when the money left the shop. */
export const signed = `iif(moved.kind IN ('refunded', 'dispute-lost'),
  -moved.amount_minor, moved.amount_minor)`

/** SQL: the order that the fact `moved` had at the end of the month. */
export const invoiceOfMovement = `iif(coalesce(moved.matched_at < ?2, TRUE),
  moved.invoice_id, NULL)`
