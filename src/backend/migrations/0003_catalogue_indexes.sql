-- Placements with a column for each filter. A filtered list is therefore also read in the order of
-- an index, and its cost does not depend on the number of plans. The columns have a CHECK and are
-- not generated, because SQLite uses no covering index over generated columns.

CREATE TABLE filtered_placements (
  place TEXT NOT NULL,
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  operator_ident TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('country', 'region', 'multi')),
  -- Unlimited sorts last by size: 1 000 000 000.
  traffic_mb INTEGER NOT NULL,
  validity_days INTEGER NOT NULL,
  -- The filters that match the plan, as src/domain/tariff.ts defines them.
  traffic_size TEXT NOT NULL CHECK (traffic_size = CASE
    WHEN traffic_mb <= 1024 THEN '1' WHEN traffic_mb <= 5120 THEN '5' WHEN traffic_mb <= 10240 THEN '10'
    WHEN traffic_mb < 1000000000 THEN '30' ELSE 'unlimited' END),
  day_range TEXT NOT NULL CHECK (day_range = CASE
    WHEN validity_days <= 7 THEN '7' WHEN validity_days <= 15 THEN '15' WHEN validity_days <= 30 THEN '30' ELSE '31' END),
  price_usd INTEGER NOT NULL,
  price_rub INTEGER NOT NULL,
  -- Minor units of USD per GB (per day of an unlimited plan).
  unit_price_usd INTEGER NOT NULL,
  in_stock INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (place, tariff_id)
) STRICT, WITHOUT ROWID;

INSERT INTO filtered_placements
SELECT p.place, p.tariff_id, p.operator_ident, t.kind, p.traffic_mb, p.validity_days,
  CASE WHEN p.traffic_mb <= 1024 THEN '1' WHEN p.traffic_mb <= 5120 THEN '5' WHEN p.traffic_mb <= 10240 THEN '10'
    WHEN p.traffic_mb < 1000000000 THEN '30' ELSE 'unlimited' END,
  CASE WHEN p.validity_days <= 7 THEN '7' WHEN p.validity_days <= 15 THEN '15' WHEN p.validity_days <= 30 THEN '30' ELSE '31' END,
  p.price_usd, p.price_rub, p.unit_price_usd, p.in_stock
FROM placements p JOIN tariffs t ON t.id = p.tariff_id;

DROP TABLE placements;
ALTER TABLE filtered_placements RENAME TO placements;

-- Lists of a place, in each sort order.
CREATE INDEX placements_by_price ON placements (place, in_stock DESC, price_usd, tariff_id);
CREATE INDEX placements_by_price_down ON placements (place, in_stock DESC, price_usd DESC, tariff_id);
CREATE INDEX placements_by_traffic ON placements (place, in_stock DESC, traffic_mb, price_usd, tariff_id);
CREATE INDEX placements_by_days ON placements (place, in_stock DESC, validity_days, price_usd, tariff_id);
CREATE INDEX placements_by_unit_price ON placements (place, in_stock DESC, unit_price_usd, price_usd, tariff_id);
-- Lists of a place filtered by size and validity, in each sort order.
CREATE INDEX placements_filtered_by_price ON placements (place, traffic_size, day_range, in_stock DESC, price_usd, tariff_id);
CREATE INDEX placements_filtered_by_price_down ON placements (place, traffic_size, day_range, in_stock DESC, price_usd DESC, tariff_id);
CREATE INDEX placements_filtered_by_traffic ON placements (place, traffic_size, day_range, in_stock DESC, traffic_mb, price_usd, tariff_id);
CREATE INDEX placements_filtered_by_days ON placements (place, traffic_size, day_range, in_stock DESC, validity_days, price_usd, tariff_id);
CREATE INDEX placements_filtered_by_unit_price ON placements (place, traffic_size, day_range, in_stock DESC, unit_price_usd, price_usd, tariff_id);
-- Lists of an operator filtered by size and validity, in each sort order.
CREATE INDEX placements_operator_by_price ON placements
  (place, operator_ident, traffic_size, day_range, in_stock DESC, price_usd, tariff_id);
CREATE INDEX placements_operator_by_price_down ON placements
  (place, operator_ident, traffic_size, day_range, in_stock DESC, price_usd DESC, tariff_id);
CREATE INDEX placements_operator_by_traffic ON placements
  (place, operator_ident, traffic_size, day_range, in_stock DESC, traffic_mb, price_usd, tariff_id);
CREATE INDEX placements_operator_by_days ON placements
  (place, operator_ident, traffic_size, day_range, in_stock DESC, validity_days, price_usd, tariff_id);
CREATE INDEX placements_operator_by_unit_price ON placements
  (place, operator_ident, traffic_size, day_range, in_stock DESC, unit_price_usd, price_usd, tariff_id);
-- Plans of an operator in a place, cheapest first, with the columns of all filters and sort orders.
CREATE INDEX placements_by_operator ON placements
  (place, operator_ident, in_stock DESC, price_usd, tariff_id, traffic_size, day_range, traffic_mb, validity_days, unit_price_usd);
-- The best plan of a country for the home page.
CREATE INDEX placements_popular ON placements (place, unit_price_usd, tariff_id)
  WHERE in_stock = 1 AND kind = 'country' AND traffic_mb BETWEEN 5000 AND 21000;
CREATE INDEX placements_by_tariff ON placements (tariff_id);

-- Numbers of the plans on sale, in the order of their ids. The sitemap finds every 2,500th plan by
-- its number. The import renumbers the plans.
CREATE TABLE plan_numbers (
  number INTEGER PRIMARY KEY,
  tariff_id TEXT NOT NULL UNIQUE REFERENCES tariffs (id),
  operator_ident TEXT NOT NULL
) STRICT;
INSERT INTO plan_numbers (number, tariff_id, operator_ident)
SELECT row_number() OVER (ORDER BY tariff_id) - 1, tariff_id, operator_ident FROM placements WHERE place = 'all';
