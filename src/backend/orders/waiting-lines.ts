/** SQL: the line `l` has no eSIM and still needs one. */
export const isWaiting = `l.refund_requested_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM esims e WHERE e.invoice_id = l.invoice_id AND e.line_position = l.position)`
