-- Refunds that do not succeed. The shop retries them in turn, or delivers their lines after all.

-- Time of the last request to the provider. NULL: none yet.
ALTER TABLE refunds ADD COLUMN tried_at TEXT;
-- The error of the last attempt. NULL: it did not fail.
ALTER TABLE refunds ADD COLUMN problem TEXT;
-- Time of the last attempt to refund the order automatically.
ALTER TABLE invoices ADD COLUMN refund_tried_at TEXT;

DROP INDEX refunds_open;
CREATE INDEX refunds_open ON refunds (tried_at, requested_at)
  WHERE accepted_at IS NULL AND refused_at IS NULL;
CREATE INDEX refunds_refused ON refunds (refused_at) WHERE refused_at IS NOT NULL;

-- The lines of refused refunds can be delivered again.
UPDATE invoice_lines SET refund_requested_at = NULL
WHERE refund_requested_at IS NOT NULL AND EXISTS (
  SELECT 1 FROM refunds r
  WHERE r.invoice_id = invoice_lines.invoice_id AND r.refused_at IS NOT NULL
    AND r.requested_at = invoice_lines.refund_requested_at);

-- Pending refunds were recorded as accepted. Providers find them by their key.
UPDATE refunds SET accepted_at = NULL
WHERE accepted_at IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM payment_facts f
  WHERE f.provider = refunds.provider AND f.reference = refunds.reference
    AND f.kind = 'refunded' AND f.amount_minor = refunds.amount_minor);
