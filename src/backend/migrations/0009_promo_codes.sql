-- Promo codes, the orders that use them, and unpaid orders that expire.

CREATE TABLE promo_codes (
  -- Upper case.
  code TEXT PRIMARY KEY CHECK (code = upper(code)),
  -- Hundredths of a percent: 1250 is 12.5 %. NULL: the code subtracts an amount.
  percent_hundredths INTEGER CHECK (percent_hundredths BETWEEN 1 AND 9999),
  -- JSON: minor units by currency, { "USD": 500 }. NULL: the code subtracts a percentage.
  amounts TEXT CHECK (json_valid(amounts)),
  -- Start: NULL means that the code is valid immediately. End: the first moment at which the code
  -- is not valid, or NULL for no end.
  starts_at TEXT,
  ends_at TEXT,
  -- Maximum number of orders with the code, in total and per customer. NULL: no limit.
  total_limit INTEGER CHECK (total_limit > 0),
  customer_limit INTEGER CHECK (customer_limit > 0),
  -- JSON arrays of the plans, and of the countries whose plans, that the code is valid for. Both
  -- empty: every plan.
  tariff_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tariff_ids)),
  country_codes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(country_codes)),
  created_at TEXT NOT NULL,
  CHECK ((percent_hundredths IS NULL) <> (amounts IS NULL))
) STRICT, WITHOUT ROWID;

-- The code of an order. It counts as a use unless the invoice is expired. An unpaid order therefore
-- returns its use, and a late payment makes it count again.
CREATE TABLE promo_uses (
  invoice_id TEXT PRIMARY KEY REFERENCES invoices (id),
  code TEXT NOT NULL REFERENCES promo_codes (code),
  -- The canonical mailbox of the order's email address.
  customer TEXT NOT NULL,
  -- The reduction in minor units of the invoice's currency.
  reduction_minor INTEGER NOT NULL CHECK (reduction_minor > 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX promo_uses_by_code ON promo_uses (code, customer);

-- Unpaid invoices, which the scheduled job expires. It also cancels the payments of expired
-- invoices and deletes them.
CREATE INDEX invoices_unpaid ON invoices (created_at) WHERE status IN ('processing', 'failed');
CREATE INDEX invoices_expired ON invoices (expired_at) WHERE status = 'expired';
