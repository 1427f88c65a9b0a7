-- Prices in any number of currencies. Until now prices were in USD, the base currency, and RUB.

-- JSON: minor units by ISO 4217 code, { "USD": 1250, "RUB": 115000 }. A plan is not sold in a currency that is missing.
ALTER TABLE tariffs ADD COLUMN prices TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(prices));
UPDATE tariffs SET prices = json_object('USD', price_usd, 'RUB', price_rub);
ALTER TABLE tariffs DROP COLUMN price_usd;
ALTER TABLE tariffs DROP COLUMN price_rub;

-- What lists are sorted by: minor units of the base currency, and the same per GB (per day of an unlimited plan).
-- The indexes follow the new names.
ALTER TABLE placements RENAME COLUMN price_usd TO price;
ALTER TABLE placements RENAME COLUMN unit_price_usd TO unit_price;
ALTER TABLE placements DROP COLUMN price_rub;

-- What a partner's reward is a share of: the plan's price in USD, which partners are paid in, when it was ordered.
-- 0 where the plan had none.
ALTER TABLE invoices RENAME COLUMN price_usd TO reward_base;
