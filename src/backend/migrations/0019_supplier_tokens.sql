-- Access tokens of suppliers, shared by all workers.
CREATE TABLE supplier_tokens (
  supplier TEXT PRIMARY KEY,
  -- Encrypted with the supplier's secret.
  sealed_token TEXT NOT NULL DEFAULT '',
  expires_at TEXT NOT NULL DEFAULT '',
  -- Until this time only one worker requests a new token.
  claimed_until TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
