-- Indexes for the deletion of old data: src/domain/retention.ts.

CREATE INDEX usage_reports_by_time ON usage_reports (reported_at);
-- Messages that still have their text, and messages that still have a sign-in code.
CREATE INDEX outbox_with_text ON outbox (created_at) WHERE body <> '';
CREATE INDEX outbox_with_code ON outbox (created_at)
  WHERE purpose = 'sign-in-code' AND body <> '';
