-- Rounds in a row in which a charge of the page could not be looked up. After some of them, the
-- search skips the charge.
ALTER TABLE charge_search ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
