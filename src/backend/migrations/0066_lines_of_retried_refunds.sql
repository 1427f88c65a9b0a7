-- The lines of refunds that were refused before migration 0057, and that staff have made again
-- since. Without lines, their alerts never end. The lines are returned already, so this migration
-- blocks no eSIM.

-- Refunds by staff: the audit has the lines.
UPDATE refunds SET positions = (
  SELECT '[' || replace(a.details ->> 'lines', ' ', ',') || ']' FROM audit a
  WHERE a.subject_kind = 'invoice' AND a.subject_id = refunds.invoice_id AND a.action = 'refund'
    AND refunds.id BETWEEN a.idempotency_key || '/0' AND a.idempotency_key || '/9')
WHERE positions = '[]' AND refused_at IS NOT NULL AND accepted_at IS NULL
  AND EXISTS (SELECT 1 FROM audit a
    WHERE a.subject_kind = 'invoice' AND a.subject_id = refunds.invoice_id AND a.action = 'refund'
      AND refunds.id BETWEEN a.idempotency_key || '/0' AND a.idempotency_key || '/9'
      AND a.details ->> 'lines' <> ''
      AND NOT EXISTS (SELECT 1 FROM invoice_lines l
        JOIN json_each('[' || replace(a.details ->> 'lines', ' ', ',') || ']') position
          ON l.position = position.value
        WHERE l.invoice_id = refunds.invoice_id AND l.refund_requested_at IS NULL));

-- Automatic refunds: a later refund of the same amount from the same payment has the lines.
UPDATE refunds SET positions = (
  SELECT again.positions FROM refunds again
  WHERE again.invoice_id = refunds.invoice_id AND again.provider = refunds.provider
    AND again.reference = refunds.reference AND again.amount_minor = refunds.amount_minor
    AND again.requested_at > refunds.refused_at AND again.positions <> '[]'
  ORDER BY again.requested_at LIMIT 1)
WHERE positions = '[]' AND actor = 'system' AND refused_at IS NOT NULL AND accepted_at IS NULL
  AND EXISTS (SELECT 1 FROM refunds again
    WHERE again.invoice_id = refunds.invoice_id AND again.provider = refunds.provider
      AND again.reference = refunds.reference AND again.amount_minor = refunds.amount_minor
      AND again.requested_at > refunds.refused_at AND again.accepted_at IS NOT NULL
      AND again.positions <> '[]');
