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
      -- A refund that failed at the bank, or that staff reverted, is a later charge with its id. A
      -- provider may give a charge and its refund the same id. Staff may record a date in the future.
      (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_facts f
        JOIN payment_facts made
          ON made.provider = f.provider AND made.kind = 'refunded' AND made.id = f.id
            AND (made.at <= f.at OR f.provider = 'manual')
        WHERE f.invoice_id = invoice_sums.invoice_id AND f.kind = 'charged' AND f.currency = (
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
INSERT INTO credit_notes (number, prefix, invoice_id, amount_minor, issued_at)
SELECT row_number() OVER (ORDER BY at, id), 'C-', id, credited_minor, at
FROM (
  SELECT i.id, c.credited_minor, max(i.paid_at, (
    SELECT max(f.received_at) FROM payment_facts f
    WHERE f.invoice_id = i.id AND f.kind IN ('refunded', 'dispute-lost'))) AS at
  FROM invoices i JOIN invoice_credits c ON c.invoice_id = i.id
  WHERE i.receipt_number IS NOT NULL AND c.credited_minor > 0);
