-- The time since which a supplier refuses the shop's key. NULL: the last check of the balance did
-- not refuse it. Meanwhile the shop sells no plans of the supplier.
ALTER TABLE suppliers ADD COLUMN key_refused_at TEXT;

-- Webhooks whose sender was not proven, since the last webhook with a proven sender. A path has at
-- most one row, because strangers can send such webhooks.
CREATE TABLE unproven_webhooks (
  path TEXT PRIMARY KEY,
  -- The shop counts up to three.
  count INTEGER NOT NULL,
  -- When the last one arrived. Not updated within an hour, because D1 bills each written row.
  last_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
