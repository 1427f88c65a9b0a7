-- Actions of members of staff, and indexes for their searches.

-- Rows are added in the transaction of their action, and never changed.
CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  -- The key of the form or command. A repeated key takes no effect.
  idempotency_key TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  -- The person who signed in, with the name and role at that time.
  staff_subject TEXT NOT NULL,
  staff_name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('support', 'money', 'owner')),
  -- `Action` in src/backend/operations/staff.ts.
  action TEXT NOT NULL,
  -- The subject of the action. It is not a foreign key, because unpaid invoices are deleted and
  -- their audit rows are not.
  subject_kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  -- Amounts, positions and masked addresses. No secrets, activation codes or full addresses.
  details TEXT NOT NULL CHECK (json_valid(details))
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_by_subject ON audit (subject_kind, subject_id, at);
CREATE INDEX audit_by_time ON audit (at);

CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit rows are never changed');
END;
CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit rows are never deleted');
END;

-- Notes have their own table, so that they can be erased with a person's data.
CREATE TABLE invoice_notes (
  -- The id of the audit row.
  id TEXT PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  at TEXT NOT NULL,
  staff_name TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invoice_notes_by_invoice ON invoice_notes (invoice_id, at);

-- A number that increases with every change that staff must see before they act on an order. Each
-- part counts rows or times that are only added. Read it with `WHERE invoice_id = ?`.
CREATE VIEW invoice_versions AS
SELECT i.id AS invoice_id,
  (SELECT count(*) FROM audit a WHERE a.subject_kind = 'invoice' AND a.subject_id = i.id)
  + (SELECT count(*) FROM payment_facts f WHERE f.invoice_id = i.id)
  + (SELECT count(*) + count(r.accepted_at) + count(r.refused_at) FROM refunds r
    WHERE r.invoice_id = i.id)
  + (SELECT count(*) + count(e.first_used_at) FROM esims e WHERE e.invoice_id = i.id)
  + (i.expired_at IS NOT NULL) AS version
FROM invoices i;

-- Staff search orders by address, profile, and references of payments and suppliers.
CREATE INDEX invoices_by_email ON invoices (email, created_at);
CREATE INDEX invoice_lines_by_recipient ON invoice_lines (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX payments_by_reference ON payments (reference) WHERE reference IS NOT NULL;
CREATE INDEX supplier_orders_by_number ON supplier_orders (reference) WHERE reference IS NOT NULL;
CREATE INDEX usage_reports_by_profile ON usage_reports (iccid, reported_at);
