-- Browsers that have signed in to an account. Limits that strangers can exhaust do not apply to
-- them. The key is a keyed hash of the account's address or phone and of the browser's nonce.
CREATE TABLE known_browsers (
  browser_key TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX known_browsers_by_expiry ON known_browsers (expires_at);
