-- When a supplier changes, its plans are refreshed page by page, because one statement for all of
-- them takes longer than D1 allows.

-- The last refreshed plan code. Placements of plans with larger codes still show the supplier's
-- previous state. NULL: all placements are refreshed.
ALTER TABLE suppliers ADD COLUMN refreshed_to TEXT;
