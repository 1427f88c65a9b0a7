-- How many eSIMs were delivered in 24 hours, and how fast. One row, written by the scheduled job:
-- pages would otherwise count eSIMs.
CREATE TABLE delivery_counts (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  delivered INTEGER NOT NULL,
  -- Half of them were delivered within this time after the payment. NULL: there was none.
  median_seconds INTEGER,
  counted_at TEXT NOT NULL
) STRICT;
CREATE INDEX esims_by_time ON esims (purchased_at);
