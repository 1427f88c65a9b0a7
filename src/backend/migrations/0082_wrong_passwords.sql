-- Wrong passwords of the whole shop, without those from known browsers.
CREATE TABLE wrong_passwords (
  -- ISO 8601 up to the hour.
  hour TEXT NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
