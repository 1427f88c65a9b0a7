-- Top-ups: data that is added to an eSIM that was sold.

-- The top-ups that a supplier offered for an eSIM in its last answer.
CREATE TABLE top_up_offers (
  esim_hash TEXT PRIMARY KEY REFERENCES esims (esim_hash),
  -- JSON: TopUpOffer[] of src/backend/esims/top-up-offers.ts.
  offers TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(offers)),
  -- Until this time the shop does not call the supplier again.
  fresh_until TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The data that a line of the kind `top-up` adds, and its eSIM. The plan of such a line is the
-- eSIM's plan. The line is delivered when a supplier order of the kind `top-up` is `done`.
CREATE TABLE top_ups (
  invoice_id TEXT NOT NULL,
  line_position INTEGER NOT NULL,
  esim_hash TEXT NOT NULL REFERENCES esims (esim_hash),
  -- The eSIM's supplier, and the supplier's code of the top-up.
  supplier TEXT NOT NULL,
  plan_code TEXT NOT NULL,
  -- NULL: unlimited.
  traffic_mb INTEGER,
  validity_days INTEGER NOT NULL,
  -- The cost at the time of the order.
  cost_minor INTEGER NOT NULL,
  cost_currency TEXT NOT NULL,
  PRIMARY KEY (invoice_id, line_position),
  FOREIGN KEY (invoice_id, line_position) REFERENCES invoice_lines (invoice_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX top_ups_by_esim ON top_ups (esim_hash);

-- As in migration 0008. A line also counts as delivered when its top-up was added.
DROP VIEW invoice_states;
DROP VIEW invoice_sums;

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
      SELECT 1 FROM esims e WHERE e.invoice_id = i.id AND e.line_position = l.position)
      AND NOT EXISTS (SELECT 1 FROM supplier_orders o
        WHERE o.invoice_id = i.id AND o.line_position = l.position
          AND o.kind = 'top-up' AND o.status = 'done'))
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

-- As in migration 0026. An added top-up counts too.
DROP VIEW invoice_versions;
CREATE VIEW invoice_versions AS
SELECT i.id AS invoice_id,
  (SELECT count(*) FROM audit a WHERE a.subject_kind = 'invoice' AND a.subject_id = i.id)
  + (SELECT count(*) FROM payment_facts f WHERE f.invoice_id = i.id)
  + (SELECT count(*) + count(r.accepted_at) + count(r.refused_at) FROM refunds r
    WHERE r.invoice_id = i.id)
  + (SELECT count(*) + count(e.first_used_at) FROM esims e WHERE e.invoice_id = i.id)
  + (SELECT count(*) FROM supplier_orders o
    WHERE o.invoice_id = i.id AND o.kind = 'top-up' AND o.status = 'done')
  + (i.expired_at IS NOT NULL) AS version
FROM invoices i;
