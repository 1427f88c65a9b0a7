-- Pages show the reviews with a text in one language. They counted up to 1,000 of these reviews,
-- and D1 bills each row. `review_sums` now stores the number, with the language before the subject:
-- `en/all` and `en/place/tr`.

INSERT INTO review_sums (about, number, stars)
SELECT lang || '/all', count(*), sum(rating) FROM reviews
  WHERE status = 'approved' AND text <> '' GROUP BY lang
UNION ALL SELECT lang || '/place/' || place, count(*), sum(rating) FROM reviews
  WHERE status = 'approved' AND text <> '' GROUP BY lang, place;

DROP TRIGGER reviews_change_sums;
CREATE TRIGGER reviews_change_sums AFTER UPDATE OF status ON reviews
WHEN OLD.status <> NEW.status AND 'approved' IN (OLD.status, NEW.status)
BEGIN
  INSERT INTO review_sums (about, number, stars)
  SELECT about, iif(NEW.status = 'approved', 1, -1),
    iif(NEW.status = 'approved', NEW.rating, -NEW.rating)
  -- D1 allows five terms of UNION ALL.
  FROM (SELECT 'all' AS about UNION ALL SELECT 'tariff/' || NEW.tariff_id
    UNION ALL SELECT 'place/' || NEW.place
    UNION ALL SELECT NEW.lang || '/all' WHERE NEW.text <> ''
    UNION ALL SELECT NEW.lang || '/place/' || NEW.place WHERE NEW.text <> '')
  WHERE true
  ON CONFLICT (about) DO UPDATE SET
    number = number + excluded.number, stars = stars + excluded.stars;
  UPDATE content_version SET number = number + 1;
END;

DROP TRIGGER reviews_leave_sums;
CREATE TRIGGER reviews_leave_sums AFTER DELETE ON reviews WHEN OLD.status = 'approved'
BEGIN
  UPDATE review_sums SET number = number - 1, stars = stars - OLD.rating
  WHERE about IN ('all', 'tariff/' || OLD.tariff_id, 'place/' || OLD.place)
    OR OLD.text <> '' AND about IN (OLD.lang || '/all', OLD.lang || '/place/' || OLD.place);
  UPDATE content_version SET number = number + 1;
END;
