-- Orders with lines, and a ledger: an invoice's state is computed from facts that payment providers
-- report.

-- The lines of an invoice. They are priced and paid together, and delivered separately.
CREATE TABLE invoice_lines (
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 10),
  -- `plan`: an eSIM of `tariff_id`.
  kind TEXT NOT NULL DEFAULT 'plan',
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  -- In the invoice's currency. The amounts of the lines add up to the invoice's amount.
  amount_minor INTEGER NOT NULL,
  -- The plan's price in USD at the time of the order. The partner earns a share of it.
  reward_base INTEGER NOT NULL DEFAULT 0,
  -- The recipient of a gift, and the buyer's message. NULL: the eSIM is for the buyer.
  recipient TEXT,
  message TEXT,
  -- ISO 8601 date in UTC. The shop does not deliver the eSIM before this date.
  deliver_on TEXT,
  -- Time since which the line is returned: the shop refunds it and does not deliver it.
  refund_requested_at TEXT,
  PRIMARY KEY (invoice_id, position)
) STRICT, WITHOUT ROWID;

INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor, reward_base)
SELECT id, 1, tariff_id, amount_minor, reward_base FROM invoices;

-- The line that the profile was sold to.
ALTER TABLE stock ADD COLUMN line_position INTEGER;
UPDATE stock SET line_position = 1 WHERE invoice_id IS NOT NULL;
DROP INDEX stock_by_invoice;
-- Partial, because the planner would otherwise read all free profiles through this index.
CREATE UNIQUE INDEX stock_by_line ON stock (invoice_id, line_position) WHERE invoice_id IS NOT NULL;

CREATE TABLE new_esims (
  esim_hash TEXT PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  line_position INTEGER NOT NULL,
  iccid TEXT NOT NULL UNIQUE REFERENCES stock (iccid),
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  email TEXT NOT NULL,
  purchased_at TEXT NOT NULL,
  activate_by TEXT NOT NULL,
  -- NULL until the eSIM is first used.
  first_used_at TEXT,
  valid_until TEXT,
  data_used_mb INTEGER NOT NULL DEFAULT 0,
  usage_as_of TEXT,
  UNIQUE (invoice_id, line_position)
) STRICT, WITHOUT ROWID;

INSERT INTO new_esims
  (esim_hash, invoice_id, line_position, iccid, tariff_id, email, purchased_at, activate_by,
    first_used_at, valid_until, data_used_mb, usage_as_of)
SELECT esim_hash, invoice_id, 1, iccid, tariff_id, email, purchased_at, activate_by,
  first_used_at, valid_until, data_used_mb, usage_as_of
FROM esims;

DROP TABLE esims;
ALTER TABLE new_esims RENAME TO esims;
CREATE INDEX esims_by_email ON esims (email, purchased_at);

-- Attempts to pay an invoice, each at one provider.
CREATE TABLE payments (
  -- The provider's idempotency key. A repeated start with this key returns the same payment.
  attempt_id TEXT PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  provider TEXT NOT NULL,
  -- The provider's id of the payment, and the payment page. NULL until the provider has answered.
  reference TEXT,
  url TEXT,
  started_at TEXT NOT NULL,
  -- The payment page stops working at this time.
  expires_at TEXT NOT NULL,
  -- Time at which the payment was closed, because another one was started or its order ended.
  cancelled_at TEXT,
  UNIQUE (provider, reference)
) STRICT, WITHOUT ROWID;
CREATE INDEX payments_by_invoice ON payments (invoice_id, started_at);

-- Reports of providers. Each fact is stored once. Rows are never changed or deleted, with one
-- exception: a fact of an unknown payment gets its invoice later.
CREATE TABLE payment_facts (
  provider TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (
    kind IN ('charged', 'declined', 'refunded', 'disputed', 'dispute-won', 'dispute-lost')),
  -- The provider's own id of the charge, refund or dispute.
  id TEXT NOT NULL,
  reference TEXT NOT NULL,
  -- NULL: the fact matches no invoice.
  invoice_id TEXT REFERENCES invoices (id),
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  at TEXT NOT NULL,
  received_at TEXT NOT NULL,
  PRIMARY KEY (provider, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_facts_by_invoice ON payment_facts (invoice_id);
CREATE INDEX payment_facts_unmatched ON payment_facts (provider, reference)
  WHERE invoice_id IS NULL;

-- Before this migration an invoice had one payment, and its events had the format of the provider
-- `generic`.
INSERT INTO payments
  (attempt_id, invoice_id, provider, reference, started_at, expires_at, cancelled_at)
SELECT id, id, 'generic', id, created_at, created_at,
  -- A new payment after a decline sets the invoice to `processing`.
  CASE WHEN status = 'processing' THEN created_at END
FROM invoices;

INSERT INTO payment_facts
  (provider, kind, id, reference, invoice_id, amount_minor, currency, at, received_at)
SELECT 'generic', CASE kind WHEN 'succeeded' THEN 'charged' ELSE kind END, id, invoice_id,
  invoice_id, amount_minor, currency, received_at, received_at
FROM payment_events;

-- Invoices that were paid, declined or refunded by hand have no event.
INSERT INTO payment_facts
  (provider, kind, id, reference, invoice_id, amount_minor, currency, at, received_at)
SELECT 'generic', k.kind, i.id, i.id, i.id, i.amount_minor, i.currency,
  coalesce(i.paid_at, i.created_at), coalesce(i.paid_at, i.created_at)
FROM invoices i
JOIN (SELECT 'charged' AS kind UNION ALL SELECT 'declined' UNION ALL SELECT 'refunded') k
  ON k.kind = 'charged' AND i.status IN ('paid', 'success', 'refunded')
    OR k.kind = 'declined' AND i.status = 'failed'
    OR k.kind = 'refunded' AND i.status = 'refunded'
WHERE NOT EXISTS (SELECT 1 FROM payment_facts f WHERE f.invoice_id = i.id AND f.kind = k.kind);

DROP TABLE payment_events;

DROP INDEX invoices_paid;
ALTER TABLE invoices DROP COLUMN tariff_id;
ALTER TABLE invoices DROP COLUMN reward_base;
ALTER TABLE invoices DROP COLUMN status;
-- Time at which an unpaid invoice became `expired`.
ALTER TABLE invoices ADD COLUMN expired_at TEXT;
-- A copy of `invoice_states.status` for indexes. Every transaction that changes the data behind the
-- state updates this copy.
ALTER TABLE invoices ADD COLUMN status TEXT NOT NULL DEFAULT 'processing' CHECK (
  status IN ('processing', 'failed', 'expired', 'paid', 'success', 'disputed', 'refunded'));
CREATE INDEX invoices_paid ON invoices (paid_at) WHERE status = 'paid';

-- Sums of an invoice's facts and lines. Facts in another currency do not count. Scalar subqueries
-- read the lines, because the planner passes the condition on invoice_id to only one grouped
-- source.
CREATE VIEW invoice_sums AS
SELECT i.id AS invoice_id, i.amount_minor, i.expired_at,
  count(*) FILTER (WHERE f.kind = 'charged') AS charges,
  coalesce(sum(f.amount_minor) FILTER (WHERE f.kind = 'charged'), 0) AS charged_minor,
  coalesce(sum(f.amount_minor) FILTER (WHERE f.kind = 'refunded'), 0) AS refunded_minor,
  coalesce(sum(f.amount_minor) FILTER (WHERE f.kind = 'dispute-lost' AND NOT EXISTS (
    SELECT 1 FROM payment_facts won
    WHERE won.provider = f.provider AND won.kind = 'dispute-won' AND won.id = f.id)), 0)
    AS lost_minor,
  count(*) FILTER (WHERE f.kind = 'disputed' AND NOT EXISTS (
    SELECT 1 FROM payment_facts closed
    WHERE closed.provider = f.provider AND closed.kind IN ('dispute-won', 'dispute-lost')
      AND closed.id = f.id)) AS open_disputes,
  -- A decline counts until its payment is cancelled to start another one.
  count(*) FILTER (WHERE f.kind = 'declined' AND EXISTS (
    SELECT 1 FROM payments p
    WHERE p.provider = f.provider AND p.reference = f.reference AND p.cancelled_at IS NULL))
    AS open_declines,
  -- The price of the lines that are not returned, which the shop may keep.
  (SELECT coalesce(sum(l.amount_minor), 0) FROM invoice_lines l
    WHERE l.invoice_id = i.id AND l.refund_requested_at IS NULL) AS due_minor,
  (SELECT coalesce(sum(l.amount_minor), 0) FROM invoice_lines l
    WHERE l.invoice_id = i.id AND l.refund_requested_at IS NOT NULL) AS returned_minor,
  (SELECT count(*) FROM invoice_lines l
    WHERE l.invoice_id = i.id AND l.refund_requested_at IS NULL) AS kept_lines,
  (SELECT count(*) FROM invoice_lines l
    WHERE l.invoice_id = i.id AND l.refund_requested_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM esims e WHERE e.invoice_id = i.id AND e.line_position = l.position))
    AS waiting_lines
FROM invoices i
LEFT JOIN payment_facts f ON f.invoice_id = i.id AND f.currency = i.currency
GROUP BY i.id;

-- Only this view computes an invoice's state. Read it with `WHERE invoice_id = ?`.
CREATE VIEW invoice_states AS
SELECT invoice_id, charged_minor, refunded_minor, lost_minor, held_minor, due_minor, open_disputes,
  waiting_lines,
  CASE
    WHEN refunded_minor + lost_minor > 0 AND (
      held_minor <= 0
      OR lost_minor > 0 AND held_minor < due_minor
      OR kept_lines = 0 AND refunded_minor >= returned_minor) THEN 'refunded'
    WHEN open_disputes > 0 THEN 'disputed'
    WHEN charges > 0 AND charged_minor >= amount_minor THEN
      CASE WHEN waiting_lines = 0 AND refunded_minor >= returned_minor
        THEN 'success' ELSE 'paid' END
    WHEN expired_at IS NOT NULL THEN 'expired'
    WHEN open_declines > 0 THEN 'failed'
    ELSE 'processing'
  END AS status,
  charges > 0 AND held_minor >= due_minor AND open_disputes = 0 AS is_deliverable,
  -- Charged by mistake, for example twice.
  CASE WHEN charges > 0 THEN max(0,
    charged_minor - lost_minor - due_minor - max(refunded_minor, returned_minor))
    ELSE 0 END AS overcharged_minor
FROM (SELECT *, charged_minor - refunded_minor - lost_minor AS held_minor FROM invoice_sums);

UPDATE invoices SET status = s.status
FROM (SELECT invoice_id, status FROM invoice_states) s WHERE s.invoice_id = invoices.id;

-- Refunds that the shop has requested from a provider, with the actor, the reason and the outcome.
CREATE TABLE refunds (
  -- The provider's idempotency key.
  id TEXT PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  provider TEXT NOT NULL,
  reference TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- `system`, or the operator's name.
  actor TEXT NOT NULL,
  requested_at TEXT NOT NULL,
  -- Time at which the provider accepted or refused the refund. NULL: the outcome is unknown, and
  -- the shop repeats the request.
  accepted_at TEXT,
  refused_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX refunds_by_invoice ON refunds (invoice_id);
CREATE INDEX refunds_open ON refunds (requested_at)
  WHERE accepted_at IS NULL AND refused_at IS NULL;

-- An order can get a reward, its reversal and another reward, because facts arrive in any order.
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
  UNIQUE (referrer_id, idempotency_key),
  CHECK (type = 'reward' OR amount_minor <= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO new_referrer_transactions
  (id, referrer_id, type, amount_minor, invoice_id, idempotency_key, payout_details, paid_at,
    created_at)
SELECT id, referrer_id, type, amount_minor, invoice_id, idempotency_key, payout_details, paid_at,
  created_at
FROM referrer_transactions;

DROP TABLE referrer_transactions;
ALTER TABLE new_referrer_transactions RENAME TO referrer_transactions;
CREATE INDEX referrer_transactions_by_time ON referrer_transactions
  (referrer_id, created_at DESC, type, id, amount_minor);
CREATE INDEX referrer_transactions_by_invoice ON referrer_transactions (invoice_id)
  WHERE invoice_id IS NOT NULL;
