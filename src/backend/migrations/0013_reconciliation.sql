-- Reconciliation: the shop looks payments up at their providers, to find lost webhooks.

-- Time of the next lookup. NULL: the payment cannot change any more, or its provider has no API.
ALTER TABLE payments ADD COLUMN look_up_at TEXT;
ALTER TABLE payments ADD COLUMN looked_up_at TEXT;
-- Failures since the last successful lookup.
ALTER TABLE payments ADD COLUMN failed_look_ups INTEGER NOT NULL DEFAULT 0;
CREATE INDEX payments_to_look_up ON payments (provider, look_up_at) WHERE look_up_at IS NOT NULL;
CREATE INDEX payment_facts_by_reference ON payment_facts (provider, reference);
