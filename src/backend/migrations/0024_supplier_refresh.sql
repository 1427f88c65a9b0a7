-- Plans of a supplier that changed are refreshed in pages, because one statement for all of them
-- takes longer than D1 allows.

-- Placements of the supplier's plans whose code is larger still show it as it was before. NULL:
-- all placements are refreshed.
ALTER TABLE suppliers ADD COLUMN refreshed_to TEXT;
