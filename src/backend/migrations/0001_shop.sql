-- Money is integer minor units, data is MB (NULL: unlimited), times are ISO 8601 UTC text.

CREATE TABLE countries (
  code TEXT PRIMARY KEY CHECK (code GLOB '[a-z][a-z]'),
  title_en TEXT NOT NULL,
  title_ru TEXT NOT NULL,
  aliases TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(aliases)),
  -- 1 is the most popular; NULL: not ranked.
  popularity INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX countries_by_popularity ON countries (popularity) WHERE popularity IS NOT NULL;

CREATE TABLE regions (
  country_code TEXT NOT NULL REFERENCES countries (code),
  ident TEXT NOT NULL,
  title_en TEXT NOT NULL,
  title_ru TEXT NOT NULL,
  PRIMARY KEY (country_code, ident)
) STRICT, WITHOUT ROWID;

CREATE TABLE operators (
  ident TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  -- Lower case, for prefix search.
  search_title TEXT NOT NULL,
  website TEXT,
  support_phone TEXT,
  support_email TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX operators_by_search_title ON operators (search_title);

CREATE TABLE tariffs (
  id TEXT PRIMARY KEY,
  operator_ident TEXT NOT NULL REFERENCES operators (ident),
  kind TEXT NOT NULL CHECK (kind IN ('country', 'region', 'multi')),
  -- JSON array of codes; one code for kinds country and region.
  country_codes TEXT NOT NULL CHECK (json_valid(country_codes)),
  region_ident TEXT,
  world_region TEXT,
  market TEXT NOT NULL CHECK (market IN ('travel', 'russia')),
  traffic_mb INTEGER CHECK (traffic_mb > 0),
  fair_use_threshold_mb INTEGER,
  fair_use_speed_kbps INTEGER,
  validity_days INTEGER NOT NULL CHECK (validity_days > 0),
  price_usd INTEGER NOT NULL CHECK (price_usd >= 0),
  price_rub INTEGER NOT NULL CHECK (price_rub >= 0),
  minutes INTEGER,
  sms INTEGER,
  unlimited_apps TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unlimited_apps)),
  -- JSON: [{ countryCode2Letters, networks: [{ title, generations }] }]
  networks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(networks)),
  hotspot TEXT NOT NULL DEFAULT 'unknown' CHECK (hotspot IN ('yes', 'no', 'limited', 'unknown')),
  top_up INTEGER,
  kyc INTEGER,
  apn TEXT,
  -- 0: no longer sold, but needed for past orders.
  is_listed INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

-- The places where a plan is listed. A place is a country (`tr`), a region of it (`ru/mow`), a
-- world region (`europe`) or `all`. Every list page reads one place in the order of one index, so
-- its cost does not grow with the catalogue.
CREATE TABLE placements (
  place TEXT NOT NULL,
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  operator_ident TEXT NOT NULL,
  -- Unlimited sorts last by size: 1 000 000 000.
  traffic_mb INTEGER NOT NULL,
  validity_days INTEGER NOT NULL,
  price_usd INTEGER NOT NULL,
  price_rub INTEGER NOT NULL,
  -- Minor units of USD per GB (per day of an unlimited plan).
  unit_price_usd INTEGER NOT NULL,
  in_stock INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (place, tariff_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX placements_by_price ON placements (place, in_stock DESC, price_usd, tariff_id);
CREATE INDEX placements_by_price_down ON placements (place, in_stock DESC, price_usd DESC, tariff_id);
CREATE INDEX placements_by_traffic ON placements (place, in_stock DESC, traffic_mb, price_usd, tariff_id);
CREATE INDEX placements_by_days ON placements (place, in_stock DESC, validity_days, price_usd, tariff_id);
CREATE INDEX placements_by_unit_price ON placements (place, in_stock DESC, unit_price_usd, price_usd, tariff_id);
CREATE INDEX placements_by_operator ON placements (place, operator_ident, in_stock DESC, price_usd, tariff_id);
CREATE INDEX placements_by_tariff ON placements (tariff_id);

-- eSIM profiles. Each row is sold at most once.
CREATE TABLE stock (
  iccid TEXT PRIMARY KEY,
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  smdp_address TEXT NOT NULL,
  matching_id TEXT NOT NULL,
  confirmation_code TEXT,
  mobile_number TEXT,
  is_sample INTEGER NOT NULL DEFAULT 0,
  -- The invoice that the profile was sold to. NULL: in stock.
  invoice_id TEXT REFERENCES invoices (id),
  UNIQUE (smdp_address, matching_id)
) STRICT, WITHOUT ROWID;
-- Partial, because the planner would otherwise read all free profiles through this index.
CREATE UNIQUE INDEX stock_by_invoice ON stock (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX stock_free ON stock (tariff_id, iccid) WHERE invoice_id IS NULL;

CREATE TABLE invoices (
  id TEXT PRIMARY KEY,
  idempotency_key TEXT NOT NULL UNIQUE,
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  email TEXT NOT NULL,
  lang TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'paid', 'success', 'failed', 'refunded')),
  promocode TEXT,
  referral_code TEXT,
  utm TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(utm)),
  created_at TEXT NOT NULL,
  paid_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX invoices_by_email ON invoices (email, created_at);

-- Payment events of the provider. Each event is stored once.
CREATE TABLE payment_events (
  id TEXT PRIMARY KEY,
  invoice_id TEXT NOT NULL REFERENCES invoices (id),
  kind TEXT NOT NULL CHECK (kind IN ('succeeded', 'declined', 'refunded')),
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  received_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_events_by_invoice ON payment_events (invoice_id);

CREATE TABLE esims (
  hash TEXT PRIMARY KEY,
  invoice_id TEXT NOT NULL UNIQUE REFERENCES invoices (id),
  iccid TEXT NOT NULL UNIQUE REFERENCES stock (iccid),
  tariff_id TEXT NOT NULL REFERENCES tariffs (id),
  email TEXT NOT NULL,
  purchased_at TEXT NOT NULL,
  activate_by TEXT NOT NULL,
  -- NULL until the eSIM is first used.
  first_used_at TEXT,
  valid_until TEXT,
  data_used_mb INTEGER NOT NULL DEFAULT 0,
  usage_as_of TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX esims_by_email ON esims (email, purchased_at);

-- Mail and SMS, written in the transaction that causes them and sent later by a carrier.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('mail', 'sms')),
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  sent_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL;
CREATE INDEX outbox_by_time ON outbox (created_at);

CREATE TABLE faq_questions (
  lang TEXT NOT NULL,
  position INTEGER NOT NULL,
  block_ident TEXT NOT NULL,
  block_title TEXT NOT NULL,
  ident TEXT NOT NULL,
  question TEXT NOT NULL,
  -- JSON array of paragraphs.
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  PRIMARY KEY (lang, position),
  UNIQUE (lang, ident)
) STRICT, WITHOUT ROWID;

CREATE TABLE posts (
  lang TEXT NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  date TEXT NOT NULL,
  -- Markdown.
  body TEXT NOT NULL,
  PRIMARY KEY (lang, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX posts_by_date ON posts (lang, date DESC, id);

-- Advice for travellers about a place. `place` has the values of `placements`.
CREATE TABLE place_texts (
  lang TEXT NOT NULL,
  place TEXT NOT NULL,
  networks TEXT NOT NULL,
  install TEXT NOT NULL,
  mind TEXT NOT NULL,
  PRIMARY KEY (lang, place)
) STRICT, WITHOUT ROWID;
