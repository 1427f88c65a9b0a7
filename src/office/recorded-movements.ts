/**
 * SQL: the times of the month ?1 to ?2. A movement counts in the month in which the shop recorded
 * it, so that a report that arrives later never changes a month that has ended.
 */
const isInMonth = (time: string) => `${time} >= ?1 AND ${time} < ?2`

/**
 * SQL: the fact `back` returns the money that the fact `gone` took, as in `order_states`: a
 * dispute is won after its loss, or a refund failed at the bank.
 */
const isBack = `back.provider = gone.provider AND back.id = gone.id
  AND (back.kind = 'dispute-won' AND gone.kind = 'dispute-lost'
    OR back.kind = 'refund-failed' AND gone.kind = 'refunded')`

/**
 * SQL: the facts that moved money in a month, with the time `recorded_at` of their movement. Money
 * comes back when both facts are recorded.
 */
export const movements = `(
  SELECT back.*, back.received_at AS recorded_at
  FROM payment_facts back INDEXED BY payment_facts_by_record
  WHERE ${isInMonth('back.received_at')} AND (back.kind IN ('charged', 'refunded', 'dispute-lost')
    OR EXISTS (SELECT 1 FROM payment_facts gone WHERE ${isBack} AND gone.received_at < ?2))
  UNION ALL
  SELECT back.*, gone.received_at
  FROM payment_facts gone INDEXED BY payment_facts_by_record JOIN payment_facts back
  WHERE ${isInMonth('gone.received_at')} AND ${isBack} AND back.received_at < ?1)`

/** SQL: facts `moved` whose fees were recorded in a month. */
export const feesOfMonth = `payment_facts moved INDEXED BY payment_facts_by_fee
  WHERE ${isInMonth('moved.fee_received_at')}`

/** SQL: the fee of the fact `moved` was known at the end of the month. */
export const hasFee = `coalesce(moved.fee_received_at < ?2, FALSE)`

/** SQL: the amount of the fact `moved`, which is negative when the money left the shop. */
export const signed = `iif(moved.kind IN ('refunded', 'dispute-lost'),
  -moved.amount_minor, moved.amount_minor)`

/** SQL: the order that the fact `moved` had at the end of the month. */
export const orderOfMovement = `iif(coalesce(moved.matched_at < ?2, TRUE),
  moved.order_id, NULL)`
