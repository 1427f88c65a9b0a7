-- Staff correct the balance of partners, and decide about withdrawals.

CREATE TABLE new_referrer_transactions (
  id TEXT PRIMARY KEY,
  referrer_id TEXT NOT NULL REFERENCES referrers (id),
  -- `adjustment`: staff corrected the balance. `rejection`: staff returned a withdrawal to it.
  type TEXT NOT NULL CHECK (
    type IN ('reward', 'reversal', 'withdrawal', 'adjustment', 'rejection')),
  -- Cents of USD, with a sign. The balance is the sum of these rows and is not stored.
  amount_minor INTEGER NOT NULL,
  -- The invoice of a reward or a reversal. NULL for the others and for rows inserted by hand.
  invoice_id TEXT REFERENCES invoices (id),
  -- The withdrawal that a rejection returns, at most once.
  withdrawal_id TEXT UNIQUE REFERENCES new_referrer_transactions (id),
  -- The key of the form that requested a withdrawal.
  idempotency_key TEXT,
  payout_details TEXT,
  -- Times at which staff approved, paid or rejected a withdrawal.
  approved_at TEXT,
  paid_at TEXT,
  rejected_at TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (referrer_id, idempotency_key),
  CHECK (type IN ('reward', 'adjustment', 'rejection') OR amount_minor <= 0),
  CHECK (paid_at IS NULL OR rejected_at IS NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO new_referrer_transactions
  (id, referrer_id, type, amount_minor, invoice_id, idempotency_key, payout_details, approved_at,
    paid_at, created_at)
SELECT id, referrer_id, type, amount_minor, invoice_id, idempotency_key, payout_details, paid_at,
  paid_at, created_at
FROM referrer_transactions;

DROP TABLE referrer_transactions;
ALTER TABLE new_referrer_transactions RENAME TO referrer_transactions;
CREATE INDEX referrer_transactions_by_time ON referrer_transactions
  (referrer_id, created_at DESC, type, id, amount_minor);
CREATE INDEX referrer_transactions_by_invoice ON referrer_transactions (invoice_id)
  WHERE invoice_id IS NOT NULL;
-- Withdrawals that wait for staff.
CREATE INDEX withdrawals_open ON referrer_transactions (created_at)
  WHERE type = 'withdrawal' AND paid_at IS NULL AND rejected_at IS NULL;

-- A number that increases with every change that staff must see before they act on a partner.
CREATE VIEW referrer_versions AS
SELECT r.id AS referrer_id,
  (SELECT count(*) FROM audit a WHERE a.subject_kind = 'partner' AND a.subject_id = r.id)
  + (SELECT count(*) + count(t.approved_at) + count(t.paid_at) + count(t.rejected_at)
    FROM referrer_transactions t WHERE t.referrer_id = r.id) AS version
FROM referrers r;
