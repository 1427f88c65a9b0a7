-- Plans for several countries, cheapest first. The trip planner tries them for each group of a
-- trip's countries.
CREATE INDEX placements_trips ON placements (place, price, tariff_id, validity_days, traffic_mb)
  WHERE in_stock = 1 AND kind = 'multi';
