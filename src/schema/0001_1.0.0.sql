-- The tables of the shop, by feature. Money is an integer in minor units of its currency, data is
-- MB, times are ISO 8601 text in UTC, days are dates in UTC such as 2026-11-22. 1 is yes and 0 is
-- no. JSON has its form in a comment. Each index names the query that needs it.


-- Settings and state ---------------------------------------------------------------------------

-- Values that the shop remembers, in JSON.
-- archive: the file that `npm run shop -- archive` is writing, and the ids of its orders.
-- charge-search: the search for charges that the ledger lacks, until it ends.
-- content-version: a number that increases with every change of public pages. The shop renders
--   stored pages of an older version again.
-- delivery-counts: the eSIMs delivered in 24 hours. Without it, pages would count eSIMs.
-- last-round: when scheduled jobs last ended, and since when a job has failed in every round. If
--   the trigger never runs, the last round is as old as the shop.
-- question-order: the order of questions in their topics by ident, as staff set it. Other questions
--   come last, in the order of the files.
-- vat-rates: the VAT rates by country that an owner has confirmed (src/orders/vat-rates.ts).
-- stock-check: when the shop last looked for plans that sell out soon.
CREATE TABLE state (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;
INSERT INTO state (name, value) VALUES
  ('content-version', '0'),
  ('last-round',
    json_object('endedAt', strftime('%Y-%m-%dT%H:%M:%fZ'), 'failing', json_object()));

-- The number of actions of a subject, for its limits of an hour or a day.
CREATE TABLE limits (
  -- Ids grow with time, so the rows of an hour can be counted without reading them.
  id INTEGER PRIMARY KEY,
  action TEXT NOT NULL,
  -- A keyed hash.
  subject TEXT NOT NULL,
  -- The last hour in which the actions count, ISO 8601 up to the hour. Limits of a day have the
  -- hour 24. Wrong codes and passwords count for 24 hours.
  last_hour TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (action, last_hour, subject)
) STRICT;
-- The first row of an hour, and the rows of past hours, which are deleted.
CREATE INDEX limits_by_last_hour ON limits (last_hour);

-- Conditions that need the operator's attention, with their start and end.
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY,
  -- `AlertKind` in src/messages/alerts.ts.
  kind TEXT NOT NULL,
  -- The object of the alert, for example the first characters of an invoice's id.
  subject TEXT NOT NULL,
  -- The order that the alert is about. NULL: none.
  order_id TEXT,
  detail TEXT NOT NULL,
  since TEXT NOT NULL,
  -- NULL: the condition lasts.
  ended_at TEXT,
  -- Time of the last notice about this alert, by email and by webhook. NULL: never.
  mailed_at TEXT,
  posted_at TEXT
) STRICT;
-- A condition has at most one open alert.
CREATE UNIQUE INDEX alerts_open ON alerts (kind, subject) WHERE ended_at IS NULL;
-- Alerts that ended lately, for notices and for deletion.
CREATE INDEX alerts_ended ON alerts (ended_at) WHERE ended_at IS NOT NULL;
-- Alerts that can end and begin again are sent once a day.
CREATE INDEX alerts_by_subject ON alerts (kind, subject);

-- What fails again and again, since its last success: payments that cannot be started at a provider
-- (its id), and webhooks whose sender is not proven (their path, because strangers can send them).
CREATE TABLE failures (
  subject TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  last_at TEXT NOT NULL,
  -- Why it failed last. Empty for webhooks.
  problem TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;


-- Accounts -------------------------------------------------------------------------------------

-- People who have bought or received an eSIM and can sign in with their email address.
CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  -- Lower case.
  email TEXT NOT NULL UNIQUE,
  -- PBKDF2, as `iterations:salt:hash`. NULL: signs in by code only.
  password_hash TEXT,
  -- JSON list of what the account may see. Empty: the account is closed.
  scope TEXT NOT NULL DEFAULT '["esims"]' CHECK (json_valid(scope)),
  -- JSON: the UTM parameters of the visit that created the account.
  utm TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(utm)),
  consented_at TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- New accounts of a month by campaign.
CREATE INDEX customers_of_campaigns ON customers (created_at) WHERE utm <> '{}';

-- Sessions of customers and partners.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'referrer')),
  -- The id of the customer or partner.
  subject_id TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  -- `Firefox, Android`. Empty: unknown.
  browser TEXT NOT NULL DEFAULT '',
  opened_at TEXT,
  -- The hour of the last use.
  used_at TEXT,
  -- Time at which a passkey last opened the passkey settings in this session.
  passkey_at TEXT,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- The sessions of an account. A new password ends all other sessions.
CREATE INDEX sessions_by_owner ON sessions (subject_id, kind);
-- Sessions to delete: expired ones, and those that nobody uses.
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_use ON sessions (used_at);

-- What a browser must answer: the sign-in code that was sent to a person, or the challenge that a
-- passkey signs. The next one of the same key replaces it.
CREATE TABLE challenges (
  -- Of a code: a keyed hash of the address or phone and of the browser's nonce. Of a passkey: the
  -- purpose and the session.
  key TEXT PRIMARY KEY,
  secret_hash TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Challenges to delete.
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

-- Browsers that have signed in to an account. Limits that strangers can exhaust do not apply to
-- them.
CREATE TABLE known_browsers (
  -- A keyed hash of the account's address or phone and of the browser's nonce.
  browser_key TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Browsers to delete.
CREATE INDEX known_browsers_by_expiry ON known_browsers (expires_at);


-- Plans ----------------------------------------------------------------------------------------

-- Countries (`tr`), and regions of countries (`ru/mow`).
CREATE TABLE places (
  place TEXT PRIMARY KEY CHECK (place GLOB '[a-z][a-z]' OR place GLOB '[a-z][a-z]/?*'),
  -- JSON: titles by language.
  titles TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(titles)),
  -- JSON: other names to search for.
  aliases TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(aliases)),
  -- 1 is the most popular country. NULL: not ranked.
  popularity INTEGER
) STRICT, WITHOUT ROWID;
-- The popular countries of the home page.
CREATE INDEX places_by_popularity ON places (popularity) WHERE popularity IS NOT NULL;

-- Mobile operators.
CREATE TABLE operators (
  ident TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  -- In lower case without accents, for prefix search.
  search_title TEXT NOT NULL,
  website TEXT,
  support_phone TEXT,
  support_email TEXT
) STRICT, WITHOUT ROWID;
-- The search for operators.
CREATE INDEX operators_by_search_title ON operators (search_title);

-- Plans. A plan that is no longer sold stays, because past orders need it.
CREATE TABLE plans (
  id TEXT PRIMARY KEY,
  -- The supplier whose catalogue describes the plan. NULL: the operator's files describe it.
  supplier TEXT,
  operator_ident TEXT NOT NULL REFERENCES operators (ident),
  kind TEXT NOT NULL CHECK (kind IN ('country', 'region', 'multi')),
  -- JSON list of codes; one code for kinds country and region.
  country_codes TEXT NOT NULL CHECK (json_valid(country_codes)),
  region_ident TEXT,
  world_region TEXT,
  market TEXT NOT NULL CHECK (market IN ('travel', 'russia')),
  -- MB. NULL: unlimited.
  traffic_mb INTEGER CHECK (traffic_mb > 0),
  -- The speed of an unlimited plan falls to kbit/s after MB a day. 0 MB: it is never faster.
  fair_use_threshold_mb INTEGER,
  fair_use_speed_kbps INTEGER,
  -- The operator's own sentence about fair use, if it does not state a limit per day.
  fair_use_note TEXT,
  validity_days INTEGER NOT NULL CHECK (validity_days > 0),
  -- The days begin with the first connection to a network, or with the installation.
  starts TEXT NOT NULL DEFAULT 'connection' CHECK (starts IN ('connection', 'installation')),
  minutes INTEGER,
  sms INTEGER,
  -- JSON list of names.
  unlimited_apps TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unlimited_apps)),
  -- JSON: [{ countryCode2Letters, networks: [{ title, generations }] }]
  networks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(networks)),
  hotspot TEXT NOT NULL DEFAULT 'unknown' CHECK (hotspot IN ('yes', 'no', 'limited', 'unknown')),
  -- Whether data can be added, and whether the traveller must prove an identity. NULL: unknown.
  top_up INTEGER,
  kyc INTEGER,
  apn TEXT,
  -- The operator's own sentences about anything else that limits the plan.
  conditions TEXT,
  -- JSON: minor units by currency, { "USD": 1250, "RUB": 115000 }. A plan is not sold in a currency
  -- that is missing.
  prices TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(prices)),
  -- JSON: prices that the operator set for a supplier's plan. They override price rules.
  set_prices TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(set_prices)),
  is_listed INTEGER NOT NULL DEFAULT 1,
  -- 1: the operator's last file lacks the plan. It is not listed, even when staff put it on sale.
  is_gone INTEGER NOT NULL DEFAULT 0,
  -- Time at which staff took the plan off sale. NULL: they did not. Imports and syncs do not put it
  -- back on sale.
  off_sale_at TEXT,
  -- The number of changes of the plan. A form that shows an earlier state is a conflict.
  changes INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
-- The back office lists plans by operator, and those that are off sale.
CREATE INDEX plans_by_operator ON plans (operator_ident, id);
CREATE INDEX plans_off_sale ON plans (id) WHERE is_listed = 0;
CREATE INDEX plans_off_sale_by_country ON plans (country_codes, id) WHERE is_listed = 0;
-- A sync refreshes the plans of suppliers, a file replaces the operator's own.
CREATE INDEX plans_of_suppliers ON plans (id) WHERE supplier IS NOT NULL;
CREATE INDEX plans_of_files ON plans (id) WHERE supplier IS NULL;

-- The places where a plan is listed: a country (`tr`), a region of it (`ru/mow`), a world region
-- (`europe`) or `all`. Every list page reads one place in the order of one index.
CREATE TABLE placements (
  place TEXT NOT NULL,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  operator_ident TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('country', 'region', 'multi')),
  -- The countries of a plan for several, each with a comma: `gr,it,tr,`. NULL: other plans.
  countries TEXT,
  -- Unlimited sorts last by size: 1 000 000 000.
  traffic_mb INTEGER NOT NULL,
  -- MB a day at full speed of an unlimited plan: its limit, or the usual one. NULL: other plans.
  full_speed_mb INTEGER,
  validity_days INTEGER NOT NULL,
  -- The filters that match the plan, as src/kit/plan-sizes.shared.ts defines them. The columns have
  -- a CHECK and are not generated, because SQLite uses no covering index over generated columns.
  traffic_size TEXT NOT NULL CHECK (traffic_size = CASE
    WHEN traffic_mb <= 1024 THEN '1' WHEN traffic_mb <= 5120 THEN '5'
    WHEN traffic_mb <= 10240 THEN '10' WHEN traffic_mb < 1000000000 THEN '30'
    ELSE 'unlimited' END),
  day_range TEXT NOT NULL CHECK (day_range = CASE
    WHEN validity_days <= 7 THEN '7' WHEN validity_days <= 15 THEN '15'
    WHEN validity_days <= 30 THEN '30' ELSE '31' END),
  -- Minor units of the base currency, for the plan, and per GB (per day of an unlimited plan).
  price INTEGER NOT NULL,
  unit_price INTEGER NOT NULL,
  in_stock INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (place, plan_id)
) STRICT, WITHOUT ROWID;
-- Lists of a place, in each sort order, with the columns of the filters. The first also finds the
-- cheapest plan for a country of a trip.
CREATE INDEX placements_by_price ON placements
  (place, in_stock DESC, price, plan_id, operator_ident, traffic_size, day_range, traffic_mb,
    validity_days, full_speed_mb, kind);
CREATE INDEX placements_by_price_down ON placements
  (place, in_stock DESC, price DESC, plan_id, operator_ident, traffic_size, day_range);
CREATE INDEX placements_by_traffic ON placements
  (place, in_stock DESC, traffic_mb, price, plan_id, operator_ident, traffic_size, day_range);
CREATE INDEX placements_by_days ON placements
  (place, in_stock DESC, validity_days, price, plan_id, operator_ident, traffic_size, day_range);
CREATE INDEX placements_by_unit_price ON placements
  (place, in_stock DESC, unit_price, price, plan_id, operator_ident, traffic_size, day_range);
-- Plans of operators in a place, and the operators of a place.
CREATE INDEX placements_by_operator ON placements
  (place, operator_ident, in_stock DESC, price, plan_id, traffic_size, day_range, traffic_mb,
    validity_days, unit_price);
-- The best plan of a country for the home page.
CREATE INDEX placements_popular ON placements (place, unit_price, plan_id)
  WHERE in_stock = 1 AND kind = 'country' AND traffic_mb BETWEEN 5000 AND 21000;
-- The cheapest plan of each size and validity of a place. Plans for one region of a country do not
-- work in the rest of the country, so they are fares of the region only.
CREATE INDEX placements_fares ON placements
  (place, in_stock DESC, traffic_mb, validity_days, price, plan_id, kind)
  WHERE kind <> 'region' OR instr(place, '/') > 0;
-- Plans for several countries of a trip, in each of them.
CREATE INDEX placements_trips ON placements
  (place, in_stock, price, plan_id, traffic_mb, validity_days, full_speed_mb, countries)
  WHERE in_stock = 1 AND countries IS NOT NULL;
-- The places of a plan that changes, and the back office's list of plans that are sold out.
CREATE INDEX placements_by_plan ON placements (plan_id);
CREATE INDEX placements_sold_out ON placements (plan_id) WHERE place = 'all' AND in_stock = 0;

-- Rules that compute the prices of suppliers' plans from their costs. The shop uses the most
-- specific rule: the plan's rule, then the country's, then the supplier's.
CREATE TABLE price_rules (
  id INTEGER PRIMARY KEY,
  -- Empty: any. A rule for a country applies to plans that cover no other country.
  supplier TEXT NOT NULL DEFAULT '',
  country_code TEXT NOT NULL DEFAULT '',
  plan_id TEXT NOT NULL DEFAULT '',
  -- The currency of the price.
  currency TEXT NOT NULL,
  -- The share of the cost to add, in hundredths of a percent: 4000 is 40 %.
  markup_hundredths INTEGER NOT NULL CHECK (markup_hundredths >= 0),
  -- Minor units of `currency`.
  minimum_profit INTEGER NOT NULL DEFAULT 0 CHECK (minimum_profit >= 0),
  -- A price is a multiple of `step` plus `ending`: 100 and 90 give prices such as 12.90.
  step INTEGER NOT NULL DEFAULT 1 CHECK (step > 0),
  ending INTEGER NOT NULL DEFAULT 0 CHECK (ending >= 0 AND ending < step),
  UNIQUE (supplier, country_code, plan_id, currency)
) STRICT;

-- Exchange rates that the operator set. Older rates are not deleted, because they convert the cost
-- of earlier orders.
CREATE TABLE exchange_rates (
  -- `from_minor` minor units of one currency are worth `to_minor` of the other.
  from_currency TEXT NOT NULL,
  from_minor INTEGER NOT NULL CHECK (from_minor > 0),
  to_currency TEXT NOT NULL,
  to_minor INTEGER NOT NULL CHECK (to_minor > 0),
  since TEXT NOT NULL,
  PRIMARY KEY (from_currency, to_currency, since)
) STRICT, WITHOUT ROWID;

-- Files that staff have uploaded and not confirmed yet. They may contain activation codes, so a
-- file is deleted after its import or after an hour.
CREATE TABLE import_drafts (
  id TEXT PRIMARY KEY,
  -- JSON: [{ name, text }]
  files TEXT NOT NULL CHECK (json_valid(files)),
  created_at TEXT NOT NULL
) STRICT;
-- Drafts to delete.
CREATE INDEX import_drafts_by_time ON import_drafts (created_at);

-- What visitors looked for and could not buy, by day. No row is about one visitor.
CREATE TABLE unmet_demand (
  -- `search`, `place` or `tariff`, as in src/plans/demand.shared.ts.
  kind TEXT NOT NULL,
  day TEXT NOT NULL,
  -- A normalised text, a place or the id of a plan.
  subject TEXT NOT NULL,
  -- Visitors of the day. A network counts as one visitor.
  visitors INTEGER NOT NULL,
  PRIMARY KEY (kind, day, subject)
) STRICT, WITHOUT ROWID;
-- Days to delete.
CREATE INDEX unmet_demand_by_day ON unmet_demand (day);

-- Who gets one email when a place or plan is on sale again. The email deletes the row.
CREATE TABLE stock_alerts (
  -- The secret of the link that confirms the address.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('place', 'tariff')),
  -- A country or region, or the id of a plan, with its title in the person's language and its page.
  subject TEXT NOT NULL,
  title TEXT NOT NULL,
  path TEXT NOT NULL,
  email TEXT NOT NULL,
  lang TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- NULL: the person has not confirmed the address yet, and gets no email.
  confirmed_at TEXT,
  UNIQUE (email, kind, subject)
) STRICT, WITHOUT ROWID;
-- Requests to delete.
CREATE INDEX stock_alerts_by_time ON stock_alerts (created_at);
-- Requests of a place or plan, and those whose place or plan may be on sale.
CREATE INDEX stock_alerts_by_subject ON stock_alerts (kind, subject)
  WHERE confirmed_at IS NOT NULL;


-- Payments -------------------------------------------------------------------------------------

-- Attempts to pay an order, each at one provider. The shop looks payments up at their providers, to
-- find lost webhooks.
CREATE TABLE payments (
  -- The provider's idempotency key. A repeated start with this key returns the same payment.
  attempt_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  provider TEXT NOT NULL,
  -- The provider's id of the payment, and the payment page. NULL until the provider has answered.
  reference TEXT,
  url TEXT,
  started_at TEXT NOT NULL,
  -- The payment page stops working at this time.
  expires_at TEXT NOT NULL,
  -- Time at which the payment was closed, because another one was started or its order ended.
  cancelled_at TEXT,
  -- Time of the last attempt to cancel the payment of an expired order. Payments without an attempt
  -- come first.
  cancel_tried_at TEXT,
  -- Time of the next lookup. NULL: the payment cannot change any more, or its provider has no API.
  look_up_at TEXT,
  looked_up_at TEXT,
  -- Failures since the last successful lookup.
  failed_look_ups INTEGER NOT NULL DEFAULT 0,
  -- In this order, because staff search payments by their reference only.
  UNIQUE (reference, provider)
) STRICT, WITHOUT ROWID;
-- The payments of an order.
CREATE INDEX payments_by_order ON payments (order_id, started_at);
-- Payments whose lookup is due.
CREATE INDEX payments_to_look_up ON payments (provider, look_up_at) WHERE look_up_at IS NOT NULL;

-- Reports of providers. Each is stored once. Rows are never deleted. A row changes in three ways: a
-- fact of an unknown payment gets its order, a refund gets its row, and a charge gets its fee.
CREATE TABLE payment_facts (
  provider TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (
    kind IN ('charged', 'declined', 'refunded', 'refund-failed', 'disputed', 'dispute-won',
      'dispute-lost')),
  -- The provider's own id of the charge, refund or dispute. A refund that failed at the bank, and
  -- the end of a dispute, have the id of the refund or dispute.
  id TEXT NOT NULL,
  reference TEXT NOT NULL,
  -- NULL: the fact matches no order.
  order_id TEXT REFERENCES orders (id),
  -- The refund that the fact reports. NULL: another kind of fact, or it matches no order.
  refund_id TEXT,
  -- Time at which the fact got its order. NULL: it had one from the start, or has none.
  matched_at TEXT,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  -- The provider's fee for a charge, and the time at which the shop recorded it. NULL: the provider
  -- has not reported it.
  fee_minor INTEGER,
  fee_currency TEXT,
  fee_received_at TEXT,
  at TEXT NOT NULL,
  received_at TEXT NOT NULL,
  PRIMARY KEY (provider, kind, id)
) STRICT, WITHOUT ROWID;
-- The facts of an order.
CREATE INDEX payment_facts_by_order ON payment_facts (order_id);
-- The facts of a payment, and facts that wait for their order.
CREATE INDEX payment_facts_by_reference ON payment_facts (provider, reference);
CREATE INDEX payment_facts_unmatched ON payment_facts (provider, reference) WHERE order_id IS NULL;
-- The money of a month: by its own time, by the time of its record, and fees.
CREATE INDEX payment_facts_by_time ON payment_facts (at);
CREATE INDEX payment_facts_by_record ON payment_facts (received_at);
CREATE INDEX payment_facts_by_fee ON payment_facts (fee_received_at)
  WHERE fee_received_at IS NOT NULL;

-- Refunds: which money goes back to a customer, from which payment, for which lines. Rows follow
-- the facts of their providers: a refund has succeeded when a provider has reported it.
CREATE TABLE refunds (
  -- The idempotency key at the provider, which returns it with its reports.
  id TEXT PRIMARY KEY,
  -- One request has several refunds if it takes several payments, or if a failed one is repeated.
  request_id TEXT NOT NULL,
  order_id TEXT NOT NULL REFERENCES orders (id),
  -- `provider`: the provider reported a refund that the shop did not request. `hand`: staff
  -- recorded money that they returned outside of the providers. `customer`: the customer gave an eSIM
  -- back. The refund is not sent before the supplier has taken the profile back.
  origin TEXT NOT NULL CHECK (origin IN ('staff', 'automatic', 'provider', 'hand', 'customer')),
  -- `sent`: the outcome is unknown, so the shop repeats the request. `cancelled`: the refund will
  -- not be made, because staff decided so, repeated it or made it in another way.
  state TEXT NOT NULL CHECK (state IN ('requested', 'sent', 'succeeded', 'failed', 'cancelled')),
  -- The payment.
  provider TEXT NOT NULL,
  reference TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL,
  -- JSON: the positions of the lines that the refund returns. Empty: it returns no line.
  positions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(positions)),
  -- The provider's id of the refund. NULL: the provider has not made it.
  provider_id TEXT,
  -- The reference of money that staff returned by hand. NULL: another origin.
  transfer TEXT,
  reason TEXT NOT NULL,
  -- `system`, `customer`, the name of a member of staff, or the provider that reported the refund.
  actor TEXT NOT NULL,
  requested_at TEXT NOT NULL,
  -- Time and error of the last request to the provider. NULL: none yet, or it did not fail.
  tried_at TEXT,
  problem TEXT,
  -- Time at which the refund succeeded or failed.
  ended_at TEXT,
  -- Time at which staff said what a refund of the origin `provider` was for. NULL: not yet.
  assigned_at TEXT,
  -- The id of the failed refund that this one replaces.
  retry_of TEXT
) STRICT, WITHOUT ROWID;
-- The refunds of an order. With the state, SQLite prefers it to the index below.
CREATE INDEX refunds_by_order ON refunds (order_id, state);
-- Refunds to request, and failed ones for their alerts.
CREATE INDEX refunds_by_state ON refunds (state, tried_at, requested_at);


-- Supply ---------------------------------------------------------------------------------------

-- The state of each supplier that has ever been in SUPPLIERS.
CREATE TABLE suppliers (
  id TEXT PRIMARY KEY,
  -- 1: it is in SUPPLIERS. The scheduled job copies the setting, so that queries can read it.
  is_on INTEGER NOT NULL DEFAULT 0,
  -- The last minute with a call (ISO 8601 up to the minute), and the number of calls in it.
  minute TEXT NOT NULL DEFAULT '',
  calls INTEGER NOT NULL DEFAULT 0,
  -- The balance of the shop's account at the supplier. NULL: unknown, or the shop pays by invoice.
  balance_minor INTEGER,
  balance_currency TEXT,
  balance_at TEXT,
  -- The cost of the last order that was refused because the account was empty. NULL: no order was
  -- refused, or the balance has covered the cost since.
  missing_minor INTEGER,
  -- The time since which the supplier refuses the shop's key. NULL: the last check of the balance
  -- did not refuse it. Meanwhile the shop sells no plans of the supplier.
  key_refused_at TEXT,
  -- When a supplier changes, its plans are refreshed page by page, because one statement for all of
  -- them takes longer than D1 allows. The last refreshed plan code. NULL: all are refreshed.
  refreshed_to TEXT,
  -- The next hourly sync of the catalogue, the last successful one, and the failures since then.
  -- NULL: the first sync by staff starts the hourly ones.
  sync_at TEXT,
  synced_at TEXT,
  sync_failures INTEGER NOT NULL DEFAULT 0,
  -- The access token that all workers share, encrypted with the supplier's secret. Until
  -- `token_claimed_until`, only one worker requests a new one. Empty: none.
  sealed_token TEXT NOT NULL DEFAULT '',
  token_expires_at TEXT NOT NULL DEFAULT '',
  token_claimed_until TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- Sources of a plan.
CREATE TABLE plan_sources (
  plan_id TEXT NOT NULL REFERENCES plans (id),
  -- A supplier's id, or `stock`: the shop's own profiles. Without a row, they are available with
  -- priority 0.
  supplier TEXT NOT NULL,
  -- The supplier's code of the plan. Empty for `stock`.
  plan_code TEXT NOT NULL,
  -- The lowest number comes first.
  priority INTEGER NOT NULL,
  -- The cost to the shop. NULL: unknown.
  cost_minor INTEGER,
  cost_currency TEXT,
  -- The lowest price that the supplier allows. NULL: any.
  minimum_minor INTEGER,
  minimum_currency TEXT,
  -- Days after the purchase within which a profile must be installed. NULL: unknown.
  activation_days INTEGER,
  -- 0: the supplier does not sell the plan at present.
  is_available INTEGER NOT NULL DEFAULT 1,
  -- Time at which a plan that was out of stock at the supplier is on sale again. NULL: it was not
  -- out of stock.
  back_at TEXT,
  -- Time at which this row last changed. If each sync wrote it, every row would be written each
  -- hour.
  seen_at TEXT NOT NULL,
  PRIMARY KEY (plan_id, supplier, plan_code)
) STRICT, WITHOUT ROWID;
-- A sync compares the plans of a supplier by code. The back office lists them by plan.
CREATE INDEX plan_sources_by_code ON plan_sources (supplier, plan_code);
CREATE INDEX plan_sources_by_supplier ON plan_sources (supplier, plan_id);
-- Plans that are on sale again.
CREATE INDEX plan_sources_back ON plan_sources (back_at) WHERE back_at IS NOT NULL;

-- eSIM profiles. Each row is sold at most once.
CREATE TABLE stock (
  -- Suppliers reuse ICCIDs. An earlier profile whose ICCID a later one has gets a number at the end
  -- (`8943108170010000000/1`), so that usage and top-ups by ICCID reach the later one only.
  iccid TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  smdp_address TEXT NOT NULL,
  matching_id TEXT NOT NULL,
  confirmation_code TEXT,
  mobile_number TEXT,
  is_sample INTEGER NOT NULL DEFAULT 0,
  -- The cost of a profile of the shop's own stock. NULL: unknown, or the profile was bought from a
  -- supplier, and `purchases` has the cost.
  cost_minor INTEGER,
  cost_currency TEXT,
  -- The last time at which a sale leaves a customer the promised days to install the profile. NULL:
  -- no limit.
  sell_by TEXT,
  -- The line that the profile was sold to. NULL: in stock.
  order_id TEXT REFERENCES orders (id),
  line_position INTEGER,
  -- Time since which the profile is not for sale, because it is being returned to its supplier or
  -- is too old. NULL: for sale.
  withdrawn_at TEXT,
  -- Time at which staff marked the profile as faulty, because no phone can install it. It still
  -- belongs to its line.
  faulty_at TEXT
) STRICT, WITHOUT ROWID;
-- An activation code belongs to one profile. The sandbox of a supplier has one code for all of its
-- samples.
CREATE UNIQUE INDEX stock_by_code ON stock
  (smdp_address, matching_id, iif(is_sample = 1, iccid, ''));
-- The next profile to sell.
CREATE INDEX stock_free ON stock (plan_id, iccid) WHERE order_id IS NULL;
-- A line has one profile. Partial, because the planner would otherwise read all free profiles
-- through this index.
CREATE UNIQUE INDEX stock_by_line ON stock (order_id, line_position) WHERE order_id IS NOT NULL;
-- Profiles that become too old, and those that are withdrawn.
CREATE INDEX stock_to_withdraw ON stock (sell_by)
  WHERE sell_by IS NOT NULL AND order_id IS NULL AND withdrawn_at IS NULL;
CREATE INDEX stock_withdrawn ON stock (withdrawn_at) WHERE withdrawn_at IS NOT NULL;

-- Attempts to buy the profile or top-up of a paid line, each at one supplier.
CREATE TABLE purchases (
  -- The order contains this key, so that the supplier can find the order by it.
  key TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
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
  -- The reason for the refusal: `RefusalReason` in src/supply/supplier.ts.
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
  -- Time at which the supplier took the profile back, so that a return does not change the costs of
  -- the month in which the shop bought the profile. NULL: it has not been returned.
  returned_at TEXT,
  FOREIGN KEY (order_id, line_position) REFERENCES order_lines (order_id, position)
) STRICT, WITHOUT ROWID;
-- A line has an open order at only one supplier at a time.
CREATE UNIQUE INDEX supplier_orders_open ON purchases (order_id, line_position)
  WHERE status IN ('new', 'sent');
-- The orders of a line, by the supplier's reference (staff search without the supplier), and of a
-- profile.
CREATE INDEX supplier_orders_by_line ON purchases (order_id, line_position);
CREATE UNIQUE INDEX supplier_orders_by_reference ON purchases (reference, supplier)
  WHERE reference IS NOT NULL;
CREATE INDEX supplier_orders_by_iccid ON purchases (iccid) WHERE iccid IS NOT NULL;
-- Orders whose next step is due.
CREATE INDEX supplier_orders_due ON purchases (next_try_at) WHERE next_try_at IS NOT NULL;
-- Alerts: orders that a person must decide, and refusals.
CREATE INDEX supplier_orders_held ON purchases (created_at) WHERE status = 'held';
CREATE INDEX supplier_orders_invalid ON purchases (ended_at) WHERE refusal = 'invalid';
CREATE INDEX supplier_orders_undeliverable ON purchases (ended_at)
  WHERE refusal IN ('plan-gone', 'out-of-stock');
-- What the shop bought and returned in a month.
CREATE INDEX supplier_orders_by_end ON purchases (ended_at) WHERE status IN ('done', 'returned');
CREATE INDEX supplier_orders_by_return ON purchases (returned_at) WHERE returned_at IS NOT NULL;


-- Partners -------------------------------------------------------------------------------------

-- People who earn a share of the orders that begin with their link. They sign in by phone.
CREATE TABLE partners (
  id TEXT PRIMARY KEY,
  -- E.164.
  phone TEXT NOT NULL UNIQUE,
  -- The value of ?refid= in the partner's link.
  code TEXT NOT NULL UNIQUE,
  -- JSON: the UTM parameters of the visit that created the account.
  utm TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(utm)),
  -- A partner who lost all passkeys reports it. The passkeys end at this time, unless one is used
  -- before.
  passkeys_end_at TEXT,
  -- The end of earlier passkeys, while a later report is pending. When a passkey is used,
  -- `passkeys_end_at` gets this value again.
  passkeys_ended_at TEXT,
  agreed_at TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Passkeys to delete.
CREATE INDEX partners_without_passkeys ON partners (passkeys_end_at)
  WHERE passkeys_end_at IS NOT NULL;
-- The list of partners in the back office, and new partners of a month by campaign.
CREATE INDEX partners_by_time ON partners (created_at, id);
CREATE INDEX partners_of_campaigns ON partners (created_at) WHERE utm <> '{}';

-- Changes of a partner's balance in cents of USD, with a sign. The balance is the sum of these rows
-- and is not stored. An order can get a reward, its reversal and another reward, because facts
-- arrive in any order.
CREATE TABLE partner_transactions (
  id TEXT PRIMARY KEY,
  partner_id TEXT NOT NULL REFERENCES partners (id),
  -- `adjustment`: staff corrected the balance. `rejection`: staff returned a withdrawal to it.
  type TEXT NOT NULL CHECK (
    type IN ('reward', 'reversal', 'withdrawal', 'adjustment', 'rejection')),
  amount_minor INTEGER NOT NULL,
  -- The order of a reward or a reversal. NULL for the others and for rows inserted by hand.
  order_id TEXT REFERENCES orders (id),
  -- The sum of the `reward_base` of the rewarded lines, negative for a reversal. 0 for the others.
  reward_base INTEGER NOT NULL DEFAULT 0,
  -- The withdrawal that a rejection returns, at most once.
  withdrawal_id TEXT UNIQUE REFERENCES partner_transactions (id),
  -- The key of the form that requested a withdrawal.
  idempotency_key TEXT,
  payout_details TEXT,
  created_at TEXT NOT NULL,
  -- Times at which staff approved, paid or rejected a withdrawal.
  approved_at TEXT,
  paid_at TEXT,
  rejected_at TEXT,
  -- Why staff rejected a withdrawal. The partner reads it.
  rejection_reason TEXT CHECK (length(rejection_reason) BETWEEN 1 AND 200),
  UNIQUE (partner_id, idempotency_key),
  CHECK (type IN ('reward', 'adjustment', 'rejection') OR amount_minor <= 0),
  CHECK (paid_at IS NULL OR rejected_at IS NULL)
) STRICT, WITHOUT ROWID;
-- The balance and the history of a partner.
CREATE INDEX partner_transactions_by_time ON partner_transactions
  (partner_id, created_at DESC, type, id, amount_minor);
-- The rewards of an order.
CREATE INDEX partner_transactions_by_order ON partner_transactions (order_id)
  WHERE order_id IS NOT NULL;
-- Withdrawals that wait for staff.
CREATE INDEX withdrawals_open ON partner_transactions (created_at)
  WHERE type = 'withdrawal' AND paid_at IS NULL AND rejected_at IS NULL;

-- Passkeys that confirm the withdrawals of partners.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  -- base64url, as browsers send it.
  credential_id TEXT NOT NULL UNIQUE,
  partner_id TEXT NOT NULL REFERENCES partners (id),
  name TEXT NOT NULL,
  -- COSE, as base64url.
  public_key TEXT NOT NULL,
  -- The last signature counter. Passkeys that are synced between devices always send 0.
  counter INTEGER NOT NULL,
  -- JSON: ["internal", "hybrid"]
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  added_at TEXT NOT NULL,
  used_at TEXT
) STRICT, WITHOUT ROWID;
-- The passkeys of a partner.
CREATE INDEX passkeys_by_partner ON passkeys (partner_id, added_at);


-- Orders ---------------------------------------------------------------------------------------

-- Orders. The state of an order is computed from its lines and from facts that payment providers
-- report.
CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  idempotency_key TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  -- The canonical mailbox of the address. Limits apply to it, because many addresses can lead to one
  -- mailbox.
  mailbox TEXT,
  -- A keyed hash of the visitor's network, for 30 days. Networks that pay are spared when the shop
  -- limits orders. NULL: unknown.
  network TEXT,
  -- Time at which staff corrected the address. The earlier address has a link to the order's page,
  -- so the page no longer links to the eSIMs. NULL: never.
  address_corrected_at TEXT,
  lang TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  -- The VAT in the price, in hundredths of a percent: 2000 is 20 %. NULL: the shop stated no VAT
  -- when the order was placed. A later change of VAT_PERCENT does not change receipts.
  vat_hundredths INTEGER CHECK (vat_hundredths > 0),
  -- The evidence for VAT by country, ISO 3166-1 in lower case: the country of the card or of the
  -- billing address, and that of the visitor's network. The first one that is known decides. NULL:
  -- unknown, or the shop charges no VAT by country.
  card_country TEXT,
  network_country TEXT,
  promocode TEXT,
  -- The voucher that pays a part of the amount, or all of it, and this part. An unpaid order reserves
  -- it, and the fact `charged` of the provider `voucher` takes it.
  voucher_id TEXT REFERENCES vouchers (id),
  voucher_minor INTEGER NOT NULL DEFAULT 0
    CHECK (voucher_minor BETWEEN (voucher_id IS NOT NULL) AND amount_minor * (voucher_id IS NOT NULL)),
  referral_code TEXT,
  -- JSON: the UTM parameters of the visit.
  utm TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(utm)),
  -- The phone that was checked before the order, and fits: the id of a model, or `eid`. NULL: none.
  phone_model TEXT,
  -- A copy of `order_states.status` for indexes. Every transaction that changes the data behind
  -- the state updates this copy.
  status TEXT NOT NULL DEFAULT 'processing' CHECK (
    status IN ('processing', 'failed', 'expired', 'paid', 'success', 'disputed', 'refunded',
      'lost')),
  created_at TEXT NOT NULL,
  paid_at TEXT,
  -- Time at which an unpaid order expired.
  expired_at TEXT,
  -- Time since which staff check the order. The shop does not deliver it, refund it automatically
  -- or show its codes. NULL: the order is not frozen.
  frozen_at TEXT,
  -- When a request for the order last continued its delivery, so that requests cannot repeat it
  -- without limit.
  continued_at TEXT,
  -- Time of the last attempt to refund the order automatically. Orders without an attempt come
  -- first.
  refund_tried_at TEXT,
  -- The consecutive number of the receipt of a paid order, and RECEIPT_PREFIX at the time of the
  -- payment. Numbers begin with 1 and have no gaps. NULL: the order is not paid, or there was no
  -- prefix.
  receipt_number INTEGER,
  receipt_prefix TEXT,
  -- The file in R2 that has the eSIMs, payments and messages of an old order (src/orders/archive.ts).
  -- NULL: the database has them.
  archive TEXT
) STRICT, WITHOUT ROWID;
-- Staff search orders by address.
CREATE INDEX orders_by_email ON orders (email, created_at);
-- The limits of a mailbox: unpaid orders, and eSIMs that it gives back.
CREATE INDEX orders_by_mailbox ON orders (mailbox, created_at);
-- Networks that have paid, and networks that are forgotten.
CREATE INDEX orders_by_network ON orders (network)
  WHERE network IS NOT NULL AND paid_at IS NOT NULL;
CREATE INDEX orders_with_network ON orders (created_at) WHERE network IS NOT NULL;
-- Unpaid orders that hold a use of a promo code.
CREATE INDEX orders_unpaid_with_code ON orders (promocode, created_at)
  WHERE status IN ('processing', 'failed') AND promocode IS NOT NULL;
-- Unpaid orders that reserve money of a voucher.
CREATE INDEX orders_unpaid_with_voucher ON orders (voucher_id, created_at)
  WHERE status IN ('processing', 'failed') AND voucher_id IS NOT NULL;
-- Orders that the scheduled job expires, and expired orders whose payments it cancels.
CREATE INDEX orders_unpaid ON orders (created_at) WHERE status IN ('processing', 'failed');
CREATE INDEX orders_expired ON orders (expired_at) WHERE status = 'expired';
-- Paid orders that wait for delivery.
CREATE INDEX orders_paid ON orders (paid_at) WHERE status = 'paid';
-- The sales, cost and profit of a period.
CREATE INDEX orders_by_payment ON orders (paid_at) WHERE paid_at IS NOT NULL;
-- The next number of a receipt.
CREATE UNIQUE INDEX orders_by_receipt_number ON orders (receipt_number)
  WHERE receipt_number IS NOT NULL;

-- The lines of an order. They are priced and paid together, and delivered separately.
CREATE TABLE order_lines (
  order_id TEXT NOT NULL REFERENCES orders (id),
  position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 10),
  -- `plan`: an eSIM of `plan_id`. `top-up`: data for an eSIM of `plan_id` (`top_ups`).
  kind TEXT NOT NULL DEFAULT 'plan',
  plan_id TEXT NOT NULL REFERENCES plans (id),
  -- In the order's currency. The amounts of the lines add up to the order's amount.
  amount_minor INTEGER NOT NULL,
  -- The plan's price in cents of USD at the time of the order. The partner earns a share of it. 0:
  -- the plan has no price in USD.
  reward_base INTEGER NOT NULL DEFAULT 0,
  -- The recipient of a gift, and the buyer's message. NULL: the eSIM is for the buyer.
  recipient TEXT,
  message TEXT,
  -- The day before which the shop does not deliver the eSIM.
  deliver_on TEXT,
  -- The line that replaced this line. NULL: the line was not replaced.
  replaced_by INTEGER,
  -- Time at which the eSIM of an archived order was delivered. NULL: no eSIM, or it is in `esims`.
  delivered_at TEXT,
  PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;
-- Staff search gifts by recipient.
CREATE INDEX order_lines_by_recipient ON order_lines (recipient) WHERE recipient IS NOT NULL;
-- The costs of a month.
CREATE INDEX order_lines_archived ON order_lines (delivered_at) WHERE delivered_at IS NOT NULL;

-- The data that a line of the kind `top-up` adds, and its eSIM. The line is delivered when a
-- supplier order of the kind `top-up` is `done`.
CREATE TABLE top_ups (
  order_id TEXT NOT NULL,
  line_position INTEGER NOT NULL,
  esim_hash TEXT NOT NULL REFERENCES esims (esim_hash),
  -- The eSIM's supplier, and the supplier's code of the top-up.
  supplier TEXT NOT NULL,
  plan_code TEXT NOT NULL,
  -- MB. NULL: unlimited.
  traffic_mb INTEGER,
  validity_days INTEGER NOT NULL,
  -- The cost at the time of the order.
  cost_minor INTEGER NOT NULL,
  cost_currency TEXT NOT NULL,
  PRIMARY KEY (order_id, line_position),
  FOREIGN KEY (order_id, line_position) REFERENCES order_lines (order_id, position)
) STRICT, WITHOUT ROWID;
-- The top-ups of an eSIM.
CREATE INDEX top_ups_by_esim ON top_ups (esim_hash);

-- Promo codes. A code subtracts a percentage or an amount.
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
  -- JSON lists of the plans, and of the countries whose plans, that the code is valid for. Both
  -- empty: every plan.
  plan_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(plan_ids)),
  country_codes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(country_codes)),
  created_at TEXT NOT NULL,
  CHECK ((percent_hundredths IS NULL) <> (amounts IS NULL))
) STRICT, WITHOUT ROWID;
-- The list of codes in the back office, the newest first.
CREATE INDEX promo_codes_by_time ON promo_codes (created_at DESC, code);

-- The code of an order. It counts as a use when the order is paid. An unpaid order holds a use of a
-- code with a limit in total, for a short time.
CREATE TABLE promo_uses (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  code TEXT NOT NULL REFERENCES promo_codes (code),
  -- The canonical mailbox of the order's email address.
  customer TEXT NOT NULL,
  -- The reduction in minor units of the order's currency.
  reduction_minor INTEGER NOT NULL CHECK (reduction_minor > 0)
) STRICT, WITHOUT ROWID;
-- The limits of a code.
CREATE INDEX promo_uses_by_code ON promo_uses (code, customer);

-- Prepaid codes of an amount. Facts of the provider `voucher`, whose reference is the id, take money
-- from a voucher (`charged`) and return it (`refunded`): `voucher_states` has the rest.
CREATE TABLE vouchers (
  -- The batch and a number. The code is derived from it and CODE_PEPPER.
  id TEXT PRIMARY KEY,
  -- SHA-256 of the code, and its last four characters.
  code_hash TEXT NOT NULL UNIQUE,
  ending TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL,
  -- What staff wrote about the batch.
  note TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The first moment at which no order can begin with it. NULL: no end.
  expires_at TEXT,
  -- Time since which it is worth nothing. Orders that had reserved its money still get it.
  withdrawn_at TEXT
) STRICT, WITHOUT ROWID;
-- The list in the back office, the newest first, and the vouchers of a month.
CREATE INDEX vouchers_by_time ON vouchers (created_at, id);

-- The documents about money that went back after a receipt was issued. Each has a consecutive
-- number without a gap, and none is changed: a credit note whose money came back is cancelled by
-- another document with the next number. The amounts of an order add up to its `credited_minor`.
CREATE TABLE credit_notes (
  -- Counts from 1.
  number INTEGER PRIMARY KEY CHECK (number > 0),
  -- CREDIT_NOTE_PREFIX at the time of the document.
  prefix TEXT NOT NULL,
  order_id TEXT NOT NULL REFERENCES orders (id),
  -- In the currency of the order. Negative: it cancels a credit note, completely or in part.
  amount_minor INTEGER NOT NULL,
  -- The number of the credit note that it cancels. NULL: it is a credit note.
  cancels INTEGER,
  issued_at TEXT NOT NULL,
  CHECK (iif(cancels IS NULL, amount_minor > 0, amount_minor < 0))
) STRICT;
-- The credit notes of an order and of a month.
CREATE INDEX credit_notes_by_order ON credit_notes (order_id, number);
CREATE INDEX credit_notes_by_time ON credit_notes (issued_at);


-- eSIMs ----------------------------------------------------------------------------------------

-- eSIMs that were sold and delivered.
CREATE TABLE esims (
  -- The secret of the eSIM's page. Whoever knows it sees the activation code.
  esim_hash TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  line_position INTEGER NOT NULL,
  iccid TEXT NOT NULL UNIQUE REFERENCES stock (iccid) ON UPDATE CASCADE,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  email TEXT NOT NULL,
  purchased_at TEXT NOT NULL,
  activate_by TEXT NOT NULL,
  -- NULL until the eSIM is first used.
  first_used_at TEXT,
  valid_until TEXT,
  data_used_mb INTEGER NOT NULL DEFAULT 0,
  -- Total MB with top-ups, as the supplier reports it. NULL: the amount of the plan.
  data_limit_mb INTEGER,
  usage_as_of TEXT,
  -- Until this time the shop does not call the supplier again. NULL: it may call at any time.
  usage_fresh_until TEXT,
  -- SupplierUsage.state in src/supply/supplier.ts. NULL: the supplier reports none.
  supplier_state TEXT,
  -- The last step of the installation that the traveller ticked: travellerSteps in
  -- src/esims/operations.ts.
  traveller_step TEXT NOT NULL DEFAULT 'bought'
    CHECK (traveller_step IN ('bought', 'installed', 'landed')),
  -- The time of an email with the last steps before the departure. NULL without a request, and
  -- after the email.
  reminder_at TEXT,
  -- 1: the customer agreed to emails at 80 % and a day before the end.
  has_usage_mails INTEGER NOT NULL DEFAULT 0,
  -- 1: `push_subscriptions` has rows of the eSIM.
  has_push INTEGER NOT NULL DEFAULT 0,
  -- 1: the customer agreed to one email that asks for a review, and has not got it yet.
  has_review_mail INTEGER NOT NULL DEFAULT 0,
  -- Time after which this email is sent because the data is used up. NULL: it is sent after the
  -- last day.
  review_mail_at TEXT,
  -- Until this time the shop does not ask the supplier for top-ups again. The offers of its last
  -- answer are JSON: TopUpOffer[] of src/esims/top-ups.ts.
  top_ups_fresh_until TEXT,
  top_up_offers TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(top_up_offers)),
  UNIQUE (order_id, line_position)
) STRICT, WITHOUT ROWID;
-- The eSIMs of an account.
CREATE INDEX esims_by_email ON esims (email, purchased_at);
-- The number of eSIMs delivered in 24 hours.
CREATE INDEX esims_by_time ON esims (purchased_at);
-- Scheduled jobs: measure usage, write about the end, remind before the departure, ask for reviews,
-- and end push subscriptions.
CREATE INDEX esims_to_measure ON esims (usage_fresh_until)
  WHERE (has_usage_mails = 1 OR has_push = 1) AND usage_fresh_until IS NOT NULL;
CREATE INDEX esims_ending ON esims (valid_until) WHERE has_usage_mails = 1 OR has_push = 1;
CREATE INDEX esims_to_remind ON esims (reminder_at) WHERE reminder_at IS NOT NULL;
CREATE INDEX esims_ended ON esims (valid_until) WHERE has_review_mail = 1;
CREATE INDEX esims_used_up ON esims (review_mail_at) WHERE has_review_mail = 1;
CREATE INDEX esims_with_push ON esims (coalesce(valid_until, activate_by)) WHERE has_push = 1;


-- Reviews --------------------------------------------------------------------------------------

-- Reviews of plans by travellers, written after the end of the plan.
CREATE TABLE reviews (
  id TEXT PRIMARY KEY,
  -- The line of an order that sold the eSIM. The hash of an eSIM can change, but its line cannot.
  order_id TEXT NOT NULL,
  line_position INTEGER NOT NULL,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  -- The country of the plan, or `plan_id` if the plan is for several.
  place TEXT NOT NULL,
  -- 1: the traveller got the eSIM as a gift.
  is_gift INTEGER NOT NULL,
  lang TEXT NOT NULL,
  -- Stars.
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  -- Empty: only a rating.
  text TEXT NOT NULL,
  -- The name that the traveller chose. Empty: none.
  author TEXT NOT NULL,
  written_at TEXT NOT NULL,
  -- Only approved reviews are public.
  status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'approved', 'refused')),
  -- Time at which staff last approved or refused the review.
  decided_at TEXT,
  UNIQUE (order_id, line_position),
  FOREIGN KEY (order_id, line_position) REFERENCES order_lines (order_id, position)
) STRICT, WITHOUT ROWID;
-- The lists of the back office, and the rating of the shop.
CREATE INDEX reviews_by_status ON reviews (status, written_at, rating);
CREATE INDEX reviews_decided ON reviews (status, decided_at);
-- Public lists show reviews with a text, in the language of the page, newest first.
CREATE INDEX reviews_shown ON reviews (lang, written_at) WHERE status = 'approved' AND text <> '';
CREATE INDEX reviews_by_place ON reviews (place, lang, written_at)
  WHERE status = 'approved' AND text <> '';
-- The newest ratings of a country and of a plan.
CREATE INDEX ratings_by_place ON reviews (place, written_at, rating) WHERE status = 'approved';
CREATE INDEX ratings_by_plan ON reviews (plan_id, written_at, rating) WHERE status = 'approved';


-- Texts ----------------------------------------------------------------------------------------

-- Answers to questions, posts of the blog, advice for travellers about places, and legal texts, in
-- each language.
CREATE TABLE texts (
  kind TEXT NOT NULL CHECK (kind IN ('place', 'question', 'post', 'legal', 'mail')),
  lang TEXT NOT NULL,
  -- A place as in placements, the ident of a question, the id of a post, the name of a legal text or
  -- of an email.
  ident TEXT NOT NULL,
  -- JSON: `textContents` in src/texts/editable-texts.ts. What content/ has: NULL for a text that
  -- staff wrote, for legal texts and emails.
  shipped TEXT CHECK (json_valid(shipped)),
  -- JSON: what visitors read. NULL: staff hide the text in this language.
  content TEXT CHECK (json_valid(content)),
  -- The order of questions. New questions come last in their block.
  position INTEGER NOT NULL DEFAULT 1000000,
  PRIMARY KEY (kind, lang, ident)
) STRICT, WITHOUT ROWID;
-- A text in all languages.
CREATE INDEX texts_by_ident ON texts (kind, ident);
-- The list of posts.
CREATE INDEX posts_by_date ON texts (lang, content ->> '$.date' DESC, ident)
  WHERE kind = 'post' AND content IS NOT NULL;

-- The text after each change, by language. The audit has the time and the author.
CREATE TABLE text_versions (
  -- The id of the audit row.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  ident TEXT NOT NULL,
  contents TEXT NOT NULL CHECK (json_valid(contents))
) STRICT, WITHOUT ROWID;

-- Visitors' reviews of answers. Each comment has a row. Reviews without one share a row of the day.
-- Comments are emptied before their rows are deleted.
CREATE TABLE answer_reviews (
  id TEXT PRIMARY KEY,
  lang TEXT NOT NULL,
  ident TEXT NOT NULL,
  is_helpful INTEGER NOT NULL,
  count INTEGER NOT NULL,
  comment TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- The counts of 30 days, and reviews to delete.
CREATE INDEX answer_reviews_by_time ON answer_reviews (created_at);
-- The comments on an answer, and comments to delete.
CREATE INDEX answer_comments ON answer_reviews (ident, created_at) WHERE comment <> '';
CREATE INDEX answer_comments_by_time ON answer_reviews (created_at) WHERE comment <> '';


-- Messages -------------------------------------------------------------------------------------

-- Mail, SMS and events for webhooks, written in the transaction that causes them and sent later.
CREATE TABLE outbox (
  -- The id is also the Idempotency-Key for the carrier, and the `webhook-id` of an event.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('mail', 'sms', 'webhook')),
  -- The purpose of the message: `sign-in-code`, `esim` …
  purpose TEXT NOT NULL,
  -- Identifies the message within its purpose. A repeated key inserts no second message.
  dedupe_key TEXT NOT NULL,
  -- The order that the message is about. NULL: none.
  order_id TEXT,
  -- The address, the phone number, or the id of the webhook.
  recipient TEXT NOT NULL,
  -- The Reply-To address of an email. NULL: SUPPORT_EMAIL.
  reply_to TEXT,
  -- The language of a message of the contact forms.
  lang TEXT,
  -- Of an event: its type.
  subject TEXT NOT NULL DEFAULT '',
  -- The text, or the JSON of an event. Empty: it was deleted after some time.
  body TEXT NOT NULL,
  -- JSON: the content of an email (src/messages/letter.ts). NULL: the message has only the text
  -- in `body`, such as an SMS or an email to the operator.
  letter TEXT CHECK (letter IS NULL OR json_valid(letter)),
  created_at TEXT NOT NULL,
  -- The message is not sent after this time. NULL: it never expires.
  expires_at TEXT,
  -- Number of attempts to send the message, the time of the last one, and the carrier's error.
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at TEXT,
  failure TEXT,
  -- Time at which the shop stopped trying to send the message. NULL: it was sent, or the shop still
  -- tries.
  given_up_at TEXT,
  sent_at TEXT,
  -- The carrier's id of an accepted message.
  reference TEXT,
  -- Time and reason of a bounce, as the carrier reported it. NULL: no bounce was reported.
  bounced_at TEXT,
  bounce_reason TEXT,
  -- The contact message that this email answers. NULL: none.
  answers TEXT,
  -- Time at which staff answered a contact message, or marked it as answered. NULL: the message
  -- waits for an answer.
  answered_at TEXT,
  UNIQUE (purpose, dedupe_key)
) STRICT, WITHOUT ROWID;
-- Messages to send. Those that nobody waits for come later, and messages from visitors last, so
-- that many of them cannot delay an eSIM or a code. First attempts come before others, because
-- messages that fail again and again would delay sign-in codes until they expire.
CREATE INDEX outbox_unsent ON outbox (kind,
  CASE purpose WHEN 'contact-message' THEN 2 WHEN 'review' THEN 1 WHEN 'usage' THEN 1
    WHEN 'stock-alert' THEN 1 ELSE 0 END,
  attempts > 0, created_at)
  WHERE sent_at IS NULL;
-- Alerts: messages that were given up, and bounces.
CREATE INDEX outbox_given_up ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;
CREATE INDEX outbox_bounced ON outbox (bounced_at) WHERE bounced_at IS NOT NULL;
-- A bounce contains the carrier's id of the message, or only its recipient.
CREATE INDEX outbox_by_reference ON outbox (reference) WHERE reference IS NOT NULL;
CREATE INDEX outbox_by_recipient ON outbox (recipient, created_at);
-- The messages of an order, and the answers to a message from a visitor.
CREATE INDEX outbox_by_order ON outbox (order_id, created_at) WHERE order_id IS NOT NULL;
CREATE INDEX outbox_answers ON outbox (answers, created_at) WHERE answers IS NOT NULL;
-- The list of messages from visitors, and old messages of a purpose, which are deleted.
CREATE INDEX outbox_by_purpose ON outbox (purpose, created_at);
-- Old texts, which are emptied.
CREATE INDEX outbox_with_text ON outbox (created_at) WHERE body <> '';

-- Addresses of other systems that get events of the shop: src/messages/webhooks.ts.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  -- JSON: the types of its events.
  events TEXT NOT NULL CHECK (json_valid(events)),
  -- The number of its secret, which is derived from CODE_PEPPER. Until this time, events are signed
  -- with the secret before it too.
  secret_number INTEGER NOT NULL DEFAULT 1,
  old_secret_until TEXT,
  created_at TEXT NOT NULL,
  -- Time at which it was stopped, and who did it: `staff`, or the shop after three days of
  -- `failures`. NULL: it gets events.
  stopped_at TEXT,
  stopped_by TEXT CHECK (stopped_by IN ('staff', 'failures'))
) STRICT, WITHOUT ROWID;

-- Browsers that get push messages about the data and the days of an eSIM. In each of them, a
-- visitor pressed the button for notifications.
CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY,
  esim_hash TEXT NOT NULL REFERENCES esims (esim_hash),
  endpoint TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  -- The shop's public key at the time of the subscription.
  public_key TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (esim_hash, endpoint)
) STRICT;

-- Messages to these browsers. A sent or expired message is emptied. Its key stays, so that no
-- message is written twice.
CREATE TABLE push_messages (
  subscription_id TEXT NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  dedupe_key TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The shop does not send the message after this time.
  expires_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at TEXT,
  sent_at TEXT,
  PRIMARY KEY (subscription_id, dedupe_key)
) STRICT;
-- Messages to send.
CREATE INDEX push_messages_waiting ON push_messages (expires_at) WHERE payload <> '';


-- Office ---------------------------------------------------------------------------------------

-- Keys with which other systems read orders and eSIMs: src/accounts/api-keys.ts. A revoked key is
-- deleted, and the audit keeps its name.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- The first characters of the key, by which people tell keys apart.
  prefix TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE,
  -- JSON: `ApiScope` in src/api/operation.ts.
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  created_at TEXT NOT NULL,
  created_by TEXT NOT NULL,
  -- Time of the last use, up to a minute late. NULL: never.
  used_at TEXT
) STRICT, WITHOUT ROWID;

-- Actions of members of staff. Rows are added in the transaction of their action, and never
-- changed.
CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  -- The key of the form or command. A repeated key takes no effect.
  idempotency_key TEXT NOT NULL UNIQUE,
  -- A keyed hash of what the person entered. A form that was sent before with other input is
  -- refused. NULL in rows of commands that write several transactions.
  input_hash TEXT,
  at TEXT NOT NULL,
  -- The person who signed in, with the name and role at that time.
  staff_subject TEXT NOT NULL,
  staff_name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('support', 'money', 'owner')),
  -- `Action` in src/api/staff.ts.
  action TEXT NOT NULL,
  -- The subject of the action. It is not a foreign key, because unpaid orders are deleted and their
  -- audit rows are not.
  subject_kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  -- JSON: amounts, positions, masked addresses, and the text of a note. No secrets, activation
  -- codes or full addresses.
  details TEXT NOT NULL CHECK (json_valid(details))
) STRICT, WITHOUT ROWID;
-- The history of a subject, and the audit by time.
CREATE INDEX audit_by_subject ON audit (subject_kind, subject_id, at);
CREATE INDEX audit_by_time ON audit (at);
-- The newest notes, for a search.
CREATE INDEX audit_notes ON audit (at) WHERE action = 'note';


-- Views ----------------------------------------------------------------------------------------

-- Suppliers that can deliver: the shop uses them, its account has money, and its key is accepted.
CREATE VIEW open_suppliers AS
SELECT id FROM suppliers
WHERE is_on = 1 AND missing_minor IS NULL AND key_refused_at IS NULL;

-- Sources of plans that can deliver, and profiles for sale.
CREATE VIEW open_sources AS
SELECT s.* FROM plan_sources s JOIN open_suppliers ON open_suppliers.id = s.supplier
WHERE s.is_available = 1;

CREATE VIEW stock_for_sale AS
SELECT * FROM stock WHERE order_id IS NULL AND withdrawn_at IS NULL;

-- Lines with an eSIM, also of archived orders.
CREATE VIEW deliveries AS
SELECT order_id, line_position, purchased_at AS delivered_at FROM esims
UNION ALL
SELECT order_id, position, delivered_at FROM order_lines WHERE delivered_at IS NOT NULL;

-- The cost of each line. It is unknown until the profile or top-up is bought.
CREATE VIEW line_costs AS
SELECT l.order_id, l.position,
  coalesce(s.cost_minor, bought.cost_minor, added.cost_minor) AS cost_minor,
  CASE WHEN s.cost_minor IS NOT NULL THEN s.cost_currency
    WHEN bought.cost_minor IS NOT NULL THEN bought.cost_currency
    ELSE added.cost_currency END AS cost_currency
FROM order_lines l
LEFT JOIN stock s ON s.order_id = l.order_id AND s.line_position = l.position
-- Joins by the profile, because a profile that arrives after a refund is sold to another line.
LEFT JOIN purchases bought ON bought.iccid = s.iccid AND bought.kind = 'plan'
  AND bought.status = 'done'
LEFT JOIN purchases added ON l.kind = 'top-up' AND added.order_id = l.order_id
  AND added.line_position = l.position AND added.kind = 'top-up' AND added.status = 'done';

-- Lines with their states. A line is returned while a requested, sent or succeeded refund covers
-- it, or because another line has replaced it. It waits for its eSIM or data until it is delivered
-- or returned.
CREATE VIEW line_states AS
SELECT *, NOT is_returned AND NOT is_delivered AS is_waiting
FROM (
  SELECT l.*,
    l.replaced_by IS NOT NULL OR EXISTS (SELECT 1 FROM refunds r, json_each(r.positions) covered
      WHERE r.order_id = l.order_id AND covered.value = l.position
        AND r.state IN ('requested', 'sent', 'succeeded')) AS is_returned,
    EXISTS (SELECT 1 FROM refunds r, json_each(r.positions) covered
      WHERE r.order_id = l.order_id AND covered.value = l.position
        AND r.state IN ('requested', 'sent')) AS is_refunding,
    EXISTS (SELECT 1 FROM deliveries d
      WHERE d.order_id = l.order_id AND d.line_position = l.position)
    OR EXISTS (SELECT 1 FROM purchases o
      WHERE o.order_id = l.order_id AND o.line_position = l.position
        AND o.kind = 'top-up' AND o.status = 'done') AS is_delivered,
    EXISTS (SELECT 1 FROM order_lines old JOIN deliveries sent
        ON sent.order_id = old.order_id AND sent.line_position = old.position
      WHERE old.order_id = l.order_id AND old.replaced_by = l.position) AS is_replacement
  FROM order_lines l);

-- eSIMs with their states. The code of an eSIM that is refunded, replaced or frozen is hidden.
-- Suppliers are not asked about an eSIM whose ICCID is reused.
-- `replacement` is the state of the line that replaces it in the end. An eSIM can be topped up if
-- its supplier offered top-ups and can deliver.
CREATE VIEW esim_states AS
SELECT e.*, i.status IN ('refunded', 'lost') OR l.is_returned AS is_refunded, l.is_refunding,
  instr(e.iccid, '/') > 0 AS is_reused,
  l.replaced_by IS NOT NULL AS is_replaced, i.frozen_at IS NOT NULL AS is_frozen,
  EXISTS (SELECT 1 FROM line_states next
    WHERE next.order_id = e.order_id AND next.position = l.replaced_by AND next.is_waiting)
    AS is_awaiting_replacement,
  (WITH RECURSIVE followed (position) AS (
      SELECT l.replaced_by
      UNION SELECT line.replaced_by FROM followed JOIN order_lines line
        ON line.order_id = e.order_id AND line.position = followed.position)
    SELECT CASE WHEN last.is_returned THEN 'returned' WHEN last.is_delivered THEN 'sent'
      ELSE 'awaited' END
    FROM followed JOIN line_states last
      ON last.order_id = e.order_id AND last.position = followed.position
    WHERE last.replaced_by IS NULL) AS replacement,
  EXISTS (SELECT 1 FROM reviews r
    WHERE r.order_id = e.order_id AND r.line_position = e.line_position) AS is_reviewed,
  e.top_up_offers <> '[]' AND instr(e.iccid, '/') = 0 AND i.status NOT IN ('refunded', 'lost')
    AND NOT l.is_returned AND i.frozen_at IS NULL
    AND EXISTS (SELECT 1 FROM purchases o JOIN open_suppliers s ON s.id = o.supplier
      WHERE o.iccid = e.iccid AND o.kind = 'plan' AND o.status = 'done') AS can_top_up
FROM esims e JOIN orders i ON i.id = e.order_id
JOIN line_states l ON l.order_id = e.order_id AND l.position = e.line_position;

-- Facts with the money that the shop holds by them. A refund that failed at the bank and a dispute
-- that was won after its loss took nothing.
CREATE VIEW fact_money AS
SELECT f.*, CASE
  WHEN f.kind = 'charged' THEN f.amount_minor
  WHEN f.kind IN ('refunded', 'dispute-lost') AND NOT EXISTS (SELECT 1 FROM payment_facts back
    WHERE back.provider = f.provider AND back.id = f.id
      AND back.kind = iif(f.kind = 'refunded', 'refund-failed', 'dispute-won'))
    THEN -f.amount_minor
  ELSE 0 END AS kept_minor
FROM payment_facts f;

-- Vouchers with the money that they have paid, less refunds, and that unpaid orders reserve. Less
-- these two, the amount is never negative.
CREATE VIEW voucher_states AS
SELECT v.*,
  (SELECT coalesce(sum(iif(f.kind = 'charged', f.amount_minor, -f.amount_minor)), 0)
    FROM payment_facts f INDEXED BY payment_facts_by_reference
    WHERE f.provider = 'voucher' AND f.reference = v.id) AS paid_minor,
  (SELECT coalesce(sum(i.voucher_minor), 0) FROM orders i
    WHERE i.voucher_id = v.id AND i.status IN ('processing', 'failed')) AS reserved_minor
FROM vouchers v;

-- Failed refunds with the amount that is left to return, and the lines that they would return. A
-- line needs no money any more if another request returns it, or if it was delivered after its
-- automatic refund failed. Nothing is left when all money of the order went back.
CREATE VIEW failed_refunds AS
SELECT r.*, max(0, min(amount_minor, kept_minor,
    iif(positions = '[]', amount_minor, open ->> '$.minor'))) AS left_minor,
  open ->> '$.positions' AS open_positions
FROM (
  SELECT failed.*, (
    SELECT coalesce(sum(m.kept_minor), 0) FROM fact_money m
    WHERE m.order_id = failed.order_id AND m.currency = failed.currency) AS kept_minor, (
    SELECT json_object('minor', coalesce(sum(l.amount_minor), 0),
      'positions', json_group_array(l.position))
    FROM line_states l WHERE l.order_id = failed.order_id
      AND l.position IN (SELECT value FROM json_each(failed.positions))
      AND NOT (failed.origin = 'automatic' AND l.is_delivered)
      AND NOT EXISTS (SELECT 1 FROM refunds other, json_each(other.positions) covered
        WHERE other.order_id = failed.order_id AND other.request_id <> failed.request_id
          AND covered.value = l.position AND other.state IN ('requested', 'sent', 'succeeded'))
    ) AS open
  FROM refunds failed WHERE failed.state = 'failed') r;

-- Sums of an order's facts, lines and refunds. Facts in another currency do not count. Scalar
-- subqueries read the lines, because a join would multiply the facts.
CREATE VIEW order_sums AS
SELECT i.id AS order_id, i.amount_minor, i.expired_at, i.frozen_at IS NOT NULL AS is_frozen,
  count(*) FILTER (WHERE f.kind = 'charged') AS charges,
  coalesce(sum(f.kept_minor) FILTER (WHERE f.kind = 'charged'), 0) AS charged_minor,
  coalesce(sum(-f.kept_minor) FILTER (WHERE f.kind = 'refunded'), 0) AS refunded_minor,
  coalesce(sum(-f.kept_minor) FILTER (WHERE f.kind = 'dispute-lost'), 0) AS lost_minor,
  coalesce(sum(f.kept_minor) FILTER (WHERE f.provider = 'voucher'), 0) AS voucher_minor,
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
  (SELECT coalesce(sum(l.amount_minor), 0) FROM line_states l
    WHERE l.order_id = i.id AND NOT l.is_returned) AS due_minor,
  (SELECT coalesce(sum(l.amount_minor), 0) FROM line_states l
    WHERE l.order_id = i.id AND l.is_returned) AS returned_minor,
  (SELECT count(*) FROM line_states l
    WHERE l.order_id = i.id AND NOT l.is_returned) AS kept_lines,
  (SELECT count(*) FROM line_states l WHERE l.order_id = i.id AND l.is_waiting)
    AS waiting_lines,
  (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
    WHERE r.order_id = i.id AND r.state = 'succeeded' AND r.positions <> '[]')
    AS refunded_for_lines_minor,
  -- Money that went back for no line, which leaves the lines paid. A reported refund counts when
  -- staff have said that it was for none.
  (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
    WHERE r.order_id = i.id AND r.state = 'succeeded' AND r.positions = '[]'
      AND (r.origin <> 'provider' OR r.assigned_at IS NOT NULL)) AS goodwill_minor
FROM orders i
LEFT JOIN fact_money f ON f.order_id = i.id AND f.currency = i.currency
GROUP BY i.id;

-- Only this view computes an order's state. Read it with `WHERE order_id = ?`.
CREATE VIEW order_states AS
SELECT order_id, charged_minor, refunded_minor, lost_minor, back_minor, kept_minor, due_minor,
  returned_minor, open_disputes, waiting_lines, is_frozen,
  CASE
    WHEN back_minor > 0 AND (
      kept_minor <= 0 AND (lost_minor = 0 OR kept_lines = 0)
      OR kept_lines = 0 AND refunded_minor >= returned_minor) THEN 'refunded'
    -- A dispute took what was left of the charges. After the loss of a part the order goes on.
    WHEN lost_minor > 0 AND kept_minor <= max(0, voucher_minor) THEN 'lost'
    WHEN open_disputes > 0 THEN 'disputed'
    WHEN charges > 0 AND charged_minor >= amount_minor THEN
      CASE WHEN waiting_lines = 0 AND refunded_minor >= returned_minor
        THEN 'success' ELSE 'paid' END
    WHEN expired_at IS NOT NULL THEN 'expired'
    WHEN open_declines > 0 THEN 'failed'
    ELSE 'processing'
  END AS status,
  -- Money for no line goes back first for charges above the price, which pay for no line either.
  charges > 0 AND open_disputes = 0 AND kept_minor > 0
    AND kept_minor + max(0, goodwill_minor - max(0, charged_minor - amount_minor)) >= due_minor
    AS is_deliverable,
  -- Charged by mistake, for example twice.
  CASE WHEN charges > 0 THEN max(0,
    charged_minor - lost_minor - due_minor - max(refunded_minor, returned_minor))
    ELSE 0 END AS overcharged_minor,
  -- The returned part of the price on the receipt. Money for no line goes back first for charges
  -- above the price, which are on no receipt.
  max(0, min(amount_minor, max(
    min(refunded_for_lines_minor, back_minor),
    back_minor - max(0, charged_minor - amount_minor)))) AS credited_minor
FROM (
  SELECT *, refunded_minor + lost_minor AS back_minor,
    charged_minor - refunded_minor - lost_minor AS kept_minor
  FROM order_sums);

-- The questions and posts that visitors read.
CREATE VIEW shown_questions AS
SELECT lang, position, content ->> '$.block' AS block_ident,
  content ->> '$.blockTitle' AS block_title, ident, content ->> '$.question' AS question,
  content -> '$.answer' AS answer
FROM texts WHERE kind = 'question' AND content IS NOT NULL;

CREATE VIEW shown_posts AS
SELECT lang, ident AS id, content ->> '$.title' AS title,
  content ->> '$.description' AS description, content ->> '$.date' AS date,
  content ->> '$.body' AS body
FROM texts WHERE kind = 'post' AND content IS NOT NULL;

-- Numbers that increase with every change that staff must see before they act on an order, a
-- partner or a plan. Each part counts rows or times that are only added. Read them with
-- the id of the subject.
CREATE VIEW order_versions AS
SELECT i.id AS order_id,
  (SELECT count(*) FROM audit a WHERE a.subject_kind = 'invoice' AND a.subject_id = i.id)
  + (SELECT count(*) FROM payment_facts f WHERE f.order_id = i.id)
  + (SELECT count(*) + count(r.ended_at) FROM refunds r WHERE r.order_id = i.id)
  + (SELECT count(*) + count(e.first_used_at) FROM esims e WHERE e.order_id = i.id)
  + (SELECT count(*) FROM purchases o
    WHERE o.order_id = i.id AND o.kind = 'top-up' AND o.status = 'done')
  + (i.expired_at IS NOT NULL) AS version
FROM orders i;

CREATE VIEW partner_versions AS
SELECT r.id AS partner_id,
  (SELECT count(*) FROM audit a WHERE a.subject_kind = 'partner' AND a.subject_id = r.id)
  + (SELECT count(*) FROM partner_transactions t WHERE t.partner_id = r.id) AS version
FROM partners r;

CREATE VIEW plan_versions AS
SELECT t.id AS plan_id, t.changes
  + (SELECT count(*) FROM audit a WHERE a.subject_kind = 'plan' AND a.subject_id = t.id) AS version
FROM plans t;


-- Triggers -------------------------------------------------------------------------------------

-- The erasure of a person removes the notes and the reasons that staff typed, because they can
-- contain names and addresses. Nothing else of an audit row is ever changed.
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
WHEN (NEW.id, NEW.idempotency_key, NEW.at, NEW.staff_subject, NEW.staff_name, NEW.role, NEW.action,
    NEW.subject_kind, NEW.subject_id, NEW.input_hash, NEW.details)
  IS NOT (OLD.id, OLD.idempotency_key, OLD.at, OLD.staff_subject, OLD.staff_name, OLD.role,
    OLD.action, OLD.subject_kind, OLD.subject_id, OLD.input_hash,
    json_remove(OLD.details, '$.reason', '$.text'))
BEGIN
  SELECT RAISE(ABORT, 'audit rows are never changed');
END;

CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN
  SELECT RAISE(ABORT, 'audit rows are never deleted');
END;

-- These triggers run in the transaction that first makes an order paid. Two transactions of a
-- database never write at the same time, and a transaction that fails takes no number. A backup
-- inserts orders with their numbers.
CREATE TRIGGER orders_get_receipt_number AFTER UPDATE OF paid_at ON orders
WHEN NEW.paid_at IS NOT NULL AND NEW.receipt_number IS NULL
BEGIN
  UPDATE orders SET receipt_number = (
    SELECT 1 + coalesce(max(receipt_number), 0) FROM orders WHERE receipt_number IS NOT NULL)
  WHERE id = NEW.id;
END;

CREATE TRIGGER paid_orders_get_receipt_number AFTER INSERT ON orders
WHEN NEW.paid_at IS NOT NULL AND NEW.receipt_number IS NULL
BEGIN
  UPDATE orders SET receipt_number = (
    SELECT 1 + coalesce(max(receipt_number), 0) FROM orders WHERE receipt_number IS NOT NULL)
  WHERE id = NEW.id;
END;

-- A row that is inserted here becomes one message for each webhook that wants such events. The
-- triggers below say what happened. An event names no person, and nothing that opens a page.
CREATE VIEW events AS SELECT '' AS type, '' AS subject, '' AS at, '' AS data WHERE false;
CREATE TRIGGER events_reach_webhooks INSTEAD OF INSERT ON events
BEGIN
  INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body, created_at)
  SELECT lower(hex(randomblob(16))), 'webhook', 'webhook', w.id || ' ' || NEW.type || ' ' || NEW.subject,
    w.id, NEW.type, json_object('type', NEW.type, 'timestamp', NEW.at, 'data', json(NEW.data)), NEW.at
  FROM webhooks w, json_each(w.events) e WHERE e.value = NEW.type AND w.stopped_at IS NULL
    AND w.created_at <= NEW.at
  ON CONFLICT (purpose, dedupe_key) DO NOTHING;
END;

CREATE TRIGGER order_paid AFTER UPDATE OF paid_at ON orders
WHEN OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL
BEGIN
  INSERT INTO events VALUES ('order.paid', NEW.id, NEW.paid_at, json_object(
    'order', substr(NEW.id, 1, 10), 'amount', NEW.amount_minor, 'currency', NEW.currency,
    'promoCode', NEW.promocode));
END;

CREATE TRIGGER refund_made AFTER UPDATE OF state ON refunds
WHEN NEW.state = 'succeeded' AND OLD.state <> 'succeeded'
BEGIN
  INSERT INTO events VALUES ('order.refunded', NEW.id, NEW.ended_at, json_object(
    'order', substr(NEW.order_id, 1, 10), 'amount', NEW.amount_minor, 'currency', NEW.currency,
    'provider', NEW.provider));
END;

CREATE TRIGGER refund_reported AFTER INSERT ON refunds WHEN NEW.state = 'succeeded'
BEGIN
  INSERT INTO events VALUES ('order.refunded', NEW.id, NEW.ended_at, json_object(
    'order', substr(NEW.order_id, 1, 10), 'amount', NEW.amount_minor, 'currency', NEW.currency,
    'provider', NEW.provider));
END;

-- An eSIM that comes back from an archive was delivered long ago.
CREATE TRIGGER esim_delivered AFTER INSERT ON esims
WHEN (SELECT archive FROM orders WHERE id = NEW.order_id) IS NULL
BEGIN
  INSERT INTO events VALUES ('esim.delivered', NEW.esim_hash, NEW.purchased_at, json_object(
    'order', substr(NEW.order_id, 1, 10), 'line', NEW.line_position, 'iccid', NEW.iccid,
    'plan', NEW.plan_id));
END;

CREATE TRIGGER esim_activated AFTER UPDATE OF first_used_at ON esims
WHEN OLD.first_used_at IS NULL AND NEW.first_used_at IS NOT NULL
BEGIN
  INSERT INTO events VALUES ('esim.activated', NEW.esim_hash, NEW.first_used_at, json_object(
    'order', substr(NEW.order_id, 1, 10), 'line', NEW.line_position, 'iccid', NEW.iccid,
    'plan', NEW.plan_id));
END;

CREATE TRIGGER dispute_opened AFTER INSERT ON payment_facts WHEN NEW.kind = 'disputed'
BEGIN
  INSERT INTO events VALUES ('dispute.opened', NEW.provider || ' ' || NEW.id, NEW.received_at,
    json_object('order', substr(NEW.order_id, 1, 10), 'amount', NEW.amount_minor, 'currency',
      NEW.currency, 'provider', NEW.provider));
END;

CREATE TRIGGER stock_low AFTER INSERT ON alerts WHEN NEW.kind = 'low-stock'
BEGIN
  INSERT INTO events VALUES ('stock.low', NEW.id, NEW.since, json_object('plan', NEW.subject));
END;

CREATE TRIGGER message_received AFTER INSERT ON outbox WHEN NEW.purpose = 'contact-message'
BEGIN
  INSERT INTO events VALUES ('message.received', NEW.id, NEW.created_at,
    json_object('message', NEW.id));
END;

-- Numbered documents never change or disappear. The number of a deleted document would be given
-- again.
CREATE TRIGGER receipt_numbers_are_never_changed
BEFORE UPDATE OF receipt_number, receipt_prefix, vat_hundredths, card_country, network_country
ON orders
WHEN OLD.receipt_number IS NOT NULL AND (NEW.receipt_number IS NOT OLD.receipt_number
  OR NEW.receipt_prefix IS NOT OLD.receipt_prefix
  OR NEW.vat_hundredths IS NOT OLD.vat_hundredths OR NEW.card_country IS NOT OLD.card_country
  OR NEW.network_country IS NOT OLD.network_country)
BEGIN
  SELECT RAISE(ABORT, 'numbers and VAT of receipts are never changed');
END;

CREATE TRIGGER receipts_are_never_deleted BEFORE DELETE ON orders
WHEN OLD.receipt_number IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'orders with a receipt are never deleted');
END;

CREATE TRIGGER credit_notes_are_never_changed BEFORE UPDATE ON credit_notes
BEGIN
  SELECT RAISE(ABORT, 'credit notes are never changed');
END;

CREATE TRIGGER credit_notes_are_never_deleted BEFORE DELETE ON credit_notes
BEGIN
  SELECT RAISE(ABORT, 'credit notes are never deleted');
END;

-- Closing or opening an account ends its sessions. Anyone who knows the password, or reads the
-- emails, can sign in to a closed account. The session gives no access, and must not become valid
-- when the account is opened again.
CREATE TRIGGER end_sessions_of_closed_account AFTER UPDATE OF scope ON customers
WHEN NEW.scope <> OLD.scope
BEGIN
  DELETE FROM sessions WHERE subject_id = NEW.id AND kind = 'customer';
END;

CREATE TRIGGER plans_count_changes AFTER UPDATE ON plans WHEN NEW.changes = OLD.changes
BEGIN
  UPDATE plans SET changes = changes + 1 WHERE id = NEW.id;
END;

-- The content changes when a plan sells out or is back in stock.
CREATE TRIGGER placements_raise_content_version AFTER UPDATE OF in_stock ON placements
BEGIN
  UPDATE state SET value = value + 1 WHERE name = 'content-version';
END;
