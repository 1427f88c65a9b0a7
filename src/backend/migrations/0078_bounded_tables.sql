-- Ids grow with time, so the rows of an hour can be counted without reading them.
CREATE TABLE new_rate_limits (
  id INTEGER PRIMARY KEY,
  action TEXT NOT NULL,
  -- A keyed hash.
  subject TEXT NOT NULL,
  -- ISO 8601 up to the hour. Limits of a day have the hour 24.
  hour TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (action, hour, subject)
) STRICT;

INSERT INTO new_rate_limits (action, subject, hour, count)
SELECT action, subject, hour, count FROM rate_limits;

DROP TABLE rate_limits;
ALTER TABLE new_rate_limits RENAME TO rate_limits;
CREATE INDEX rate_limits_by_hour ON rate_limits (hour);

-- The scheduled job deletes sessions that ended because nobody used them.
CREATE INDEX sessions_by_use ON sessions (used_at);
