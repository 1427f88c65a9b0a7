-- The number of visitors that an answer helped, by day. `faq_reviews` contains their comments.
CREATE TABLE faq_review_counts (
  ident TEXT NOT NULL,
  lang TEXT NOT NULL,
  -- UTC, such as 2026-11-22.
  day TEXT NOT NULL,
  helpful INTEGER NOT NULL,
  unhelpful INTEGER NOT NULL,
  PRIMARY KEY (ident, lang, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX faq_review_counts_by_day ON faq_review_counts (day);

INSERT INTO faq_review_counts (ident, lang, day, helpful, unhelpful)
SELECT ident, lang, substr(created_at, 1, 10), sum(is_helpful), sum(1 - is_helpful)
FROM faq_reviews GROUP BY ident, lang, substr(created_at, 1, 10);
DELETE FROM faq_reviews WHERE comment = '';
CREATE INDEX faq_reviews_by_time ON faq_reviews (created_at);
