-- Plans from suppliers' catalogues, their prices, and the cost of profiles.

-- The supplier whose catalogue describes the plan. NULL: the operator's files describe it.
ALTER TABLE tariffs ADD COLUMN supplier TEXT;
-- JSON: prices that the operator set for a supplier's plan, in minor units by currency. They
-- override price rules.
ALTER TABLE tariffs ADD COLUMN set_prices TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(set_prices));
CREATE INDEX tariffs_of_suppliers ON tariffs (id) WHERE supplier IS NOT NULL;

-- The lowest price that the supplier allows. NULL: any.
ALTER TABLE tariff_sources ADD COLUMN minimum_minor INTEGER;
ALTER TABLE tariff_sources ADD COLUMN minimum_currency TEXT;

-- The cost of a profile of the shop's own stock. NULL: unknown, or the profile was bought from a
-- supplier, and `supplier_orders` has the cost.
ALTER TABLE stock ADD COLUMN cost_minor INTEGER;
ALTER TABLE stock ADD COLUMN cost_currency TEXT;

-- Rules that compute the prices of suppliers' plans from their costs. The shop uses the most
-- specific rule: the plan's rule, then the country's, then the supplier's.
CREATE TABLE price_rules (
  id INTEGER PRIMARY KEY,
  -- '': any. A rule for a country applies to plans that cover no other country.
  supplier TEXT NOT NULL DEFAULT '',
  country_code TEXT NOT NULL DEFAULT '',
  tariff_id TEXT NOT NULL DEFAULT '',
  -- The currency of the price.
  currency TEXT NOT NULL,
  -- The share of the cost to add, in hundredths of a percent: 4000 is 40 %.
  markup_hundredths INTEGER NOT NULL CHECK (markup_hundredths >= 0),
  -- Minor units of `currency`.
  minimum_profit INTEGER NOT NULL DEFAULT 0 CHECK (minimum_profit >= 0),
  -- A price is a multiple of `step` plus `ending`: 100 and 90 give prices such as 12.90.
  step INTEGER NOT NULL DEFAULT 1 CHECK (step > 0),
  ending INTEGER NOT NULL DEFAULT 0 CHECK (ending >= 0 AND ending < step),
  UNIQUE (supplier, country_code, tariff_id, currency)
) STRICT;

-- Exchange rates that the operator set. Older rates are not deleted, because they convert the cost
-- of earlier orders.
CREATE TABLE exchange_rates (
  -- `from_minor` minor units of one currency are worth `to_minor` of the other.
  from_currency TEXT NOT NULL,
  from_minor INTEGER NOT NULL CHECK (from_minor > 0),
  to_currency TEXT NOT NULL,
  to_minor INTEGER NOT NULL CHECK (to_minor > 0),
  since TEXT NOT NULL,
  PRIMARY KEY (from_currency, to_currency, since)
) STRICT, WITHOUT ROWID;

-- Suppliers whose catalogue is synced every day. The command adds them.
CREATE TABLE catalogue_syncs (
  supplier TEXT PRIMARY KEY,
  next_at TEXT NOT NULL,
  -- Time of the last successful sync.
  synced_at TEXT,
  failures INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- The cost of each line. It is unknown until the profile or top-up is bought.
CREATE VIEW line_costs AS
SELECT l.invoice_id, l.position,
  coalesce(s.cost_minor, bought.cost_minor, added.cost_minor) AS cost_minor,
  CASE WHEN s.cost_minor IS NOT NULL THEN s.cost_currency
    WHEN bought.cost_minor IS NOT NULL THEN bought.cost_currency
    ELSE added.cost_currency END AS cost_currency
FROM invoice_lines l
LEFT JOIN stock s ON s.invoice_id = l.invoice_id AND s.line_position = l.position
-- Joins by the profile, because a profile that arrives after a refund is sold to another line.
LEFT JOIN supplier_orders bought ON bought.iccid = s.iccid AND bought.kind = 'plan'
  AND bought.status = 'done'
LEFT JOIN supplier_orders added ON added.invoice_id = l.invoice_id
  AND added.line_position = l.position AND added.kind = 'top-up' AND added.status = 'done';
