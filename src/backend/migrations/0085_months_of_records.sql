-- The books of a month have what the shop recorded in it, so that a month that has ended never
-- changes. Two kinds of values are added to a fact later.
-- Time at which the shop recorded the fee. NULL: the fee is not known.
ALTER TABLE payment_facts ADD COLUMN fee_received_at TEXT;
UPDATE payment_facts SET fee_received_at = received_at WHERE fee_minor IS NOT NULL;
-- Time at which a fact without an invoice got one. NULL: it had its invoice from the start, or has
-- none.
ALTER TABLE payment_facts ADD COLUMN matched_at TEXT;

-- The id of the refund at the provider that the provider made for this one. NULL: it has not made
-- it, or did so before this version.
ALTER TABLE refunds ADD COLUMN fact_id TEXT;

CREATE INDEX payment_facts_by_record ON payment_facts (received_at);
CREATE INDEX payment_facts_by_fee ON payment_facts (fee_received_at)
WHERE fee_received_at IS NOT NULL;
