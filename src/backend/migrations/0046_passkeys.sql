-- Passkeys that confirm the withdrawals of partners.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  -- base64url, as browsers send it.
  credential_id TEXT NOT NULL UNIQUE,
  referrer_id TEXT NOT NULL REFERENCES referrers (id),
  name TEXT NOT NULL,
  -- COSE, as base64url.
  public_key TEXT NOT NULL,
  -- The last signature counter. Passkeys that are synced between devices always send 0.
  counter INTEGER NOT NULL,
  -- A JSON list: `["internal", "hybrid"]`
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  added_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_referrer ON passkeys (referrer_id, added_at);

-- The last challenge of each session and purpose, until it is used. The database has its hash.
CREATE TABLE passkey_challenges (
  session_id TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('add', 'settings', 'withdrawal')),
  challenge_hash TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (session_id, purpose)
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- Reports of partners who lost all their passkeys. The passkeys end at `ends_at`. The use of a
-- passkey deletes the row.
CREATE TABLE passkey_recoveries (
  referrer_id TEXT PRIMARY KEY REFERENCES referrers (id),
  requested_at TEXT NOT NULL,
  ends_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_recoveries_by_end ON passkey_recoveries (ends_at);

-- Time at which a passkey last opened the passkey settings in this session.
ALTER TABLE sessions ADD COLUMN passkey_at TEXT;
