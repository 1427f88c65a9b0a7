-- When a request for the order last continued its delivery, so that requests cannot repeat it
-- without limit.
ALTER TABLE invoices ADD COLUMN continued_at TEXT;
