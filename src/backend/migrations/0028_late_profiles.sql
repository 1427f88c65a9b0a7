-- Profiles that arrive when their orders do not need them any more.

-- Not for sale since then: it is on its way back to its supplier, or too old. NULL: for sale.
ALTER TABLE stock ADD COLUMN withdrawn_at TEXT;
-- Until then a customer still has the days that the shop promises to install it. NULL: any time.
ALTER TABLE stock ADD COLUMN sell_by TEXT;
CREATE INDEX stock_to_withdraw ON stock (sell_by)
  WHERE sell_by IS NOT NULL AND invoice_id IS NULL AND withdrawn_at IS NULL;
CREATE INDEX stock_withdrawn ON stock (withdrawn_at) WHERE withdrawn_at IS NOT NULL;

-- Days after the purchase within which a profile of the plan must be installed. NULL: unknown.
ALTER TABLE tariff_sources ADD COLUMN activation_days INTEGER;

-- The comment on tariff_sources.seen_at in migration 0017 is wrong: it is when the row last changed.
-- Writing it with each sync would write every row each day.
