-- The time of the last check for plans that sell out soon. The scheduled job writes the only row.
CREATE TABLE stock_checks (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checked_at TEXT NOT NULL
) STRICT;

-- The shop sends alerts about the stock of a plan once a day. They can end and begin again.
CREATE INDEX alerts_by_subject ON alerts (kind, subject);
