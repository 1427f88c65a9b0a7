-- Suppliers: eSIM profiles that are bought when an order is paid.

-- What the shop knows about each supplier that has ever been in SUPPLIERS.
CREATE TABLE suppliers (
  id TEXT PRIMARY KEY,
  -- 1: it is in SUPPLIERS. The scheduled job copies the setting, so that queries can read it.
  is_on INTEGER NOT NULL,
  -- Calls in the last minute in which there was one: ISO 8601 up to the minute.
  minute TEXT NOT NULL DEFAULT '',
  calls INTEGER NOT NULL DEFAULT 0,
  -- What is left in the shop's account there. NULL: unknown, or paid by invoice.
  balance_minor INTEGER,
  balance_currency TEXT,
  balance_at TEXT,
  -- What the last order cost that was refused because the account was empty. NULL: none was, or
  -- the balance has been enough since.
  missing_minor INTEGER
) STRICT, WITHOUT ROWID;

-- Where a plan can be bought.
CREATE TABLE tariff_sources (
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  -- A supplier's id, or `stock`: the shop's own profiles. They need no row: without one they are
  -- available with priority 0.
  supplier TEXT NOT NULL,
  -- The supplier's code of the plan; '' for `stock`.
  plan_code TEXT NOT NULL,
  -- The lowest number comes first.
  priority INTEGER NOT NULL,
  -- What the shop pays. NULL: unknown.
  cost_minor INTEGER,
  cost_currency TEXT,
  -- 0: the supplier does not sell it at present.
  is_available INTEGER NOT NULL DEFAULT 1,
  -- When the supplier's catalogue last had the plan.
  seen_at TEXT NOT NULL,
  PRIMARY KEY (tariff_id, supplier, plan_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX tariff_sources_by_code ON tariff_sources (supplier, plan_code);

-- Attempts to buy what a line of a paid invoice sells, each at one supplier.
CREATE TABLE supplier_orders (
  -- The supplier gets it with the order, so that the order can be searched by it.
  key TEXT PRIMARY KEY,
  invoice_id TEXT NOT NULL,
  line_position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('plan', 'top-up')),
  supplier TEXT NOT NULL,
  plan_code TEXT NOT NULL,
  cost_minor INTEGER,
  cost_currency TEXT,
  -- new: nothing has been bought. sent: it may have been bought, and its reference is unknown.
  -- accepted: bought, the profile is awaited. done: the profile is in `stock`. refused: nothing was
  -- bought. held: like sent, but a person must find out. given-up: a person says that nothing was
  -- bought. returned: the supplier took the profile back.
  status TEXT NOT NULL DEFAULT 'new' CHECK (status IN (
    'new', 'sent', 'accepted', 'done', 'refused', 'held', 'given-up', 'returned')),
  -- The supplier's name of the order. NULL until it has accepted it.
  reference TEXT,
  -- The profile that was bought, or the eSIM that is topped up.
  iccid TEXT,
  -- Why the supplier refused it: `RefusalReason` in src/backend/suppliers/supplier.ts.
  refusal TEXT,
  -- The last failure, for the operator.
  problem TEXT,
  -- Steps since the last one that succeeded.
  tries INTEGER NOT NULL DEFAULT 0,
  -- When the next step is due. NULL: none is.
  next_try_at TEXT,
  -- A worker makes a step until then, and no other one does.
  leased_until TEXT,
  created_at TEXT NOT NULL,
  ended_at TEXT,
  FOREIGN KEY (invoice_id, line_position) REFERENCES invoice_lines (invoice_id, position)
) STRICT, WITHOUT ROWID;
-- A line is bought at one supplier at a time.
CREATE UNIQUE INDEX supplier_orders_open ON supplier_orders (invoice_id, line_position)
  WHERE status IN ('new', 'sent');
CREATE INDEX supplier_orders_by_line ON supplier_orders (invoice_id, line_position);
CREATE INDEX supplier_orders_due ON supplier_orders (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX supplier_orders_held ON supplier_orders (created_at) WHERE status = 'held';
CREATE INDEX supplier_orders_invalid ON supplier_orders (ended_at) WHERE refusal = 'invalid';
CREATE UNIQUE INDEX supplier_orders_by_reference ON supplier_orders (supplier, reference)
  WHERE reference IS NOT NULL;
CREATE INDEX supplier_orders_by_iccid ON supplier_orders (iccid) WHERE iccid IS NOT NULL;

-- A profile whose order is refunded can be returned: the order is due at once.
CREATE TRIGGER return_profiles_of_refunded_invoice AFTER UPDATE OF status ON invoices
WHEN NEW.status = 'refunded' AND OLD.status <> 'refunded'
BEGIN
  UPDATE supplier_orders SET next_try_at = NEW.created_at
  WHERE invoice_id = NEW.id AND kind = 'plan' AND status = 'done';
END;
