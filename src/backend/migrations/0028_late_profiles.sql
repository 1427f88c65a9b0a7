-- Profiles that arrive when their orders do not need them any more.

-- Time since which the profile is not for sale, because it is being returned to its supplier or is
-- too old. NULL: for sale.
ALTER TABLE stock ADD COLUMN withdrawn_at TEXT;
-- The last time at which a sale leaves a customer the promised days to install the profile. NULL:
-- no limit.
ALTER TABLE stock ADD COLUMN sell_by TEXT;
CREATE INDEX stock_to_withdraw ON stock (sell_by)
  WHERE sell_by IS NOT NULL AND invoice_id IS NULL AND withdrawn_at IS NULL;
CREATE INDEX stock_withdrawn ON stock (withdrawn_at) WHERE withdrawn_at IS NOT NULL;

-- Days after the purchase within which a profile of the plan must be installed. NULL: unknown.
ALTER TABLE tariff_sources ADD COLUMN activation_days INTEGER;

-- `tariff_sources.seen_at` is the time at which the row last changed. If each sync wrote it, every
-- row would be written each day.
