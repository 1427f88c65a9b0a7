-- The operators with plans in a place, in the order of their lists. Before, a list of operators
-- looked for them in the index of a place's plans, one after another.
CREATE TABLE place_operators (
  operator_ident TEXT NOT NULL REFERENCES operators (ident),
  -- As in `placements`.
  place TEXT NOT NULL,
  -- As in `operators`.
  search_title TEXT NOT NULL,
  PRIMARY KEY (operator_ident, place)
) STRICT, WITHOUT ROWID;
INSERT INTO place_operators (operator_ident, place, search_title)
SELECT o.ident, listed.place, o.search_title
FROM (SELECT DISTINCT place, operator_ident FROM placements) AS listed
JOIN operators o ON o.ident = listed.operator_ident;
CREATE INDEX place_operators_by_title ON place_operators (place, search_title, operator_ident);

CREATE TRIGGER placements_add_operator AFTER INSERT ON placements
WHEN NOT EXISTS (SELECT 1 FROM place_operators
  WHERE operator_ident = NEW.operator_ident AND place = NEW.place)
BEGIN
  INSERT INTO place_operators (operator_ident, place, search_title)
  SELECT ident, NEW.place, search_title FROM operators WHERE ident = NEW.operator_ident;
END;

CREATE TRIGGER placements_remove_operator AFTER DELETE ON placements
WHEN NOT EXISTS (SELECT 1 FROM placements
  WHERE place = OLD.place AND operator_ident = OLD.operator_ident)
BEGIN
  DELETE FROM place_operators WHERE operator_ident = OLD.operator_ident AND place = OLD.place;
END;

CREATE TRIGGER operators_rename_in_places AFTER UPDATE OF search_title ON operators
WHEN OLD.search_title <> NEW.search_title
BEGIN
  UPDATE place_operators SET search_title = NEW.search_title WHERE operator_ident = NEW.ident;
END;
