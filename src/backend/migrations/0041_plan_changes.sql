-- Plans that staff change one by one.

-- Time at which staff took the plan off sale. NULL: they did not. Imports and syncs do not put the
-- plan back on sale.
ALTER TABLE tariffs ADD COLUMN off_sale_at TEXT;

-- The number of changes of the plan. A form that shows an earlier state is a conflict.
ALTER TABLE tariffs ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER tariffs_count_changes AFTER UPDATE OF operator_ident, kind, country_codes,
  region_ident, world_region, market, traffic_mb, fair_use_threshold_mb, fair_use_speed_kbps,
  validity_days, prices, minutes, sms, unlimited_apps, networks, hotspot, top_up, kyc, apn,
  is_listed, supplier, set_prices, off_sale_at ON tariffs
BEGIN
  UPDATE tariffs SET changes = changes + 1 WHERE id = NEW.id;
END;

-- A number that increases with every change that staff must see before they change a plan.
CREATE VIEW plan_versions AS
SELECT t.id AS tariff_id, t.changes
  + (SELECT count(*) FROM audit a WHERE a.subject_kind = 'plan' AND a.subject_id = t.id) AS version
FROM tariffs t;

-- Staff list plans by operator, by supplier, and those that are sold out or off sale.
CREATE INDEX tariffs_by_operator ON tariffs (operator_ident, id);
CREATE INDEX tariffs_off_sale ON tariffs (id) WHERE is_listed = 0;
CREATE INDEX tariffs_off_sale_by_country ON tariffs (country_codes, id) WHERE is_listed = 0;
CREATE INDEX tariff_sources_by_supplier ON tariff_sources (supplier, tariff_id);
CREATE INDEX placements_sold_out ON placements (tariff_id) WHERE place = 'all' AND in_stock = 0;
