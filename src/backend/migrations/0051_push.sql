-- Push messages about the data and the days of an eSIM.

-- Browsers that get push messages. In each of them, a visitor pressed the button for notifications.
CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY,
  esim_hash TEXT NOT NULL REFERENCES esims (esim_hash),
  endpoint TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (esim_hash, endpoint)
) STRICT;

-- Messages to these browsers. A sent message is emptied. Its key stays, so that no message is sent
-- twice.
CREATE TABLE push_messages (
  subscription_id TEXT NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  dedupe_key TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  sent_at TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at TEXT,
  PRIMARY KEY (subscription_id, dedupe_key)
) STRICT;
CREATE INDEX push_messages_unsent ON push_messages (created_at) WHERE sent_at IS NULL;

-- 1: `push_subscriptions` has rows of the eSIM.
ALTER TABLE esims ADD COLUMN has_push INTEGER NOT NULL DEFAULT 0;
CREATE INDEX esims_with_push ON esims (coalesce(valid_until, activate_by)) WHERE has_push = 1;
DROP INDEX esims_ending;
DROP INDEX esims_to_measure;
CREATE INDEX esims_ending ON esims (valid_until) WHERE has_usage_mails = 1 OR has_push = 1;
CREATE INDEX esims_to_measure ON esims (usage_fresh_until)
  WHERE (has_usage_mails = 1 OR has_push = 1) AND usage_fresh_until IS NOT NULL;
