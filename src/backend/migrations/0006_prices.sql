-- Prices in several currencies. Before this migration the base currency was USD.

-- JSON: minor units by ISO 4217 code, { "USD": 1250, "RUB": 115000 }. A plan is not sold in a
-- currency that is missing.
ALTER TABLE tariffs ADD COLUMN prices TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(prices));
UPDATE tariffs SET prices = json_object('USD', price_usd, 'RUB', price_rub);
ALTER TABLE tariffs DROP COLUMN price_usd;
ALTER TABLE tariffs DROP COLUMN price_rub;

-- Sort columns: minor units of the base currency, for the plan and per GB (per day of an unlimited
-- plan). SQLite renames the columns in the indexes too.
ALTER TABLE placements RENAME COLUMN price_usd TO price;
ALTER TABLE placements RENAME COLUMN unit_price_usd TO unit_price;
ALTER TABLE placements DROP COLUMN price_rub;

-- The base of a partner's reward: the plan's price in USD at the time of the order. Partners are
-- paid in USD. 0 when the plan has no price in USD.
ALTER TABLE invoices RENAME COLUMN price_usd TO reward_base;
