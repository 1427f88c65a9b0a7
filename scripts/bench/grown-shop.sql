-- Fills a shop with orders of three years, and with all that follows from them. The functions
-- size() and now() are the number of orders and the end. key(), order_id() and part() return a key,
-- an id and a number below 1 that follow from their arguments, so that each run inserts the same.
-- Rows are inserted in the order of their keys, which fills the pages of a table.

CREATE TEMP TABLE made AS
WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < size()),
plan (k, id, amount) AS MATERIALIZED (
  SELECT row_number() OVER (ORDER BY id) - 1, id, prices ->> 'USD' FROM plans),
-- Some plans sell better than others.
placed AS MATERIALIZED (SELECT n, (size() - n) * 1095.0 / size() AS age, part('state', n) AS s,
  CAST(part('plan', n) * part('plan', n) * (SELECT count(*) FROM plan) AS INTEGER) AS k FROM number)
SELECT n, order_id(n) AS id, later(now(), -age) AS at, age, plan.id AS plan, plan.amount,
  1 + (n % 5 = 4) AS lines, n / 5 AS buyer, 'buyer-' || (n / 5) || '@example.com' AS email,
  iif(n % 10 = 0, n / 10 % max(1, size() / 50), NULL) AS partner,
  iif(n % 10 = 1, 'CODE' || (n % 20), NULL) AS code, 'cs_live_' || key('payment', n) AS reference,
  CASE WHEN s < 0.03 THEN 'refunded' WHEN s < 0.031 THEN 'lost'
    WHEN s > 0.9 AND age BETWEEN 1 AND 30 THEN 'expired' ELSE 'success' END AS status
FROM placed CROSS JOIN plan ON plan.k = placed.k;

CREATE TEMP TABLE line AS
SELECT made.*, position, 10 * n + position AS m, printf('87%017d', 10 * n + position) AS iccid
FROM made JOIN (SELECT 1 AS position UNION ALL SELECT 2) ON position <= lines;

CREATE TEMP VIEW paid AS SELECT * FROM made WHERE status <> 'expired';
CREATE TEMP VIEW sold AS SELECT * FROM line WHERE status <> 'expired';
CREATE TEMP VIEW refunded AS SELECT * FROM made WHERE status = 'refunded';

INSERT INTO customers (id, email, consented_at, created_at)
SELECT key('customer', buyer), email, min(at), min(at) FROM made GROUP BY buyer ORDER BY 1;

INSERT INTO sessions (id, kind, subject_id, token_hash, browser, opened_at, used_at, expires_at)
SELECT key('session', buyer), 'customer', key('customer', buyer), token_hash('token', buyer),
  'Firefox, Android', now(), now(), later(now(), 60)
FROM made WHERE age < 60 OR buyer = 0 GROUP BY buyer
UNION ALL SELECT key('session', -1), 'referrer', key('partner', 0), token_hash('token', -1), '', now(),
  now(), later(now(), 60);

INSERT INTO known_browsers (browser_key, expires_at)
SELECT key('browser', buyer), later(now(), 1 + buyer % 400) FROM made GROUP BY buyer ORDER BY 1;

INSERT INTO partners (id, phone, code, agreed_at, created_at)
SELECT key('partner', partner), printf('+7913%07d', partner), 'code-' || partner, min(at), min(at)
FROM made WHERE partner IS NOT NULL GROUP BY partner ORDER BY 1;

INSERT INTO passkeys (id, credential_id, partner_id, name, public_key, counter, transports, added_at)
SELECT key('passkey', partner), key('credential', partner), key('partner', partner), 'Phone',
  text(120), 0, '["internal"]', now()
FROM made WHERE partner % 4 = 0 GROUP BY partner ORDER BY 1;

INSERT INTO promo_codes (code, percent_hundredths, total_limit, created_at)
SELECT code, 1000, 1000000, min(at) FROM made WHERE code IS NOT NULL GROUP BY code;

INSERT INTO orders (id, idempotency_key, email, mailbox, network, lang, amount_minor, currency,
  vat_hundredths, promocode, referral_code, utm, status, created_at, paid_at, expired_at,
  receipt_number, receipt_prefix)
SELECT id, key('form', n), email, email, iif(age < 30, key('network', buyer), NULL),
  iif(n % 3 = 0, 'ru', 'en'), amount * lines, 'USD', 2000, code, 'code-' || partner,
  iif(n % 4 = 0, '{"utm_source":"blog","utm_campaign":"spring"}', '{}'), status, at,
  iif(status = 'expired', NULL, at), iif(status = 'expired', later(at, 1), NULL),
  iif(status = 'expired', NULL, n + 1), iif(status = 'expired', NULL, 'A-')
FROM made ORDER BY 1;

INSERT INTO order_lines (order_id, position, plan_id, amount_minor, reward_base, recipient)
SELECT id, position, plan, amount, amount,
  iif(n % 20 = 3, 'friend-' || n || '@example.com', NULL)
FROM line ORDER BY 1;

INSERT INTO payments (attempt_id, order_id, provider, reference, url, started_at, expires_at,
  cancelled_at, looked_up_at)
SELECT key('attempt', n), id, 'stripe', reference,
  'https://checkout.stripe.com/c/pay/' || reference || '#' || text(200), at, later(at, 1),
  iif(status = 'expired', later(at, 1), NULL), at
FROM made ORDER BY 1;

INSERT INTO payment_facts (provider, kind, id, reference, order_id, refund_id, amount_minor,
  currency, fee_minor, fee_currency, fee_received_at, at, received_at)
SELECT 'stripe', kind, substr(kind, 1, 2) || '_' || key('fact', n), reference, id,
  iif(kind = 'refunded', key('refund', n), NULL), amount * lines, 'USD', fee,
  iif(fee IS NULL, NULL, 'USD'), iif(fee IS NULL, NULL, at), later(at, days), later(at, days)
FROM (SELECT *, 'charged' AS kind, 0 AS days, amount * lines / 33 AS fee FROM paid
  UNION ALL SELECT *, 'refunded', 2, NULL FROM refunded
  UNION ALL SELECT *, 'disputed', 40, NULL FROM made WHERE status = 'lost'
  UNION ALL SELECT *, 'dispute-lost', 60, NULL FROM made WHERE status = 'lost')
ORDER BY 1, 2, 3;

INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference, amount_minor,
  currency, positions, provider_id, reason, actor, requested_at, ended_at)
SELECT key('refund', n), key('refund request', n), id, 'staff', 'succeeded', 'stripe', reference,
  amount * lines, 'USD', iif(lines = 1, '[1]', '[1,2]'), 're_' || key('fact', n),
  'The network did not work.', 'mark@shop.example', later(at, 2), later(at, 2)
FROM refunded ORDER BY 1;

INSERT INTO credit_notes (number, prefix, order_id, amount_minor, issued_at)
SELECT row_number() OVER (ORDER BY n), 'C-', id, amount * lines, later(at, 2) FROM refunded;

INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, cost_minor, cost_currency, order_id,
  line_position)
SELECT iccid, plan, 'rsp.example.com', 'SOLD-' || substr(key('code', m), 1, 20),
  iif(m % 3 = 0, amount / 2, NULL), iif(m % 3 = 0, 'USD', NULL), id, position
FROM sold ORDER BY 1;

INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code, cost_minor,
  cost_currency, status, reference, iccid, created_at, ended_at)
SELECT key('purchase', m), id, position, 'plan', 'airalo', 'airalo-' || plan, amount / 2, 'USD',
  'done', 'airalo-' || m, iccid, at, at
FROM sold WHERE m % 3 <> 0 ORDER BY 1;

INSERT INTO esims (esim_hash, order_id, line_position, iccid, plan_id, email, purchased_at,
  activate_by, first_used_at, valid_until, data_used_mb, usage_as_of, supplier_state,
  traveller_step, has_usage_mails, has_review_mail, reminder_at)
SELECT key('esim', m), id, position, iccid, plan, email, at, later(at, 90),
  iif(age > 10, later(at, 10), NULL), iif(age > 10, later(at, 40), NULL), iif(age > 10, 2048, 0),
  iif(age > 10, later(at, 20), NULL), iif(age > 10, 'finished', 'not-installed'),
  iif(age > 10, 'landed', 'bought'), n % 10 = 2 AND age < 40, n % 10 = 5 AND age < 40,
  iif(n % 50 = 7 AND age < 5, later(at, 9), NULL)
FROM sold ORDER BY 1;

-- The job has emptied the texts of mails after 30 days. Every order has three mails.
INSERT INTO outbox (id, kind, purpose, dedupe_key, order_id, recipient, subject, body, letter,
  created_at, attempts, tried_at, sent_at, reference)
SELECT key(purpose, m), 'mail', purpose, id || ':' || m, id, email,
  iif(age < 30, 'Your order at Meridian', ''), iif(age < 30, text(600), ''),
  iif(age < 30, json_object('text', text(1400)), NULL), at, 1, at, at, key('carrier ' || purpose, m)
FROM (SELECT *, 'esim' AS purpose FROM sold
  UNION ALL SELECT *, 'receipt' FROM sold WHERE position = 1
  UNION ALL SELECT *, 'usage' FROM sold WHERE position = 1 AND n % 5 <> 0)
ORDER BY 1;

INSERT INTO promo_uses (order_id, code, customer, reduction_minor)
SELECT id, code, email, 100 FROM made WHERE code IS NOT NULL ORDER BY 1;

INSERT INTO partner_transactions (id, partner_id, type, amount_minor, order_id, reward_base,
  payout_details, created_at, approved_at, paid_at)
SELECT key(type, n), key('partner', partner), type, minor, iif(type = 'withdrawal', NULL, id),
  minor * 10, iif(type = 'withdrawal', 'GB33 BUKB 2020 1555 5555 55', NULL), at, paid_at, paid_at
FROM (SELECT *, 'reward' AS type, amount * lines / 10 AS minor, NULL AS paid_at FROM paid
  UNION ALL SELECT *, 'reversal', -(amount * lines / 10), NULL FROM refunded
  UNION ALL SELECT *, 'withdrawal', -1, iif(age < 3, NULL, later(at, 2)) FROM paid WHERE n % 40 = 0)
WHERE partner IS NOT NULL ORDER BY 1;

INSERT INTO reviews (id, order_id, line_position, plan_id, place, is_gift, lang, rating, text,
  author, written_at, status, decided_at)
SELECT key('review', m), id, position, plan,
  (SELECT country_codes ->> 0 FROM plans WHERE plans.id = plan), 0, iif(n % 3 = 0, 'ru', 'en'),
  1 + n / 10 % 5, iif(n % 40 = 6, 'It worked from the first minute, in the city and beyond.', ''),
  'Anna', later(at, 41), iif(age < 50, 'new', 'approved'), iif(age < 50, NULL, later(at, 42))
FROM sold WHERE status = 'success' AND n % 10 = 6 AND age > 41 ORDER BY 1;

INSERT INTO audit (id, idempotency_key, input_hash, at, staff_subject, staff_name, role, action,
  subject_kind, subject_id, details)
SELECT key('audit', n), key('audit form', n), key('input', n), later(at, 2), key('staff', n % 5),
  'mark@shop.example', 'money', iif(status = 'refunded', 'refund', 'note'), 'invoice', id,
  json_object('text', 'The network did not work.')
FROM made WHERE status = 'refunded' OR n % 50 = 1 ORDER BY 1;

DROP VIEW temp.paid;
DROP VIEW temp.sold;
DROP VIEW temp.refunded;
DROP TABLE temp.line;
DROP TABLE temp.made;
