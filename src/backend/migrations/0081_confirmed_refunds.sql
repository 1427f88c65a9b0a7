-- Time at which staff confirmed that a refund which they recorded is not one that the provider had
-- reported by then. NULL: never.
ALTER TABLE refunds ADD COLUMN confirmed_at TEXT;
