-- Messages from visitors are sent last, so that many of them cannot delay an eSIM or a code.
DROP INDEX outbox_unsent;
CREATE INDEX outbox_unsent ON outbox (kind, purpose = 'contact-message', created_at)
  WHERE sent_at IS NULL;
