-- Reviews of plans by travellers, written after the end of the plan.

CREATE TABLE reviews (
  id TEXT PRIMARY KEY,
  -- The line of an order that sold the eSIM. The hash of an eSIM can change, but its line cannot.
  invoice_id TEXT NOT NULL,
  line_position INTEGER NOT NULL,
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  -- The country of the plan, or `tariff_id` if the plan is for several.
  place TEXT NOT NULL,
  -- 1: the traveller got the eSIM as a gift.
  is_gift INTEGER NOT NULL,
  lang TEXT NOT NULL,
  -- Stars.
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  -- Empty: only a rating.
  text TEXT NOT NULL,
  -- The name that the traveller chose. Empty: none.
  author TEXT NOT NULL,
  written_at TEXT NOT NULL,
  -- Only approved reviews are public.
  status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'approved', 'refused')),
  -- Time at which staff last approved or refused the review.
  decided_at TEXT,
  UNIQUE (invoice_id, line_position),
  FOREIGN KEY (invoice_id, line_position) REFERENCES invoice_lines (invoice_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX reviews_by_status ON reviews (status, written_at);
CREATE INDEX reviews_decided ON reviews (status, decided_at);
-- Public lists show reviews with a text, in the language of the page, newest first.
CREATE INDEX reviews_shown ON reviews (lang, written_at) WHERE status = 'approved' AND text <> '';
CREATE INDEX reviews_by_place ON reviews (place, lang, written_at)
  WHERE status = 'approved' AND text <> '';

-- The number of approved reviews of the shop, a place or a plan, and the sum of their stars.
-- Subjects are `all`, `place/tr` and `tariff/tr-10`. Without this table, public pages would count
-- the reviews.
CREATE TABLE review_sums (
  about TEXT PRIMARY KEY,
  number INTEGER NOT NULL,
  stars INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER reviews_change_sums AFTER UPDATE OF status ON reviews
WHEN OLD.status <> NEW.status AND 'approved' IN (OLD.status, NEW.status)
BEGIN
  INSERT INTO review_sums (about, number, stars)
  SELECT about, iif(NEW.status = 'approved', 1, -1),
    iif(NEW.status = 'approved', NEW.rating, -NEW.rating)
  FROM (SELECT 'all' AS about UNION ALL SELECT 'tariff/' || NEW.tariff_id
    UNION ALL SELECT 'place/' || NEW.place)
  WHERE true
  ON CONFLICT (about) DO UPDATE SET
    number = number + excluded.number, stars = stars + excluded.stars;
  UPDATE content_version SET number = number + 1;
END;

CREATE TRIGGER reviews_leave_sums AFTER DELETE ON reviews WHEN OLD.status = 'approved'
BEGIN
  UPDATE review_sums SET number = number - 1, stars = stars - OLD.rating
  WHERE about IN ('all', 'tariff/' || OLD.tariff_id, 'place/' || OLD.place);
  UPDATE content_version SET number = number + 1;
END;

-- 1: the customer agreed to one email that asks for a review, and has not got it yet.
ALTER TABLE esims ADD COLUMN has_review_mail INTEGER NOT NULL DEFAULT 0;
-- Time after which the email is sent because the data is used up. NULL: it is sent after the last
-- day.
ALTER TABLE esims ADD COLUMN review_mail_at TEXT;
CREATE INDEX esims_ended ON esims (valid_until) WHERE has_review_mail = 1;
CREATE INDEX esims_used_up ON esims (review_mail_at) WHERE has_review_mail = 1;

-- A number that increases with every change that staff must see before they act on a review. Read
-- it with `WHERE review_id = ?`.
CREATE VIEW review_versions AS
SELECT r.id AS review_id,
  (SELECT count(*) FROM audit a WHERE a.subject_kind = 'review' AND a.subject_id = r.id) AS version
FROM reviews r;
