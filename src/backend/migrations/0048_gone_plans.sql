-- Whether the operator's last file lacks the plan. Such a plan is not listed, even when staff put
-- it back on sale. The next import sets this value for plans that staff took off sale before this
-- migration.
ALTER TABLE tariffs ADD COLUMN is_gone INTEGER NOT NULL DEFAULT 0;
UPDATE tariffs SET is_gone = 1
WHERE is_listed = 0 AND off_sale_at IS NULL AND supplier IS NULL;

-- As in 0041, with the new column.
DROP TRIGGER tariffs_count_changes;
CREATE TRIGGER tariffs_count_changes AFTER UPDATE OF operator_ident, kind, country_codes,
  region_ident, world_region, market, traffic_mb, fair_use_threshold_mb, fair_use_speed_kbps,
  validity_days, prices, minutes, sms, unlimited_apps, networks, hotspot, top_up, kyc, apn,
  is_listed, is_gone, supplier, set_prices, off_sale_at ON tariffs
BEGIN
  UPDATE tariffs SET changes = changes + 1 WHERE id = NEW.id;
END;
