-- Customers, partners, their sessions and sign-in codes, and the partners' rewards. Tokens and
-- codes are stored as hashes.

CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  -- Lower case.
  email TEXT NOT NULL UNIQUE,
  -- PBKDF2, as `iterations:salt:hash`; NULL: signs in by code only.
  password_hash TEXT,
  scope TEXT NOT NULL DEFAULT '["esims"]' CHECK (json_valid(scope)),
  consented_at TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE referrers (
  id TEXT PRIMARY KEY,
  -- E.164.
  phone TEXT NOT NULL UNIQUE,
  -- The value of ?refid= in the partner's link.
  code TEXT NOT NULL UNIQUE,
  agreed_at TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'referrer')),
  subject_id TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The valid sign-in code of each address or phone. The key is a keyed hash of the recipient.
CREATE TABLE codes (
  recipient_key TEXT PRIMARY KEY,
  code_hash TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_by_expiry ON codes (expires_at);

-- Rate limits: the number of actions within an hour.
CREATE TABLE counters (
  key TEXT NOT NULL,
  -- ISO 8601 up to the hour.
  hour TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (key, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX counters_by_hour ON counters (hour);

-- Changes of a partner's balance in cents of USD, with a sign. The balance is the sum of these rows
-- and is not stored.
CREATE TABLE referrer_transactions (
  -- `reward:<invoice>`, `reversal:<invoice>` or `withdrawal:<partner>:<key>`. Each is booked once.
  id TEXT PRIMARY KEY,
  referrer_id TEXT NOT NULL REFERENCES referrers (id),
  type TEXT NOT NULL CHECK (type IN ('reward', 'withdrawal')),
  amount_minor INTEGER NOT NULL,
  payout_details TEXT,
  -- Time at which the operator paid the withdrawal.
  paid_at TEXT,
  created_at TEXT NOT NULL,
  CHECK (type = 'reward' OR amount_minor < 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX referrer_transactions_by_time ON referrer_transactions (referrer_id, created_at DESC, id, type, amount_minor);

-- The plan's price in USD at the time of the order. The reward is a share of this price, in any
-- currency of the order.
ALTER TABLE invoices ADD COLUMN price_usd INTEGER NOT NULL DEFAULT 0;

-- Number of attempts to send the message, and the time of the last one.
ALTER TABLE outbox ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN tried_at TEXT;

-- Usage reports of networks. Each report is stored once.
CREATE TABLE usage_events (
  id TEXT PRIMARY KEY,
  iccid TEXT NOT NULL REFERENCES stock (iccid),
  data_used_mb INTEGER NOT NULL,
  reported_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Paid invoices that wait for delivery.
CREATE INDEX invoices_paid ON invoices (paid_at) WHERE status = 'paid';

-- Reviews of FAQ answers.
CREATE TABLE faq_reviews (
  id TEXT PRIMARY KEY,
  lang TEXT NOT NULL,
  ident TEXT NOT NULL,
  is_helpful INTEGER NOT NULL,
  comment TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX faq_reviews_by_question ON faq_reviews (ident, created_at);
