-- Suppliers: eSIM profiles that are bought when an order is paid.

-- The state of each supplier that has ever been in SUPPLIERS.
CREATE TABLE suppliers (
  id TEXT PRIMARY KEY,
  -- 1: it is in SUPPLIERS. The scheduled job copies the setting, so that queries can read it.
  is_on INTEGER NOT NULL,
  -- The last minute with a call (ISO 8601 up to the minute), and the number of calls in it.
  minute TEXT NOT NULL DEFAULT '',
  calls INTEGER NOT NULL DEFAULT 0,
  -- The balance of the shop's account at the supplier. NULL: unknown, or the shop pays by invoice.
  balance_minor INTEGER,
  balance_currency TEXT,
  balance_at TEXT,
  -- The cost of the last order that was refused because the account was empty. NULL: no order was
  -- refused, or the balance has covered the cost since.
  missing_minor INTEGER
) STRICT, WITHOUT ROWID;

-- Sources of a plan.
CREATE TABLE tariff_sources (
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  -- A supplier's id, or `stock`: the shop's own profiles. Without a row, they are available with
  -- priority 0.
  supplier TEXT NOT NULL,
  -- The supplier's code of the plan; '' for `stock`.
  plan_code TEXT NOT NULL,
  -- The lowest number comes first.
  priority INTEGER NOT NULL,
  -- The cost to the shop. NULL: unknown.
  cost_minor INTEGER,
  cost_currency TEXT,
  -- 0: the supplier does not sell the plan at present.
  is_available INTEGER NOT NULL DEFAULT 1,
  -- Time at which this row last changed.
  seen_at TEXT NOT NULL,
  PRIMARY KEY (tariff_id, supplier, plan_code)
) STRICT, WITHOUT ROWID;
CREATE INDEX tariff_sources_by_code ON tariff_sources (supplier, plan_code);

-- Attempts to buy the profile or top-up of a paid line, each at one supplier.
CREATE TABLE supplier_orders (
  -- The order contains this key, so that the supplier can find the order by it.
  key TEXT PRIMARY KEY,
  invoice_id TEXT NOT NULL,
  line_position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('plan', 'top-up')),
  supplier TEXT NOT NULL,
  plan_code TEXT NOT NULL,
  cost_minor INTEGER,
  cost_currency TEXT,
  -- new: nothing was bought. sent: the profile may have been bought, and its reference is unknown.
  -- accepted: the profile was bought and has not arrived yet. done: the profile is in `stock`.
  -- refused: nothing was bought. held: as sent, but a person must decide. given-up: a person has
  -- decided that nothing was bought. returned: the supplier accepted the return of the profile.
  status TEXT NOT NULL DEFAULT 'new' CHECK (status IN (
    'new', 'sent', 'accepted', 'done', 'refused', 'held', 'given-up', 'returned')),
  -- The supplier's reference of the order. NULL until the supplier has accepted the order.
  reference TEXT,
  -- The profile that was bought, or the eSIM that is topped up.
  iccid TEXT,
  -- The reason for the refusal: `RefusalReason` in src/backend/suppliers/supplier.ts.
  refusal TEXT,
  -- The last failure, for the operator.
  problem TEXT,
  -- Steps since the last successful step.
  tries INTEGER NOT NULL DEFAULT 0,
  -- Time at which the next step is due. NULL: no step is due.
  next_try_at TEXT,
  -- Until this time only the worker that holds the lease makes a step.
  leased_until TEXT,
  created_at TEXT NOT NULL,
  ended_at TEXT,
  FOREIGN KEY (invoice_id, line_position) REFERENCES invoice_lines (invoice_id, position)
) STRICT, WITHOUT ROWID;
-- A line has an open order at only one supplier at a time.
CREATE UNIQUE INDEX supplier_orders_open ON supplier_orders (invoice_id, line_position)
  WHERE status IN ('new', 'sent');
CREATE INDEX supplier_orders_by_line ON supplier_orders (invoice_id, line_position);
CREATE INDEX supplier_orders_due ON supplier_orders (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX supplier_orders_held ON supplier_orders (created_at) WHERE status = 'held';
CREATE INDEX supplier_orders_invalid ON supplier_orders (ended_at) WHERE refusal = 'invalid';
CREATE UNIQUE INDEX supplier_orders_by_reference ON supplier_orders (supplier, reference)
  WHERE reference IS NOT NULL;
CREATE INDEX supplier_orders_by_iccid ON supplier_orders (iccid) WHERE iccid IS NOT NULL;

-- The profile of a refunded order can be returned, so its supplier order is due immediately.
CREATE TRIGGER return_profiles_of_refunded_invoice AFTER UPDATE OF status ON invoices
WHEN NEW.status = 'refunded' AND OLD.status <> 'refunded'
BEGIN
  UPDATE supplier_orders SET next_try_at = NEW.created_at
  WHERE invoice_id = NEW.id AND kind = 'plan' AND status = 'done';
END;
