-- The order that a message is about. NULL: none.
ALTER TABLE outbox ADD COLUMN invoice_id TEXT;
CREATE INDEX outbox_by_invoice ON outbox (invoice_id, created_at) WHERE invoice_id IS NOT NULL;
-- A bounce contains the carrier's id of the message, or only its recipient.
CREATE INDEX outbox_by_recipient ON outbox (recipient, created_at);
CREATE INDEX outbox_bounced ON outbox (bounced_at) WHERE bounced_at IS NOT NULL;

UPDATE outbox SET invoice_id = substr(dedupe_key, 1, instr(dedupe_key || ':', ':') - 1)
  WHERE purpose IN ('esim', 'sold-out');
UPDATE outbox SET invoice_id = (
    SELECT e.invoice_id FROM esims e
    WHERE e.esim_hash = substr(outbox.dedupe_key, 1, instr(outbox.dedupe_key || ':', ':') - 1))
  WHERE purpose IN ('esim-copy', 'usage');
-- The key of a copy that staff sent contains the order.
UPDATE outbox SET invoice_id = (
    SELECT id FROM invoices
    WHERE id = substr(outbox.dedupe_key, 1, instr(outbox.dedupe_key || ':', ':') - 1))
  WHERE purpose = 'esim-copy' AND invoice_id IS NULL;
UPDATE outbox SET invoice_id = (
    SELECT i.id FROM invoices i WHERE i.id = outbox.dedupe_key
    UNION ALL SELECT r.invoice_id FROM refunds r WHERE r.id = outbox.dedupe_key)
  WHERE purpose = 'refund';
