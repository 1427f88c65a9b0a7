/** SQL: the supplier has added the top-up of the line `l`. */
export const isToppedUp = `EXISTS (SELECT 1 FROM supplier_orders added
  WHERE added.invoice_id = l.invoice_id AND added.line_position = l.position
    AND added.kind = 'top-up' AND added.status = 'done')`

/** SQL: the line `l` has neither an eSIM nor its top-up, and still needs one. */
export const isWaiting = `l.refund_requested_at IS NULL AND NOT ${isToppedUp} AND NOT EXISTS (
  SELECT 1 FROM esims e WHERE e.invoice_id = l.invoice_id AND e.line_position = l.position)`

/**
 * SQL: the line `l` of the invoice `?1` is paid for, not returned or frozen, and has no profile.
 * The invoice is a parameter because SQLite computes the view for all invoices otherwise.
 */
export const isDeliverable = `l.refund_requested_at IS NULL
  AND EXISTS (SELECT 1 FROM invoice_states s WHERE s.invoice_id = ?1 AND s.is_deliverable = 1)
  AND NOT EXISTS (SELECT 1 FROM stock
    WHERE stock.invoice_id = l.invoice_id AND stock.line_position = l.position)
  AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.id = ?1 AND i.frozen_at IS NOT NULL)`

/** SQL with one parameter, the UTC date: the delivery date of the line `l` has come. */
export const isDue = `(l.deliver_on IS NULL OR l.deliver_on <= ?)`

/**
 * SQL: the time from which the order `i` can be delivered. It is refunded AUTO_REFUND_HOURS later.
 * The time restarts when staff unfreeze the order or replace a line.
 */
export const waitingSince = `max(i.paid_at, coalesce((SELECT max(a.at) FROM audit a
  WHERE a.subject_kind = 'invoice' AND a.subject_id = i.id
    AND a.action IN ('unfreeze', 'reissue', 'exchange')), ''))`

/**
 * SQL: the next delivery date of the paid order `i`, if every line that waits has a later one;
 * else null.
 */
export function scheduledFor(now: Date): string {
  const today = `'${dayOf(now)}'`
  return `(SELECT CASE WHEN min(coalesce(l.deliver_on, '') > ${today}) THEN min(l.deliver_on) END
    FROM invoice_lines l WHERE i.status = 'paid' AND l.invoice_id = i.id AND ${isWaiting})`
}

/** `2026-11-21` */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
