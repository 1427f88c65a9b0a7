-- As in migration 0034. A refund that staff recorded and reverted never happened: it is neither a
-- refund nor a charge.
DROP VIEW invoice_sums;
CREATE VIEW invoice_sums AS
SELECT i.id AS invoice_id, i.amount_minor, i.expired_at,
  count(*) FILTER (WHERE f.kind = 'charged' AND f.provider <> 'manual') AS charges,
  coalesce(sum(f.amount_minor) FILTER (WHERE f.kind = 'charged' AND f.provider <> 'manual'), 0)
    AS charged_minor,
  coalesce(sum(f.amount_minor) FILTER (WHERE f.kind = 'refunded'), 0)
    - coalesce(sum(f.amount_minor) FILTER (WHERE f.kind = 'charged' AND f.provider = 'manual'), 0)
    AS refunded_minor,
  coalesce(sum(f.amount_minor) FILTER (WHERE f.kind = 'dispute-lost' AND NOT EXISTS (
    SELECT 1 FROM payment_facts won
    WHERE won.provider = f.provider AND won.kind = 'dispute-won' AND won.id = f.id)), 0)
    AS lost_minor,
  count(*) FILTER (WHERE f.kind = 'disputed' AND NOT EXISTS (
    SELECT 1 FROM payment_facts closed
    WHERE closed.provider = f.provider AND closed.kind IN ('dispute-won', 'dispute-lost')
      AND closed.id = f.id)) AS open_disputes,
  -- A decline counts until its payment is cancelled to start another one.
  count(*) FILTER (WHERE f.kind = 'declined' AND EXISTS (
    SELECT 1 FROM payments p
    WHERE p.provider = f.provider AND p.reference = f.reference AND p.cancelled_at IS NULL))
    AS open_declines,
  -- The price of the lines that are not returned, which the shop may keep.
  (SELECT coalesce(sum(l.amount_minor), 0) FROM invoice_lines l
    WHERE l.invoice_id = i.id AND l.refund_requested_at IS NULL) AS due_minor,
  (SELECT coalesce(sum(l.amount_minor), 0) FROM invoice_lines l
    WHERE l.invoice_id = i.id AND l.refund_requested_at IS NOT NULL) AS returned_minor,
  (SELECT count(*) FROM invoice_lines l
    WHERE l.invoice_id = i.id AND l.refund_requested_at IS NULL) AS kept_lines,
  (SELECT count(*) FROM invoice_lines l
    WHERE l.invoice_id = i.id AND l.refund_requested_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM esims e WHERE e.invoice_id = i.id AND e.line_position = l.position)
      AND NOT EXISTS (SELECT 1 FROM supplier_orders o
        WHERE o.invoice_id = i.id AND o.line_position = l.position
          AND o.kind = 'top-up' AND o.status = 'done'))
    AS waiting_lines
FROM invoices i
LEFT JOIN payment_facts f ON f.invoice_id = i.id AND f.currency = i.currency
GROUP BY i.id;

-- What went back to the customer of an order, and the part of it that lowers the price on the
-- receipt. Read it with `WHERE invoice_id = ?`.
CREATE VIEW invoice_credits AS
SELECT invoice_id, back_minor,
  -- Money goes back first for returned lines, then for charges above the price, which are on no
  -- receipt. `overcharged_minor` of `invoice_states` has the same order.
  max(0, min(amount_minor,
    max(min(returned_minor, back_minor), back_minor - overpaid_minor))) AS credited_minor
FROM (
  SELECT invoice_id, amount_minor, returned_minor,
    max(0, refunded_minor + lost_minor - failed_minor) AS back_minor,
    max(0, charged_minor - failed_minor - amount_minor) AS overpaid_minor
  FROM (
    SELECT invoice_sums.*,
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

-- The documents about money that went back after a receipt was issued. Each has a consecutive
-- number without a gap, and none is changed: a credit note whose money came back is cancelled by
-- another document with the next number. The amounts of an order add up to its `credited_minor`.
CREATE TABLE credit_notes (
  -- Counts from 1.
  number INTEGER PRIMARY KEY CHECK (number > 0),
  -- CREDIT_NOTE_PREFIX at the time of the document.
  prefix TEXT NOT NULL,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  -- In the currency of the order. Negative: it cancels a credit note, completely or in part.
  amount_minor INTEGER NOT NULL,
  -- The number of the credit note that it cancels. NULL: it is a credit note.
  cancels INTEGER,
  issued_at TEXT NOT NULL,
  CHECK (iif(cancels IS NULL, amount_minor > 0, amount_minor < 0))
) STRICT;
CREATE INDEX credit_notes_by_invoice ON credit_notes (invoice_id, number);
CREATE INDEX credit_notes_by_time ON credit_notes (issued_at);

CREATE TRIGGER credit_notes_are_never_changed BEFORE UPDATE ON credit_notes
BEGIN
  SELECT RAISE(ABORT, 'credit notes are never changed');
END;

-- Orders that were refunded before get one credit note each, in the order of their last refunds.
-- Their prefix is the default of CREDIT_NOTE_PREFIX, unless receipts have it.
INSERT INTO credit_notes (number, prefix, invoice_id, amount_minor, issued_at)
SELECT row_number() OVER (ORDER BY at, id),
  iif(EXISTS (SELECT 1 FROM invoices WHERE receipt_prefix = 'C-'), 'CN-', 'C-'),
  id, credited_minor, at
FROM (
  SELECT i.id, c.credited_minor, max(i.paid_at, (
    SELECT max(f.received_at) FROM payment_facts f
    WHERE f.invoice_id = i.id AND f.kind IN ('refunded', 'dispute-lost'))) AS at
  FROM invoices i JOIN invoice_credits c ON c.invoice_id = i.id
  WHERE i.receipt_number IS NOT NULL AND c.credited_minor > 0);
