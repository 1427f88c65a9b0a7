-- Plans of a trip, found without reading all plans of its countries.

-- The countries of a plan for several countries, each with a comma: `gr,it,tr,`. NULL for other
-- plans.
ALTER TABLE placements ADD COLUMN countries TEXT;
-- MB a day at full speed of an unlimited plan: its limit, or the usual one. NULL for other plans.
ALTER TABLE placements ADD COLUMN full_speed_mb INTEGER;

UPDATE placements SET countries = (
  SELECT replace(trim(country_codes, '[]'), '"', '') || ',' FROM tariffs WHERE id = tariff_id)
WHERE kind = 'multi';
UPDATE placements SET full_speed_mb = (
  SELECT coalesce(fair_use_threshold_mb, 1024) FROM tariffs WHERE id = tariff_id)
WHERE traffic_mb = 1000000000;

-- Plans for several countries in each of them, cheapest first.
DROP INDEX placements_trips;
CREATE INDEX placements_trips ON placements
  (place, in_stock, price, tariff_id, validity_days, traffic_mb, full_speed_mb, countries)
  WHERE in_stock = 1 AND countries IS NOT NULL AND length(place) = 2;
-- The cheapest unlimited plan of each validity and limit in a country.
CREATE INDEX placements_unlimited ON placements
  (place, in_stock, validity_days, full_speed_mb, price, tariff_id, kind)
  WHERE in_stock = 1 AND full_speed_mb IS NOT NULL AND kind <> 'region' AND length(place) = 2;
