-- Push messages expire, and subscriptions belong to a key of the shop.

-- The key that the browser subscribed with. Empty: subscribed before it was stored.
ALTER TABLE push_subscriptions ADD COLUMN public_key TEXT NOT NULL DEFAULT '';

-- No message is sent after its time. It is emptied then. Its key stays, so that it is not written
-- again.
ALTER TABLE push_messages ADD COLUMN expires_at TEXT NOT NULL DEFAULT '';
UPDATE push_messages SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+1 day');
DROP INDEX push_messages_unsent;
CREATE INDEX push_messages_waiting ON push_messages (expires_at) WHERE payload <> '';
