-- The cheapest plan of each size and validity of a place: prices of a place's page.
CREATE INDEX placements_fares ON placements
  (place, in_stock DESC, traffic_mb, validity_days, price, tariff_id);
