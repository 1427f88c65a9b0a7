-- Emails that nobody waits for are sent after eSIMs and codes. Messages from visitors are sent
-- last.
DROP INDEX outbox_unsent;
CREATE INDEX outbox_unsent ON outbox (kind,
  CASE purpose WHEN 'contact-message' THEN 2 WHEN 'review' THEN 1 WHEN 'usage' THEN 1 ELSE 0 END,
  created_at)
  WHERE sent_at IS NULL;
