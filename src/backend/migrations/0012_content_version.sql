-- A number that increases with every change of the content of public pages. The shop renders stored
-- pages of an older version again.
CREATE TABLE content_version (number INTEGER NOT NULL) STRICT;
INSERT INTO content_version (number) VALUES (0);

-- Increases the version when a plan sells out or is back in stock.
CREATE TRIGGER placements_raise_content_version AFTER UPDATE OF in_stock ON placements
BEGIN
  UPDATE content_version SET number = number + 1;
END;
