-- Promo codes, the orders that use them, and unpaid orders that expire.

CREATE TABLE promo_codes (
  -- Upper case.
  code TEXT PRIMARY KEY CHECK (code = upper(code)),
  -- Hundredths of a percent: 1250 is 12.5 %. NULL: the code takes amounts off.
  percent_hundredths INTEGER CHECK (percent_hundredths BETWEEN 1 AND 9999),
  -- JSON: minor units by currency, { "USD": 500 }. NULL: the code takes a percentage off.
  amounts TEXT CHECK (json_valid(amounts)),
  -- NULL: valid at once. The end is the first moment it is no longer valid; NULL: no end.
  starts_at TEXT,
  ends_at TEXT,
  -- How many orders may use it, in total and of one customer. NULL: any number.
  total_limit INTEGER CHECK (total_limit > 0),
  customer_limit INTEGER CHECK (customer_limit > 0),
  -- JSON arrays: the plans it is for, and countries whose plans it is for. Both empty: every plan.
  tariff_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tariff_ids)),
  country_codes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(country_codes)),
  created_at TEXT NOT NULL,
  CHECK ((percent_hundredths IS NULL) <> (amounts IS NULL))
) STRICT, WITHOUT ROWID;

-- The code of an order. It counts while the invoice is not expired, so an order that is never paid
-- returns its use, and a payment that arrives late takes it again.
CREATE TABLE promo_uses (
  invoice_id TEXT PRIMARY KEY REFERENCES invoices (id),
  code TEXT NOT NULL REFERENCES promo_codes (code),
  -- The canonical mailbox of the order's email address.
  customer TEXT NOT NULL,
  -- What it took off, in minor units of the invoice's currency.
  reduction_minor INTEGER NOT NULL CHECK (reduction_minor > 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX promo_uses_by_code ON promo_uses (code, customer);

-- Unpaid invoices, to expire them. Expired ones, to cancel their payments and delete them.
CREATE INDEX invoices_unpaid ON invoices (created_at) WHERE status IN ('processing', 'failed');
CREATE INDEX invoices_expired ON invoices (expired_at) WHERE status = 'expired';
