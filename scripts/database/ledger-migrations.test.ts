import { describe, expect, it } from 'vitest'
import { openOldShop } from './old-shop.ts'

const computedStates = 'SELECT invoice_id AS id, status FROM invoice_states'
const day = '2026-11-01T00:00:00.000Z'

/** Creates a shop with one plan, as it was before a migration. */
function shopBefore(migration: string) {
  const { shop, migrate } = openOldShop(migration)
  shop.exec(`
    INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Op', 'op');
    INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days)
      VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30);`)
  return {
    exec: (sql: string) => shop.exec(sql),
    rows: (sql: string) =>
      shop
        .prepare(sql)
        .all()
        .map((row) => ({ ...row })),
    migrate: () => migrate((name) => name >= migration),
  }
}

describe('migration 0008', () => {
  const shop = shopBefore('0008')
  const states = ['processing', 'paid', 'success', 'failed', 'refunded']
  const order = (id: string, status: string, paidAt: string | null) => `
    INSERT INTO invoices (id, idempotency_key, tariff_id, email, lang, amount_minor, currency,
        reward_base, status, created_at, paid_at)
      VALUES ('${id}', 'key-${id}', 'plan', 'anna@example.com', 'en', 1000, 'USD', 900, '${status}',
        '${day}', ${paidAt === null ? 'NULL' : `'${paidAt}'`});`
  const event = (id: string, invoice: string, kind: string, at: string) => `
    INSERT INTO payment_events (id, invoice_id, kind, amount_minor, currency, received_at)
      VALUES ('${id}', '${invoice}', '${kind}', 1000, 'USD', '${at}');`

  for (const status of states) {
    const isPaid = ['paid', 'success', 'refunded'].includes(status)
    // In each state, one order has its events, and the other was changed by hand.
    shop.exec(order(status, status, isPaid ? day : null) + order(`${status}-by-hand`, status, null))
    if (isPaid) shop.exec(event(`${status}-1`, status, 'succeeded', '2026-11-02T00:00:00.000Z'))
  }
  shop.exec(`
    ${event('failed-1', 'failed', 'declined', '2026-11-02T00:00:00.000Z')}
    ${event('processing-1', 'processing', 'declined', '2026-11-02T00:00:00.000Z')}
    ${event('refunded-2', 'refunded', 'refunded', '2026-11-03T00:00:00.000Z')}
    ${order('refund-first', 'processing', null)}
    ${event('refund-first-1', 'refund-first', 'refunded', '2026-11-02T00:00:00.000Z')}
    ${event('refund-first-2', 'refund-first', 'succeeded', '2026-11-03T00:00:00.000Z')}
    INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id, invoice_id)
      VALUES ('8910', 'plan', 'rsp.example.com', 'SOLD', 'success'),
        ('8911', 'plan', 'rsp.example.com', 'BY-HAND', 'success-by-hand'),
        ('8912', 'plan', 'rsp.example.com', 'FREE', NULL);
    INSERT INTO esims (esim_hash, invoice_id, iccid, tariff_id, email, purchased_at, activate_by,
        first_used_at, valid_until, data_used_mb, usage_as_of)
      VALUES ('hash-1', 'success', '8910', 'plan', 'anna@example.com', '${day}', '2027-01-29', '2026-11-05', '2026-12-05', 12, '2026-11-06'),
        ('hash-2', 'success-by-hand', '8911', 'plan', 'anna@example.com', '${day}', '2027-01-29', NULL, NULL, 0, NULL);
    INSERT INTO referrers (id, phone, code, agreed_at, created_at)
      VALUES ('partner', '+79123456789', 'code', '${day}', '${day}');
    INSERT INTO referrer_transactions (id, referrer_id, type, amount_minor, invoice_id, created_at)
      VALUES ('reward', 'partner', 'reward', 90, 'success', '${day}');`)
  shop.migrate()

  it('gives each order a line with its plan, price and reward base', () => {
    const lines = shop.rows(`SELECT position, kind, tariff_id, amount_minor, reward_base,
      refund_requested_at FROM invoice_lines`)
    expect(lines).toHaveLength(11)
    for (const line of lines)
      expect(line).toEqual({
        position: 1,
        kind: 'plan',
        tariff_id: 'plan',
        amount_minor: 1000,
        reward_base: 900,
        refund_requested_at: null,
      })
  })

  it('turns payment events into facts, and adds facts of orders changed by hand', () => {
    const facts = shop.rows(`SELECT invoice_id, kind, id, reference, amount_minor, currency, at
      FROM payment_facts ORDER BY invoice_id, kind`)
    expect(facts.map(({ invoice_id, kind, id, at }) => [invoice_id, kind, id, at])).toEqual([
      ['failed', 'declined', 'failed-1', '2026-11-02T00:00:00.000Z'],
      ['failed-by-hand', 'declined', 'failed-by-hand', day],
      ['paid', 'charged', 'paid-1', '2026-11-02T00:00:00.000Z'],
      ['paid-by-hand', 'charged', 'paid-by-hand', day],
      ['processing', 'declined', 'processing-1', '2026-11-02T00:00:00.000Z'],
      ['refund-first', 'charged', 'refund-first-2', '2026-11-03T00:00:00.000Z'],
      ['refund-first', 'refunded', 'refund-first-1', '2026-11-02T00:00:00.000Z'],
      ['refunded', 'charged', 'refunded-1', '2026-11-02T00:00:00.000Z'],
      ['refunded', 'refunded', 'refunded-2', '2026-11-03T00:00:00.000Z'],
      ['refunded-by-hand', 'charged', 'refunded-by-hand', day],
      ['refunded-by-hand', 'refunded', 'refunded-by-hand', day],
      ['success', 'charged', 'success-1', '2026-11-02T00:00:00.000Z'],
      ['success-by-hand', 'charged', 'success-by-hand', day],
    ])
    for (const { invoice_id, reference, amount_minor, currency } of facts)
      expect({ reference, amount_minor, currency }).toEqual({
        reference: invoice_id,
        amount_minor: 1000,
        currency: 'USD',
      })
  })

  it('keeps the state of each order, and counts a refund that arrived before its charge', () => {
    const before = states.flatMap((id) => [`${id}: ${id}`, `${id}-by-hand: ${id}`])
    const expected = [...before, 'refund-first: refunded'].toSorted()
    for (const sql of ['SELECT id, status FROM invoices', computedStates])
      expect(
        shop
          .rows(sql)
          .map(({ id, status }) => `${String(id)}: ${String(status)}`)
          .toSorted(),
      ).toEqual(expected)
  })

  it('keeps sold profiles, eSIMs with their usage, and rewards', () => {
    expect(shop.rows('SELECT iccid, invoice_id, line_position FROM stock ORDER BY iccid')).toEqual([
      { iccid: '8910', invoice_id: 'success', line_position: 1 },
      { iccid: '8911', invoice_id: 'success-by-hand', line_position: 1 },
      { iccid: '8912', invoice_id: null, line_position: null },
    ])
    expect(
      shop.rows(`SELECT esim_hash, invoice_id, line_position, iccid, activate_by, first_used_at,
        valid_until, data_used_mb, usage_as_of FROM esims WHERE invoice_id = 'success'`),
    ).toEqual([
      {
        esim_hash: 'hash-1',
        invoice_id: 'success',
        line_position: 1,
        iccid: '8910',
        activate_by: '2027-01-29T23:59:59.999Z',
        first_used_at: '2026-11-05',
        valid_until: '2026-12-05',
        data_used_mb: 12,
        usage_as_of: '2026-11-06',
      },
    ])
    expect(shop.rows('SELECT esim_hash FROM esims')).toHaveLength(2)
    expect(shop.rows('SELECT id, amount_minor, invoice_id FROM referrer_transactions')).toEqual([
      { id: 'reward', amount_minor: 90, invoice_id: 'success' },
    ])
    expect(shop.rows('PRAGMA foreign_key_check')).toEqual([])
  })
})

describe('migration 0015', () => {
  const shop = shopBefore('0015')
  const [asked, later] = ['2026-11-02T00:00:00.000Z', '2026-11-03T00:00:00.000Z']
  shop.exec(`
    INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, created_at)
      VALUES ('i', 'key', 'anna@example.com', 'en', 3000, 'USD', '${day}');
    INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor, refund_requested_at)
      VALUES ('i', 1, 'plan', 1000, '${asked}'), ('i', 2, 'plan', 1000, '${later}'),
        ('i', 3, 'plan', 1000, NULL);
    INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor, currency, at, received_at)
      VALUES ('test', 'charged', 'c', 'p', 'i', 3000, 'USD', '${day}', '${day}'),
        ('test', 'refunded', 'r', 'p', 'i', 700, 'USD', '${later}', '${later}');
    INSERT INTO refunds (id, invoice_id, provider, reference, amount_minor, currency, reason, actor,
        requested_at, accepted_at, refused_at)
      VALUES ('refused', 'i', 'test', 'p', 1000, 'USD', 'undelivered', 'system', '${asked}', NULL, '${asked}'),
        ('pending', 'i', 'test', 'p', 1000, 'USD', 'undelivered', 'system', '${later}', '${later}', NULL),
        ('made', 'i', 'test', 'p', 700, 'USD', 'a complaint', 'operator', '${later}', '${later}', NULL),
        ('unknown', 'i', 'test', 'p', 100, 'USD', 'a complaint', 'operator', '${later}', NULL, NULL);`)
  shop.migrate()

  it('returns the lines of refused refunds to delivery', () => {
    expect(shop.rows('SELECT position, refund_requested_at AS at FROM invoice_lines')).toEqual([
      { position: 1, at: null },
      { position: 2, at: later },
      { position: 3, at: null },
    ])
  })

  it('requests accepted refunds without a fact again', () => {
    expect(shop.rows('SELECT id, accepted_at, refused_at FROM refunds ORDER BY id')).toEqual([
      { id: 'made', accepted_at: later, refused_at: null },
      { id: 'pending', accepted_at: null, refused_at: null },
      { id: 'refused', accepted_at: null, refused_at: asked },
      { id: 'unknown', accepted_at: null, refused_at: null },
    ])
  })
})

describe('migration 0080', () => {
  /** Returns the numbers of the credit notes of orders with these facts. */
  function creditNotesOf(receiptPrefix: string, facts: { readonly [order: string]: string[] }) {
    const shop = shopBefore('0080')
    for (const [order, kinds] of Object.entries(facts)) {
      shop.exec(`
        INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, created_at)
          VALUES ('${order}', '${order}', 'anna@example.com', 'en', 1000, 'USD', '${day}');
        UPDATE invoices SET paid_at = '${day}', receipt_prefix = '${receiptPrefix}'
          WHERE id = '${order}';`)
      for (const kind of kinds) {
        const [name = '', id = ''] = kind.split(' ')
        shop.exec(`INSERT INTO payment_facts (provider, kind, id, reference, invoice_id,
            amount_minor, currency, at, received_at)
          VALUES ('test', '${name}', '${order}-${id}', '${order}', '${order}', 1000, 'USD',
            '${day}', '${day}')`)
      }
    }
    shop.migrate()
    const notes = shop.rows('SELECT prefix || number AS number, invoice_id FROM credit_notes')
    return notes.map(({ number, invoice_id: order }) => `${String(number)} ${String(order)}`)
  }

  it('counts neither second charges nor money that came back', () => {
    const facts = {
      failed: ['charged a', 'refunded b', 'charged b'],
      lost: ['charged a', 'dispute-lost b'],
      refunded: ['charged a', 'refunded b'],
      twice: ['charged a', 'charged b', 'refunded c'],
      won: ['charged a', 'dispute-lost b', 'dispute-won b'],
    }
    expect(creditNotesOf('A-', facts)).toEqual(['C-1 lost', 'C-2 refunded'])
  })

  it('uses a prefix that no receipt has', () => {
    expect(creditNotesOf('C-', { refunded: ['charged a', 'refunded b'] })).toEqual([
      'CN-1 refunded',
    ])
  })
})
