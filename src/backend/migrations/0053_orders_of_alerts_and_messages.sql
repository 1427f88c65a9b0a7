-- The order that an alert is about. NULL: none.
ALTER TABLE alerts ADD COLUMN invoice_id TEXT;
-- Ids are base64url, whose characters all sort before `~`.
UPDATE alerts SET invoice_id = (
    SELECT id FROM invoices WHERE id >= alerts.subject AND id < alerts.subject || '~')
  WHERE kind IN ('paid-undelivered', 'overcharged', 'dispute', 'unmatched-fact', 'mail-bounced',
    'sold-out-after-payment', 'refund-refused');
-- The subject of a held order is its supplier, a space and the start of its id.
UPDATE alerts SET invoice_id = (
    SELECT id FROM invoices
    WHERE id >= substr(alerts.subject, -10) AND id < substr(alerts.subject, -10) || '~')
  WHERE kind = 'supplier-order-held';

-- Adds the order to messages that were written without it.
UPDATE outbox SET invoice_id = (
    SELECT id FROM invoices
    WHERE id = substr(outbox.dedupe_key, 1, instr(outbox.dedupe_key || ':', ':') - 1))
  WHERE invoice_id IS NULL
    AND purpose IN ('address-changed', 'top-up', 'delayed', 'receipt', 'review');
