-- Usage as measured by suppliers, and emails about it.

-- Total MB with top-ups, as the supplier reports it. NULL: the amount of the plan.
ALTER TABLE esims ADD COLUMN data_limit_mb INTEGER;
-- SupplierUsage.state in src/backend/suppliers/supplier.ts. NULL: the supplier reports none.
ALTER TABLE esims ADD COLUMN supplier_state TEXT;
-- Until this time the shop does not call the supplier again. NULL: it may call at any time.
ALTER TABLE esims ADD COLUMN usage_fresh_until TEXT;
-- 1: the customer agreed to emails at 80 % and a day before the end.
ALTER TABLE esims ADD COLUMN has_usage_mails INTEGER NOT NULL DEFAULT 0;
CREATE INDEX esims_ending ON esims (valid_until) WHERE has_usage_mails = 1;
CREATE INDEX esims_to_measure ON esims (usage_fresh_until)
  WHERE has_usage_mails = 1 AND usage_fresh_until IS NOT NULL;
