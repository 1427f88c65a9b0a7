-- The consecutive number of the receipt of a paid order. Numbers begin with 1 and have no gaps,
-- because a paid order is never deleted. RECEIPT_PREFIX at the time of the payment is in front of
-- the number. NULL: the order is not paid, or there was no prefix.
ALTER TABLE invoices ADD COLUMN receipt_number INTEGER;
ALTER TABLE invoices ADD COLUMN receipt_prefix TEXT;

UPDATE invoices SET receipt_number = paid.number
FROM (SELECT id, row_number() OVER (ORDER BY paid_at, id) AS number
  FROM invoices WHERE paid_at IS NOT NULL) paid
WHERE paid.id = invoices.id;

CREATE UNIQUE INDEX invoices_by_receipt_number ON invoices (receipt_number)
WHERE receipt_number IS NOT NULL;

-- Triggers run in the transaction that first makes the order paid. Two transactions of a database
-- never write at the same time, and a transaction that fails takes no number.
CREATE TRIGGER invoices_get_receipt_number AFTER UPDATE OF paid_at ON invoices
WHEN NEW.paid_at IS NOT NULL AND NEW.receipt_number IS NULL
BEGIN
  UPDATE invoices SET receipt_number = (
    SELECT 1 + coalesce(max(receipt_number), 0) FROM invoices WHERE receipt_number IS NOT NULL)
  WHERE id = NEW.id;
END;

-- A backup inserts orders with their numbers.
CREATE TRIGGER paid_invoices_get_receipt_number AFTER INSERT ON invoices
WHEN NEW.paid_at IS NOT NULL AND NEW.receipt_number IS NULL
BEGIN
  UPDATE invoices SET receipt_number = (
    SELECT 1 + coalesce(max(receipt_number), 0) FROM invoices WHERE receipt_number IS NOT NULL)
  WHERE id = NEW.id;
END;

CREATE TRIGGER receipt_numbers_are_never_changed
BEFORE UPDATE OF receipt_number, receipt_prefix ON invoices
WHEN OLD.receipt_number IS NOT NULL AND (NEW.receipt_number IS NOT OLD.receipt_number
  OR NEW.receipt_prefix IS NOT OLD.receipt_prefix)
BEGIN
  SELECT RAISE(ABORT, 'numbers of receipts are never changed');
END;
