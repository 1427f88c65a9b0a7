-- Titles of places by language. A new language adds rows, not a column.
CREATE TABLE place_titles (
  -- A country (`tr`) or a region of a country (`ru/mow`), as in `placements`.
  place TEXT NOT NULL,
  lang TEXT NOT NULL,
  title TEXT NOT NULL,
  PRIMARY KEY (place, lang)
) STRICT, WITHOUT ROWID;

INSERT INTO place_titles (place, lang, title)
SELECT code, 'en', title_en FROM countries
UNION ALL SELECT code, 'ru', title_ru FROM countries
UNION ALL SELECT country_code || '/' || ident, 'en', title_en FROM regions
UNION ALL SELECT country_code || '/' || ident, 'ru', title_ru FROM regions;

ALTER TABLE countries DROP COLUMN title_en;
ALTER TABLE countries DROP COLUMN title_ru;
ALTER TABLE regions DROP COLUMN title_en;
ALTER TABLE regions DROP COLUMN title_ru;
