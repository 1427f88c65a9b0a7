/** SQL: whether the customer gets emails or push messages about the eSIM `e`. */
export const isWatched = '(e.has_usage_mails = 1 OR e.has_push = 1)'

/** SQL: the eSIM `e` was refunded, so its code is hidden. */
export const isRefunded = `EXISTS (
  SELECT 1 FROM invoices i JOIN line_states l ON l.invoice_id = i.id
  WHERE i.id = e.invoice_id AND l.position = e.line_position
    AND (i.status = 'refunded' OR l.is_returned))`

/** SQL: another line of the order has replaced the line of the eSIM `e`. */
export const isReplaced = `EXISTS (SELECT 1 FROM invoice_lines l WHERE l.invoice_id = e.invoice_id
  AND l.position = e.line_position AND l.replaced_by IS NOT NULL)`

export type ReplacementState = 'sent' | 'awaited' | 'returned'

/**
 * SQL: the state of the line that replaces the line of the eSIM `e`, or of the last one if that
 * line was replaced too. NULL without a replacement.
 */
export const replacementOf = `(
  WITH RECURSIVE followed (position) AS (
    SELECT l.replaced_by FROM invoice_lines l
      WHERE l.invoice_id = e.invoice_id AND l.position = e.line_position
    UNION SELECT l.replaced_by FROM followed JOIN invoice_lines l
      ON l.invoice_id = e.invoice_id AND l.position = followed.position)
  SELECT CASE WHEN l.is_returned THEN 'returned'
      WHEN EXISTS (SELECT 1 FROM esims sent
        WHERE sent.invoice_id = l.invoice_id AND sent.line_position = l.position) THEN 'sent'
      ELSE 'awaited' END
    FROM followed JOIN line_states l ON l.invoice_id = e.invoice_id AND l.position = followed.position
    WHERE l.replaced_by IS NULL)`

/** SQL: the shop has not delivered the eSIM that replaces the eSIM `e` yet. */
export const isAwaitingReplacement = `EXISTS (
  SELECT 1 FROM invoice_lines old JOIN line_states next
    ON next.invoice_id = old.invoice_id AND next.position = old.replaced_by
      AND NOT next.is_returned
  WHERE old.invoice_id = e.invoice_id AND old.position = e.line_position
    AND NOT EXISTS (SELECT 1 FROM esims sent
      WHERE sent.invoice_id = next.invoice_id AND sent.line_position = next.position))`

/** SQL: the line `l` of an order replaces a line whose eSIM was delivered. */
export const isReplacement = `EXISTS (
  SELECT 1 FROM invoice_lines old JOIN esims sent
    ON sent.invoice_id = old.invoice_id AND sent.line_position = old.position
  WHERE old.invoice_id = l.invoice_id AND old.replaced_by = l.position)`

/** SQL: the order of the eSIM `e` is frozen, so its code is hidden. */
export const isFrozen = `EXISTS (
  SELECT 1 FROM invoices i WHERE i.id = e.invoice_id AND i.frozen_at IS NOT NULL)`

/** SQL: whether the traveller has reviewed the eSIM `e`. */
export const isReviewed = `EXISTS (SELECT 1 FROM reviews r
  WHERE r.invoice_id = e.invoice_id AND r.line_position = e.line_position)`
