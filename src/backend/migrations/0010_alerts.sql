-- Conditions that need the operator's attention, with their start and end.
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY,
  -- `AlertKind` in src/backend/alerts/alerts.ts.
  kind TEXT NOT NULL,
  -- The object of the alert, for example the first characters of an invoice's id.
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  since TEXT NOT NULL,
  -- NULL: the condition lasts.
  ended_at TEXT,
  -- Time of the last notice about this alert, by email and by webhook. NULL: never.
  mailed_at TEXT,
  posted_at TEXT
) STRICT;
CREATE UNIQUE INDEX alerts_open ON alerts (kind, subject) WHERE ended_at IS NULL;
CREATE INDEX alerts_ended ON alerts (ended_at) WHERE ended_at IS NOT NULL;

-- Time at which the shop stopped trying to send the message. NULL: the message was sent, or the
-- shop still tries.
ALTER TABLE outbox ADD COLUMN given_up_at TEXT;
CREATE INDEX outbox_given_up ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;
UPDATE outbox SET given_up_at = tried_at WHERE sent_at IS NULL AND attempts >= 8;
