-- Raised by every change of what public pages show. Stored pages of an older version are rendered
-- again.
CREATE TABLE content_version (number INTEGER NOT NULL) STRICT;
INSERT INTO content_version (number) VALUES (0);

-- A plan is sold out, or back in stock.
CREATE TRIGGER placements_raise_content_version AFTER UPDATE OF in_stock ON placements
BEGIN
  UPDATE content_version SET number = number + 1;
END;
