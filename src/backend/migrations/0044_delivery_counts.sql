-- The number of eSIMs delivered in 24 hours, and their median delivery time. The scheduled job
-- writes the only row. Without it, pages would count eSIMs.
CREATE TABLE delivery_counts (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  delivered INTEGER NOT NULL,
  -- Median time from payment to delivery. NULL: no eSIM was delivered.
  median_seconds INTEGER,
  counted_at TEXT NOT NULL
) STRICT;
CREATE INDEX esims_by_time ON esims (purchased_at);
