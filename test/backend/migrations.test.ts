import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../support/small-shop.ts'

const isOlder = ({ name }: { readonly name: string }) => name < '0005'

/** Statements of a shop before migration 0005. Later migrations run on its data. */
const oldShop = [
  `INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator')`,
  `INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days, price_usd, price_rub)
  VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, 1000, 90000)`,
  `INSERT INTO invoices (id, idempotency_key, tariff_id, email, lang, amount_minor, currency, created_at)
  VALUES ('invoice-a', 'key-a', 'plan', 'anna@example.com', 'en', 1000, 'USD', '2026-10-01T00:00:00.000Z')`,
  `INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id, invoice_id)
  VALUES ('8910300000000000010', 'plan', 'rsp.example.com', 'CODE', 'invoice-a')`,
  `INSERT INTO esims (hash, invoice_id, iccid, tariff_id, email, purchased_at, activate_by)
  VALUES ('hash-a', 'invoice-a', '8910300000000000010', 'plan', 'anna@example.com', '2026-10-01T00:00:00.000Z', '2026-12-29T00:00:00.000Z')`,
  `INSERT INTO usage_events (id, iccid, data_used_mb, reported_at)
  VALUES ('report-1', '8910300000000000010', 10, '2026-10-02T00:00:00.000Z')`,
  `INSERT INTO referrers (id, phone, code, agreed_at, created_at)
  VALUES ('ref_1', '+79123456789', 'code', '2026-09-01T00:00:00.000Z', '2026-09-01T00:00:00.000Z')`,
  `INSERT INTO referrer_transactions (id, referrer_id, type, amount_minor, payout_details, paid_at, created_at) VALUES
    ('reward:invoice-a', 'ref_1', 'reward', 100, NULL, NULL, '2026-10-01T00:00:00.000Z'),
    ('reversal:invoice-a', 'ref_1', 'reward', -100, NULL, NULL, '2026-10-03T00:00:00.000Z'),
    ('bonus', 'ref_1', 'reward', 5000, NULL, NULL, '2026-10-04T00:00:00.000Z'),
    ('withdrawal:ref_1:key:1', 'ref_1', 'withdrawal', -5000, 'DE00', '2026-10-06T00:00:00.000Z', '2026-10-05T00:00:00.000Z')`,
  `INSERT INTO outbox (id, kind, recipient, body, created_at, sent_at, attempts) VALUES
    ('code:abc:2026-10-01T00:00:00.000Z', 'sms', '+79123456789', '123456', '2026-10-01T00:00:00.000Z', NULL, 3),
    ('esim:invoice-a', 'mail', 'anna@example.com', 'Yours', '2026-10-01T00:00:00.000Z', '2026-10-01T00:00:01.000Z', 1),
    ('resend:hash-a:29', 'mail', 'anna@example.com', 'Again', '2026-10-01T00:00:00.000Z', NULL, 0),
    ('notify:digest', 'mail', 'help@example.com', 'Help', '2026-10-01T00:00:00.000Z', NULL, 0),
    ('withdrawal:ref_1:key:1', 'mail', 'partners@example.com', 'Pay', '2026-10-05T00:00:00.000Z', NULL, 0)`,
  `INSERT INTO outbox (id, kind, recipient, body, created_at, attempts, tried_at)
  VALUES ('old:1', 'mail', 'anna@example.com', 'Lost', '2026-10-01T00:00:00.000Z', 8, '2026-10-01T02:07:00.000Z')`,
  `INSERT INTO codes (recipient_key, code_hash, attempts, sent_at, expires_at)
  VALUES ('abc', 'hash', 1, '2026-10-01T00:00:00.000Z', '2026-10-01T00:10:00.000Z')`,
  `INSERT INTO counters (key, hour, count) VALUES ('code-from:address', '2026-10-01T00', 2), ('code-to:abc', '2026-10-01T00', 1),
    ('message-from:address', '2026-10-01T00', 3), ('review-from:address', '2026-10-01T00', 4), ('password:account', '2026-10-01T00', 5)`,
]

/** Orders of a shop before migration 0075. */
const paidOrders = [
  `INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, created_at, paid_at)
  SELECT value ->> 0, value ->> 0, 'anna@example.com', 'en', 1000, 'USD', '2026-10-01', value ->> 1
  FROM json_each('[["late","2026-11-03"],["early","2026-11-01"],["unpaid",null],["same","2026-11-03"]]')`,
  `INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor, currency, at, received_at)
  SELECT 'test', value ->> 0, (value ->> 0) || key, value ->> 1, value ->> 1, value ->> 2, 'USD', value ->> 3, value ->> 3
  FROM json_each('[["charged","early",1000,"2026-11-01"],["charged","late",1000,"2026-11-03"],["charged","same",1000,"2026-11-03"],
    ["refunded","late",400,"2026-11-05"],["refunded","same",1000,"2026-11-04"],["refunded","unpaid",1000,"2026-11-04"]]')`,
]

beforeAll(async () => {
  const tables = await rows<{ name: string; type: string }>(
    `SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  )
  await env.DB.batch([
    env.DB.prepare('PRAGMA defer_foreign_keys = on'),
    ...tables.map(({ name, type }) => env.DB.prepare(`DROP ${type} ${name}`)),
  ])
  await applyD1Migrations(env.DB, env.MIGRATIONS.filter(isOlder))
  await env.DB.batch(oldShop.map((statement) => env.DB.prepare(statement)))
  await applyD1Migrations(
    env.DB,
    env.MIGRATIONS.filter(({ name }) => name < '0075'),
  )
  await env.DB.batch(paidOrders.map((statement) => env.DB.prepare(statement)))
  await applyD1Migrations(env.DB, env.MIGRATIONS)
})

describe('migration 0007', () => {
  it('keeps the history of referrers', async () => {
    const history = await rows(
      'SELECT id, type, amount_minor, invoice_id, idempotency_key, payout_details, paid_at FROM referrer_transactions ORDER BY created_at',
    )
    const empty = { invoice_id: null, idempotency_key: null, payout_details: null, paid_at: null }
    expect(history).toEqual([
      {
        ...empty,
        id: 'reward:invoice-a',
        type: 'reward',
        amount_minor: 100,
        invoice_id: 'invoice-a',
      },
      {
        ...empty,
        id: 'reversal:invoice-a',
        type: 'reversal',
        amount_minor: -100,
        invoice_id: 'invoice-a',
      },
      { ...empty, id: 'bonus', type: 'reward', amount_minor: 5000 },
      {
        ...empty,
        id: 'withdrawal:ref_1:key:1',
        type: 'withdrawal',
        amount_minor: -5000,
        idempotency_key: 'key:1',
        payout_details: 'DE00',
        paid_at: '2026-10-06T00:00:00.000Z',
      },
    ])
  })

  it('keeps messages with their purpose, and expires sign-in codes', async () => {
    const messages = await rows(
      'SELECT purpose, dedupe_key, expires_at, sent_at, attempts FROM outbox ORDER BY purpose',
    )
    const unsent = { expires_at: null, sent_at: null, attempts: 0 }
    expect(messages).toEqual([
      { ...unsent, purpose: 'contact-message', dedupe_key: 'digest' },
      {
        purpose: 'esim',
        dedupe_key: 'invoice-a',
        expires_at: null,
        sent_at: '2026-10-01T00:00:01.000Z',
        attempts: 1,
      },
      { ...unsent, purpose: 'esim-copy', dedupe_key: 'hash-a:29' },
      { ...unsent, purpose: 'other', dedupe_key: '1', attempts: 8 },
      {
        purpose: 'sign-in-code',
        dedupe_key: 'abc:2026-10-01T00:00:00.000Z',
        expires_at: '2026-10-01T00:10:00.000Z',
        sent_at: null,
        attempts: 3,
      },
      { ...unsent, purpose: 'withdrawal', dedupe_key: 'withdrawal:ref_1:key:1' },
    ])
  })

  it('keeps eSIMs, usage reports, sign-in codes and rate limits', async () => {
    expect(await rows('SELECT esim_hash FROM esims')).toEqual([{ esim_hash: 'hash-a' }])
    expect(await rows('SELECT id FROM usage_reports')).toEqual([{ id: 'report-1' }])
    expect(await rows('SELECT recipient_key FROM sign_in_codes')).toEqual([
      { recipient_key: 'abc' },
    ])
    expect(await rows('SELECT action, subject, count FROM rate_limits ORDER BY count')).toEqual([
      { action: 'code-to-recipient', subject: 'abc', count: 1 },
      { action: 'code-from-address', subject: 'address', count: 2 },
      { action: 'contact-message', subject: 'address', count: 3 },
      { action: 'faq-review', subject: 'address', count: 4 },
      { action: 'password-attempt', subject: 'account', count: 5 },
    ])
  })
})

describe('migration 0010', () => {
  it('stops retrying messages that failed eight times', async () => {
    expect(
      await rows('SELECT purpose, given_up_at FROM outbox WHERE given_up_at IS NOT NULL'),
    ).toEqual([{ purpose: 'other', given_up_at: '2026-10-01T02:07:00.000Z' }])
  })
})

describe('migration 0080', () => {
  it('gives a credit note to each refunded order with a receipt, in the order of the refunds', async () => {
    expect(
      await rows(
        'SELECT prefix, number, invoice_id AS id, amount_minor AS minor FROM credit_notes',
      ),
    ).toEqual([
      { prefix: 'C-', number: 1, id: 'same', minor: 1000 },
      { prefix: 'C-', number: 2, id: 'late', minor: 400 },
    ])
  })

  it('never changes a credit note', async () => {
    const change = env.DB.prepare('UPDATE credit_notes SET amount_minor = 1 WHERE number = 2')
    await expect(change.run()).rejects.toThrow('credit notes are never changed')
  })
})

describe('migration 0084', () => {
  it('never deletes a credit note, or an order with a receipt', async () => {
    const remove = async (from: string) => env.DB.prepare(`DELETE FROM ${from}`).run()
    await expect(remove('credit_notes WHERE number = 2')).rejects.toThrow(
      'credit notes are never deleted',
    )
    await expect(remove('invoices WHERE receipt_number = 3')).rejects.toThrow(
      'orders with a receipt are never deleted',
    )
  })
})

describe('migration 0075', () => {
  const receipts = () =>
    rows('SELECT id, receipt_number AS number FROM invoices WHERE receipt_number > 0 ORDER BY 2')

  it('numbers the receipts of paid orders by the time of their payment', async () => {
    const ids = ['early', 'late', 'same']
    expect(await receipts()).toEqual(ids.map((id, index) => ({ id, number: index + 1 })))
  })

  it('never changes a number, and continues after the highest', async () => {
    const change = env.DB.prepare('UPDATE invoices SET receipt_number = 9 WHERE receipt_number = 3')
    await expect(change.run()).rejects.toThrow('numbers of receipts are never changed')
    await env.DB.prepare(`UPDATE invoices SET paid_at = '2026-10-01' WHERE id = 'unpaid'`).run()
    expect((await receipts()).at(-1)).toEqual({ id: 'unpaid', number: 4 })
  })
})
