-- Columns for the data that prefixes of ids contained before (`reward:`, `code:`). Tables and
-- columns get the names of the glossary.

ALTER TABLE esims RENAME COLUMN hash TO esim_hash;

CREATE TABLE new_referrer_transactions (
  id TEXT PRIMARY KEY,
  referrer_id TEXT NOT NULL REFERENCES referrers (id),
  type TEXT NOT NULL CHECK (type IN ('reward', 'reversal', 'withdrawal')),
  -- Cents of USD, with a sign. The balance is the sum of these rows and is not stored.
  amount_minor INTEGER NOT NULL,
  -- The invoice of a reward or a reversal. NULL for withdrawals and rows inserted by hand.
  invoice_id TEXT REFERENCES invoices (id),
  -- The key of the form that requested a withdrawal.
  idempotency_key TEXT,
  payout_details TEXT,
  -- Time at which the operator paid the withdrawal.
  paid_at TEXT,
  created_at TEXT NOT NULL,
  -- An invoice has at most one reward and one reversal, and a form has at most one withdrawal. NULL
  -- values are never equal.
  UNIQUE (invoice_id, type),
  UNIQUE (referrer_id, idempotency_key),
  CHECK (type = 'reward' OR amount_minor <= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO new_referrer_transactions
  (id, referrer_id, type, amount_minor, invoice_id, idempotency_key, payout_details, paid_at,
    created_at)
SELECT id, referrer_id,
  CASE WHEN id LIKE 'reversal:%' THEN 'reversal' ELSE type END,
  amount_minor,
  CASE WHEN type = 'reward' THEN
    (SELECT i.id FROM invoices i WHERE i.id = substr(t.id, instr(t.id, ':') + 1)) END,
  CASE WHEN substr(id, 1, length(referrer_id) + 12) = 'withdrawal:' || referrer_id || ':'
    THEN substr(id, length(referrer_id) + 13) END,
  payout_details, paid_at, created_at
FROM referrer_transactions t;

DROP TABLE referrer_transactions;
ALTER TABLE new_referrer_transactions RENAME TO referrer_transactions;
CREATE INDEX referrer_transactions_by_time ON referrer_transactions
  (referrer_id, created_at DESC, type, id, amount_minor);

CREATE TABLE new_outbox (
  -- The id is also the Idempotency-Key for the carrier.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('mail', 'sms')),
  -- The purpose of the message: `sign-in-code`, `esim` …
  purpose TEXT NOT NULL,
  -- Identifies the message within its purpose. A repeated key inserts no second message.
  dedupe_key TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The message is not sent after this time. NULL: it never expires.
  expires_at TEXT,
  sent_at TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at TEXT,
  UNIQUE (purpose, dedupe_key)
) STRICT, WITHOUT ROWID;

INSERT INTO new_outbox
  (id, kind, purpose, dedupe_key, recipient, subject, body, created_at, expires_at, sent_at,
    attempts, tried_at)
SELECT id, kind,
  CASE substr(id, 1, instr(id, ':') - 1)
    WHEN 'code' THEN 'sign-in-code'
    WHEN 'esim' THEN 'esim'
    WHEN 'resend' THEN 'esim-copy'
    WHEN 'notify' THEN 'contact-message'
    WHEN 'withdrawal' THEN 'withdrawal'
    ELSE 'other'
  END,
  CASE WHEN id LIKE 'withdrawal:%' THEN id ELSE substr(id, instr(id, ':') + 1) END,
  recipient, subject, body, created_at,
  -- Sign-in codes are valid for ten minutes.
  CASE WHEN id LIKE 'code:%' THEN strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+10 minutes') END,
  sent_at, attempts, tried_at
FROM outbox;

DROP TABLE outbox;
ALTER TABLE new_outbox RENAME TO outbox;
CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL;
CREATE INDEX outbox_by_time ON outbox (created_at);

-- The number of actions of a subject within an hour. Subjects are keyed hashes.
CREATE TABLE rate_limits (
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- ISO 8601 up to the hour.
  hour TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (action, subject, hour)
) STRICT, WITHOUT ROWID;

INSERT INTO rate_limits (action, subject, hour, count)
SELECT
  CASE substr(key, 1, instr(key, ':') - 1)
    WHEN 'code-from' THEN 'code-from-address'
    WHEN 'code-to' THEN 'code-to-recipient'
    WHEN 'message-from' THEN 'contact-message'
    WHEN 'review-from' THEN 'faq-review'
    ELSE 'password-attempt'
  END,
  substr(key, instr(key, ':') + 1), hour, count
FROM counters;

DROP TABLE counters;
CREATE INDEX rate_limits_by_hour ON rate_limits (hour);

ALTER TABLE codes RENAME TO sign_in_codes;
DROP INDEX codes_by_expiry;
CREATE INDEX sign_in_codes_by_expiry ON sign_in_codes (expires_at);

ALTER TABLE usage_events RENAME TO usage_reports;
