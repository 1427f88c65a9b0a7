/** SQL: the line `l` has no eSIM and still needs one. */
export const isWaiting = `l.refund_requested_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM esims e WHERE e.invoice_id = l.invoice_id AND e.line_position = l.position)`

/** SQL with one parameter, the UTC date: the line `l` may be delivered by now. */
export const isDue = `(l.deliver_on IS NULL OR l.deliver_on <= ?)`

/** `2026-11-21` */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
