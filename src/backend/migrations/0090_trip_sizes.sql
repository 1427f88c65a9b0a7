-- Plans for several countries in each of them: by size, then cheapest first. A plan that is too
-- small for some countries of a trip is useful at a lower price than a larger one. The index keeps
-- its name, which the previous version's query contains.
DROP INDEX placements_trips;
CREATE INDEX placements_trips ON placements
  (place, in_stock, traffic_mb, price, tariff_id, validity_days, full_speed_mb, countries)
  WHERE in_stock = 1 AND countries IS NOT NULL AND length(place) = 2;
