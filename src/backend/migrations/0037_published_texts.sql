-- Texts that staff published. They replace the texts of content/, which do not change.
CREATE TABLE published_texts (
  kind TEXT NOT NULL CHECK (kind IN ('place', 'question', 'post', 'legal')),
  lang TEXT NOT NULL,
  -- A place as in placements, the ident of a question, the id of a post, the name of a legal text.
  ident TEXT NOT NULL,
  -- `textContents` in src/contract/editable-texts.ts. NULL: not shown in this language.
  content TEXT CHECK (content IS NULL OR json_valid(content)),
  PRIMARY KEY (kind, lang, ident)
) STRICT, WITHOUT ROWID;

-- The text after each change, by language. The audit has the time and the author.
CREATE TABLE text_versions (
  -- The id of the audit row.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  ident TEXT NOT NULL,
  contents TEXT NOT NULL CHECK (json_valid(contents))
) STRICT, WITHOUT ROWID;
CREATE INDEX text_versions_by_text ON text_versions (kind, ident);

-- The texts that visitors read. SQLite searches both parts of a view by index only if their columns
-- have the same types, so JSON values are cast.
CREATE VIEW shown_place_texts AS
SELECT s.lang, s.place, s.networks, s.install, s.mind FROM place_texts s
WHERE NOT EXISTS (SELECT 1 FROM published_texts p
  WHERE p.kind = 'place' AND p.lang = s.lang AND p.ident = s.place)
UNION ALL
SELECT p.lang, p.ident, CAST(p.content ->> '$.networks' AS TEXT),
  CAST(p.content ->> '$.install' AS TEXT), CAST(p.content ->> '$.mind' AS TEXT)
FROM published_texts p WHERE p.kind = 'place' AND p.content IS NOT NULL;

CREATE VIEW shown_posts AS
SELECT s.lang, s.id, s.title, s.description, s.date, s.body FROM posts s
WHERE NOT EXISTS (SELECT 1 FROM published_texts p
  WHERE p.kind = 'post' AND p.lang = s.lang AND p.ident = s.id)
UNION ALL
SELECT p.lang, p.ident, CAST(p.content ->> '$.title' AS TEXT),
  CAST(p.content ->> '$.description' AS TEXT), CAST(p.content ->> '$.date' AS TEXT),
  CAST(p.content ->> '$.body' AS TEXT)
FROM published_texts p WHERE p.kind = 'post' AND p.content IS NOT NULL;

-- New questions come last in their block.
CREATE VIEW shown_questions AS
SELECT s.lang, s.position, s.block_ident, s.block_title, s.ident, s.question, s.answer
FROM faq_questions s
WHERE NOT EXISTS (SELECT 1 FROM published_texts p
  WHERE p.kind = 'question' AND p.lang = s.lang AND p.ident = s.ident)
UNION ALL
SELECT p.lang, CAST(coalesce((SELECT s.position FROM faq_questions s
    WHERE s.lang = p.lang AND s.ident = p.ident), 1000000) AS INTEGER),
  CAST(p.content ->> '$.block' AS TEXT), CAST(p.content ->> '$.blockTitle' AS TEXT), p.ident,
  CAST(p.content ->> '$.question' AS TEXT), CAST(p.content -> '$.answer' AS TEXT)
FROM published_texts p WHERE p.kind = 'question' AND p.content IS NOT NULL;
