-- Plans that a supplier could not deliver.

-- Time at which a plan that was out of stock at the supplier is on sale again. NULL: it was not out
-- of stock.
ALTER TABLE tariff_sources ADD COLUMN back_at TEXT;
CREATE INDEX tariff_sources_back ON tariff_sources (back_at) WHERE back_at IS NOT NULL;

CREATE INDEX supplier_orders_undeliverable ON supplier_orders (ended_at)
  WHERE refusal IN ('plan-gone', 'out-of-stock');
