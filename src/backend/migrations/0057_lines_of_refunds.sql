-- Refunds that the provider refuses, and that the operator makes in the provider's dashboard. Such
-- a refund has both `refused_at` and `accepted_at`.

-- JSON: the positions of the lines that the refund returns. After a refusal, the lines no longer
-- have the time of the refund. Refunds that were refused before this migration have an empty array.
ALTER TABLE refunds ADD COLUMN positions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(positions));

UPDATE refunds SET positions = (
  SELECT json_group_array(l.position) FROM invoice_lines l
  WHERE l.invoice_id = refunds.invoice_id AND l.refund_requested_at = refunds.requested_at
    AND l.replaced_by IS NULL)
WHERE accepted_at IS NULL AND refused_at IS NULL;
