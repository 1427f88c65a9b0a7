-- As in migration 0080. Money that goes back belongs to the refund of a line only when the provider
-- has made this refund. Until then, it can be for a charge above the price, and the provider can
-- still refuse the refund.
DROP VIEW invoice_credits;
CREATE VIEW invoice_credits AS
SELECT invoice_id, back_minor,
  -- Money goes back first for returned lines, then for charges above the price, which are on no
  -- receipt. `overcharged_minor` of `invoice_states` has the same order.
  max(0, min(amount_minor,
    max(min(made_minor, back_minor), back_minor - overpaid_minor))) AS credited_minor
FROM (
  SELECT invoice_id, amount_minor, returned_minor - pending_minor AS made_minor,
    max(0, refunded_minor + lost_minor - failed_minor) AS back_minor,
    max(0, charged_minor - failed_minor - amount_minor) AS overpaid_minor
  FROM (
    SELECT invoice_sums.*,
      -- The returned lines of a refund have its time.
      (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
        WHERE r.invoice_id = invoice_sums.invoice_id
          AND r.accepted_at IS NULL AND r.refused_at IS NULL
          AND EXISTS (SELECT 1 FROM invoice_lines l
            WHERE l.invoice_id = r.invoice_id AND l.refund_requested_at = r.requested_at))
        AS pending_minor,
      -- A refund that failed at the bank is a later charge with its id. A provider may give a
      -- charge and its refund the same id.
      (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_facts f
        JOIN payment_facts made
          ON made.provider = f.provider AND made.kind = 'refunded' AND made.id = f.id
            AND made.at <= f.at
        WHERE f.invoice_id = invoice_sums.invoice_id AND f.kind = 'charged'
          AND f.provider <> 'manual' AND f.currency = (
          SELECT currency FROM invoices WHERE id = invoice_sums.invoice_id)) AS failed_minor
    FROM invoice_sums));

-- Numbered documents never disappear. The number of a deleted document would be given again.
CREATE TRIGGER credit_notes_are_never_deleted BEFORE DELETE ON credit_notes
BEGIN
  SELECT RAISE(ABORT, 'credit notes are never deleted');
END;

CREATE TRIGGER receipts_are_never_deleted BEFORE DELETE ON invoices
WHEN OLD.receipt_number IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'orders with a receipt are never deleted');
END;
