-- Of the messages that people wait for, those without an attempt are sent first. Messages that fail
-- again and again would delay sign-in codes until they expire.
DROP INDEX outbox_unsent;
CREATE INDEX outbox_unsent ON outbox (kind,
  CASE purpose WHEN 'contact-message' THEN 2 WHEN 'review' THEN 1 WHEN 'usage' THEN 1 ELSE 0 END,
  attempts > 0, created_at)
  WHERE sent_at IS NULL;
