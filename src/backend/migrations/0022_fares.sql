-- The cheapest plan of each size and validity in a place, for the prices on its page.
CREATE INDEX placements_fares ON placements
  (place, in_stock DESC, traffic_mb, validity_days, price, tariff_id);
