-- The profiles of a refunded order are those of its eSIMs. One of them can have arrived late for
-- another order. The return starts with a new count of tries.
DROP TRIGGER return_profiles_of_refunded_invoice;
CREATE TRIGGER return_profiles_of_refunded_invoice AFTER UPDATE OF status ON invoices
WHEN NEW.status = 'refunded' AND OLD.status <> 'refunded'
BEGIN
  UPDATE supplier_orders SET next_try_at = NEW.created_at, tries = 0
  WHERE kind = 'plan' AND status = 'done'
    AND iccid IN (SELECT iccid FROM esims WHERE invoice_id = NEW.id);
END;
