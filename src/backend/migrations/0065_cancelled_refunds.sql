-- Time at which staff decided not to make a refund that the provider refused. The audit has the
-- reason.
ALTER TABLE refunds ADD COLUMN cancelled_at TEXT;
