-- The lines of refunds by staff that were refused before migration 0057, from the audit. Refunds
-- whose payment has returned money since their request stay without lines: the operator has handled
-- them, and the shop would otherwise block their eSIMs long afterwards. Automatic refunds have no
-- audit.
UPDATE refunds SET positions = (
  SELECT '[' || replace(a.details ->> 'lines', ' ', ',') || ']' FROM audit a
  WHERE a.subject_kind = 'invoice' AND a.subject_id = refunds.invoice_id AND a.action = 'refund'
    AND refunds.id BETWEEN a.idempotency_key || '/0' AND a.idempotency_key || '/9')
WHERE positions = '[]'
  AND EXISTS (SELECT 1 FROM audit a
    WHERE a.subject_kind = 'invoice' AND a.subject_id = refunds.invoice_id AND a.action = 'refund'
      AND refunds.id BETWEEN a.idempotency_key || '/0' AND a.idempotency_key || '/9'
      AND a.details ->> 'lines' <> '')
  -- Another part of the refund can have been accepted.
  AND EXISTS (SELECT 1 FROM refunds part
    WHERE part.invoice_id = refunds.invoice_id AND part.requested_at = refunds.requested_at
      AND part.refused_at IS NOT NULL AND part.accepted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM payment_facts f
        WHERE f.provider = part.provider AND f.reference = part.reference
          AND f.kind IN ('refunded', 'dispute-lost') AND f.received_at >= part.requested_at));
