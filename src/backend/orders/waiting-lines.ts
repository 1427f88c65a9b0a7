import { erased } from '../../domain/erased-address.ts'
import { dayOf } from '../../domain/time-units.ts'

/** SQL: whether the supplier has added the top-up of the line `l`. */
export const isToppedUp = `EXISTS (SELECT 1 FROM supplier_orders added
  WHERE added.invoice_id = l.invoice_id AND added.line_position = l.position
    AND added.kind = 'top-up' AND added.status = 'done')`

/** SQL: the line `l` still needs its eSIM or top-up. */
export const isWaiting = `l.refund_requested_at IS NULL AND NOT ${isToppedUp} AND NOT EXISTS (
  SELECT 1 FROM esims e WHERE e.invoice_id = l.invoice_id AND e.line_position = l.position)`

/**
 * SQL: the line `l` of the invoice `?1` is paid, not returned or frozen, and has no profile. A gift
 * to an erased person is not delivered, so that the buyer gets the money back. The
 * invoice is a parameter, because SQLite would otherwise compute the view for all invoices.
 */
export const isDeliverable = `l.refund_requested_at IS NULL AND l.recipient IS NOT '${erased}'
  AND EXISTS (SELECT 1 FROM invoice_states s WHERE s.invoice_id = ?1 AND s.is_deliverable = 1)
  AND NOT EXISTS (SELECT 1 FROM stock
    WHERE stock.invoice_id = l.invoice_id AND stock.line_position = l.position)
  AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.id = ?1 AND i.frozen_at IS NOT NULL)`

/**
 * SQL: the order of the queue of paid orders `i`, oldest first. Orders whose money was partly
 * returned come last, because the shop may not be able to deliver them, and they must not delay the
 * others.
 */
export const queueOrder = `EXISTS (SELECT 1 FROM payment_facts f
  WHERE f.invoice_id = i.id AND f.kind IN ('refunded', 'dispute-lost')), i.paid_at`

/**
 * SQL with one parameter, the UTC date: the line `l` is due. Its delivery date is not in the
 * future, or not set.
 */
export const isDue = `(l.deliver_on IS NULL OR l.deliver_on <= ?)`

/**
 * SQL: the time since which the shop owes the eSIMs of the order `i`. The automatic refund is
 * AUTO_REFUND_HOURS later. The time restarts when staff unfreeze the order or replace a line.
 */
export const waitingSince = `max(i.paid_at, coalesce((SELECT max(a.at) FROM audit a
  WHERE a.subject_kind = 'invoice' AND a.subject_id = i.id
    AND a.action IN ('unfreeze', 'reissue', 'exchange')), ''))`

/**
 * SQL: the next delivery date of the paid order `i`. NULL if any waiting line is due today or
 * earlier.
 */
export function scheduledFor(now: Date): string {
  const today = `'${dayOf(now)}'`
  return `(SELECT CASE WHEN min(coalesce(l.deliver_on, '') > ${today}) THEN min(l.deliver_on) END
    FROM invoice_lines l WHERE i.status = 'paid' AND l.invoice_id = i.id AND ${isWaiting})`
}
