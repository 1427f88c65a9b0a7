-- The cheapest plan of each size and validity of a place. Plans for one region of a country are
-- fares of the region only: they do not work in the rest of the country.
DROP INDEX placements_fares;
CREATE INDEX placements_fares ON placements
  (place, in_stock DESC, traffic_mb, validity_days, price, tariff_id, kind)
  WHERE kind <> 'region' OR instr(place, '/') > 0;
