-- Push messages expire. A subscription belongs to a key of the shop.

-- The shop's public key at the time of the subscription. Empty: the key was not stored yet.
ALTER TABLE push_subscriptions ADD COLUMN public_key TEXT NOT NULL DEFAULT '';

-- The shop does not send a message after this time. It empties the message. The key stays, so that
-- the message is not written again.
ALTER TABLE push_messages ADD COLUMN expires_at TEXT NOT NULL DEFAULT '';
UPDATE push_messages SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+1 day');
DROP INDEX push_messages_unsent;
CREATE INDEX push_messages_waiting ON push_messages (expires_at) WHERE payload <> '';
