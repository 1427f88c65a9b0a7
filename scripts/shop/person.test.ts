import { beforeEach, describe, expect, it } from 'vitest'
import { erasePerson } from '../../src/office/erase-person.ts'
import { exportPerson, personOf, personTables } from '../../src/office/person.ts'
import type { OpenShop } from '../database/open-shop.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { tablesInOrder } from './backup-file.ts'
import { commandContext, commandStaff } from './settings.ts'
import { newCommandDatabase, openD1 } from '../test/sqlite-d1.ts'
import { describeErasure, typedPerson } from './person.ts'

/**
 * Tables without personal data: goods, settings, hashes that expire, and reviews without a name.
 */
const impersonal = [
  'alerts',
  'exchange_rates',
  'answer_reviews',
  'import_drafts',
  'known_browsers',
  'operators',
  'failures',
  'webhooks',
  'api_keys',
  'placements',
  'places',
  'price_rules',
  'promo_codes',
  'vouchers',
  'limits',
  'challenges',
  'stock',
  'suppliers',
  'plan_sources',
  'plans',
  'text_versions',
  'texts',
  'state',
  'unmet_demand',
]
const file = `screenshots/${'a'.repeat(64)}.png`
const partnerPhone = '+447700900123'

const giftReceipt = `INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body,
    letter, order_id, created_at, sent_at)
  VALUES ('m-r', 'mail', 'receipt', 'order-i', 'ivan@example.com', 'Receipt',
    'For anna@example.com', '{"value":"anna@example.com"}', 'order-i', '2026-11-01',
    '2026-11-01');`

let { shop } = newCommandDatabase()

beforeEach(() => {
  ;({ shop } = newCommandDatabase())
  shop.exec(`
    INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
    INSERT INTO plans (id, operator_ident, kind, country_codes, market, validity_days, prices)
      VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":1000}');
    INSERT INTO promo_codes (code, percent_hundredths, created_at)
      VALUES ('SUMMER', 1000, '2026-11-01');
    INSERT INTO partners (id, phone, code, agreed_at, created_at)
      VALUES ('ref', '${partnerPhone}', 'refcode', '2026-11-01', '2026-11-01');
    INSERT INTO partner_transactions (id, partner_id, type, amount_minor, payout_details, paid_at,
      created_at)
      VALUES ('t1', 'ref', 'reward', 500, NULL, NULL, '2026-11-02'),
        ('t2', 'ref', 'withdrawal', -500, 'IBAN GB82', '2026-11-03', '2026-11-03');
    INSERT INTO passkeys (id, credential_id, partner_id, name, public_key, counter, transports,
      added_at)
      VALUES ('pk', 'credential', 'ref', 'Laptop', 'key', 0, '[]', '2026-11-02');
    UPDATE partners SET passkeys_end_at = '2026-11-06';
    INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body, created_at, sent_at)
      VALUES ('m-w', 'mail', 'withdrawal', 't2', 'partners@shop.test', 'Withdrawal', 'IBAN GB82',
        '2026-11-03', '2026-11-03');`)
  addCustomer('anna@example.com', 'a')
  addCustomer('ivan@example.com', 'i')
  // Ivan has given Anna a plan, and she wrote to support.
  shop.exec(`
    UPDATE order_lines SET recipient = 'anna@example.com', message = 'Dear Anna'
      WHERE order_id = 'order-i';
    UPDATE outbox SET order_id = 'order-i' WHERE id = 'm-a-2';
    INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body, created_at, sent_at)
      VALUES ('m-s', 'mail', 'contact-message', 'c', 'help@shop.test', 'Support',
        'Anna <anna@example.com>' || char(10) || 'It fails' || char(10) || 'Screenshot: ${file}',
        '2026-11-03', '2026-11-03');
    UPDATE partner_transactions SET order_id = 'order-a' WHERE id = 't1';
    INSERT INTO top_ups (order_id, line_position, esim_hash, supplier, plan_code, validity_days,
      cost_minor, cost_currency) VALUES ('order-a', 1, 'esim-i', 'acme', 'tr', 7, 100, 'USD');
    UPDATE outbox SET letter = json_quote(body), bounce_reason = '550 ' || body;
    INSERT INTO reviews (id, order_id, line_position, plan_id, place, is_gift, lang, rating,
      text, author, written_at)
      VALUES ('r-a', 'order-a', 1, 'plan', 'tr', 0, 'en', 5, 'Anna: good', 'Anna', '2026-11-09'),
        ('r-i', 'order-i', 1, 'plan', 'tr', 1, 'en', 5, 'Anna: a good gift', 'Anna', '2026-11-09');
    UPDATE outbox SET reply_to = 'anna@example.com' WHERE id = 'm-s';`)
})

function addCustomer(email: string, key: string): void {
  const iccid = `891030000000000${key.charCodeAt(0)}`
  shop.exec(`
    INSERT INTO customers (id, email, consented_at, created_at)
      VALUES ('c-${key}', '${email}', '2026-11-01', '2026-11-01');
    INSERT INTO sessions (id, kind, subject_id, token_hash, expires_at)
      VALUES ('s-${key}', 'customer', 'c-${key}', 'hash', '2027-01-01');
    INSERT INTO orders (id, idempotency_key, email, mailbox, lang, amount_minor, currency, status,
      utm, phone_model, created_at, paid_at)
      VALUES ('order-${key}', 'key-${key}', '${email}', '${email}', 'en', 900, 'USD', 'success',
        '{"utm_source":"blog"}', 'phone of ${email}', '2026-11-01', '2026-11-01');
    INSERT INTO order_lines (order_id, position, plan_id, amount_minor)
      VALUES ('order-${key}', 1, 'plan', 900);
    INSERT INTO promo_uses (order_id, code, customer, reduction_minor)
      VALUES ('order-${key}', 'SUMMER', '${email}', 100);
    INSERT INTO payments (attempt_id, order_id, provider, reference, started_at, expires_at)
      VALUES ('p-${key}', 'order-${key}', 'stripe', 'cs_${key}', '2026-11-01', '2026-11-02');
    INSERT INTO payment_facts (provider, kind, id, reference, order_id, amount_minor, currency, at,
      received_at)
      VALUES ('stripe', 'charged', 'ch_${key}', 'cs_${key}', 'order-${key}', 900, 'USD',
        '2026-11-01', '2026-11-01');
    INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, order_id, line_position)
      VALUES ('${iccid}', 'plan', 'smdp.test', 'M-${key}', 'order-${key}', 1);
    INSERT INTO esims (esim_hash, order_id, line_position, iccid, plan_id, email, purchased_at,
      activate_by, has_usage_mails, has_review_mail, reminder_at, top_up_offers)
      VALUES ('esim-${key}', 'order-${key}', 1, '${iccid}', 'plan', '${email}', '2026-11-01',
        '2027-01-01', 1, 1, '2026-12-01', '[{"code":"tr","cost_minor":500}]');
    INSERT INTO audit (id, idempotency_key, at, staff_subject, staff_name, role, action,
      subject_kind, subject_id, details)
      VALUES ('n-${key}', 'form-${key}', '2026-11-02', 'olga@shop.example', 'Olga', 'support', 'note',
        'invoice', 'order-${key}', '{"text":"called ${email}"}');
    INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body, order_id,
      created_at, sent_at)
      VALUES ('m-${key}', 'mail', 'esim', 'esim-${key}', '${email}', 'Your eSIM', 'Link for ${email}',
        'order-${key}', '2026-11-01', '2026-11-01'),
        ('m-${key}-2', 'mail', 'usage', 'usage-${key}', '${email}', 'Data', 'Hello', 'order-${key}',
        '2026-11-02', NULL);`)
}

/** Adds a message from Boris with a screenshot. Mail programs copy addresses in angle brackets. */
function addMessageAbout(email: string): void {
  const screenshot = `screenshots/${'b'.repeat(64)}.png`
  shop.exec(`
    INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body, reply_to,
      created_at)
      VALUES ('m-b', 'mail', 'contact-message', 'b', 'help@shop.test', 'Support',
        'Boris <boris@example.com>' || char(10) || 'My gift for Anna <${email}> did not arrive'
          || char(10) || 'Screenshot: ${screenshot}', 'boris@example.com', '2026-11-04');`)
}

const person = (text: string) => typedPerson([text])
const exportAll = async (text: string) => exportPerson({ db: openD1(shop) }, person(text))

async function erase(text: string, files: string[] = []) {
  const context = {
    ...commandContext(openD1(shop)),
    // The only method that an erasure without archived orders calls.
    uploads: {
      delete: async (name: string) => void files.push(name),
    } as unknown as OpenShop['uploads'],
  }
  return erasePerson(context, commandStaff('Olga'), {
    person: person(text),
    idempotencyKey: secretID(),
  })
}

function placesOf(text: string): string[] {
  return tablesInOrder(shop).flatMap((table) =>
    shop
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .flatMap((row) => Object.entries(row))
      .filter(([, value]) => String(value).includes(text))
      .map(([column]) => `${table}.${column}`),
  )
}

describe('the export of a person', () => {
  it('has the rows of a customer, without the shop’s keys', async () => {
    const data = await exportAll('Anna@Example.com')
    expect(Object.keys(data).toSorted()).toEqual(
      [
        'customers',
        'sessions',
        'orders',
        'order_lines',
        'payments',
        'payment_facts',
        'promo_uses',
        'audit',
        'esims',
        'top_ups',
        'reviews',
        'outbox',
      ].toSorted(),
    )
    expect(data['order_lines']).toMatchObject([
      { order_id: 'order-a', amount_minor: 900 },
      { recipient: 'anna@example.com' },
    ])
    // The id of Ivan's order would open its page, with the amount he paid.
    expect(JSON.stringify(data)).not.toContain('order-i')
    expect(data['order_lines']?.[1]).not.toHaveProperty('amount_minor')
    expect(data['reviews']).toMatchObject([{ text: 'Anna: good' }, { text: 'Anna: a good gift' }])
    expect(data['outbox']).toHaveLength(3)
    expect(data['outbox']).toContainEqual(
      expect.objectContaining({ id: 'm-a', order_id: 'order-a' }),
    )
    // The hash of Ivan's eSIM would open its page.
    expect(JSON.stringify(data['top_ups'])).not.toContain('esim-i')
    expect(JSON.stringify(data)).not.toMatch(/_key|_hash":"hash|ivan@example.com/)
  })

  it('has neither the shop’s purchase prices nor names and addresses of staff', async () => {
    shop.exec(`
      INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code, status,
        cost_minor, cost_currency, created_at)
        VALUES ('so', 'order-a', 1, 'plan', 'acme', 'tr', 'done', 321, 'USD', '2026-11-01');
      INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference,
        amount_minor, currency, reason, actor, requested_at)
        VALUES ('re', 're', 'order-a', 'staff', 'sent', 'stripe', 'cs_a', 100, 'USD', 'late', 'Olga',
          '2026-11-02');`)
    const data = await exportAll('anna@example.com')
    const details = '{"text":"called anna@example.com"}'
    expect(data['audit']).toMatchObject([{ action: 'note', role: 'support', details }])
    expect(data['refunds']).toMatchObject([{ amount_minor: 100, reason: 'late' }])
    expect(data['purchases']).toMatchObject([{ supplier: 'acme' }])
    expect(JSON.stringify(data)).not.toMatch(/olga|cost_/i)
  })

  it('contains a gift only for its recipient, and not for its buyer', async () => {
    shop.exec(`INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code,
      iccid, created_at) SELECT 'so', order_id, 1, 'plan', 'acme', 'tr', iccid, '2026-11-01'
      FROM esims WHERE esim_hash = 'esim-i'`)
    const [recipient, buyer] = [
      await exportAll('anna@example.com'),
      await exportAll('ivan@example.com'),
    ]
    expect(recipient['esims']?.map((esim) => esim['esim_hash'])).toEqual(['esim-a', 'esim-i'])
    expect(buyer['purchases']).toHaveLength(1)
    expect(buyer).not.toHaveProperty('esims')
    expect(JSON.stringify(buyer)).not.toMatch(/esim-i|891030000000000105/)
  })

  it('has the rows of a partner', async () => {
    const data = await exportAll('+44 7700 900-123')
    expect(data['partners']).toMatchObject([{ phone: partnerPhone, code: 'refcode' }])
    expect(data['partner_transactions']).toHaveLength(2)
    expect(JSON.stringify(data)).not.toContain('order-a')
    expect(data['passkeys']).toMatchObject([{ name: 'Laptop' }])
    expect(data['partners']).toMatchObject([{ passkeys_end_at: '2026-11-06' }])
    expect(data['outbox']).toMatchObject([{ body: 'IBAN GB82' }])
  })

  it('has no message in which somebody else mentions the address', async () => {
    addMessageAbout('anna@example.com')
    expect(JSON.stringify(await exportAll('anna@example.com'))).not.toContain('boris@example.com')
    expect((await exportAll('boris@example.com'))['outbox']).toMatchObject([{ id: 'm-b' }])
  })

  it('is empty for a stranger', async () => {
    expect(await exportAll('nobody@example.com')).toEqual({})
  })

  it('covers each table of the shop', () => {
    const people = [person('anna@example.com'), person(partnerPhone)]
    const personal = people.flatMap((each) => Object.keys(personTables(each)))
    expect(new Set([...personal, ...impersonal])).toEqual(new Set(tablesInOrder(shop)))
  })
})

describe('the erasure of a person', () => {
  it('of a buyer does not change the gift of a recipient', async () => {
    expect(await erase('ivan@example.com')).toMatchObject({ ok: true })
    expect(placesOf('ivan@example.com')).toEqual([])
    expect(
      shop
        .prepare(`SELECT l.recipient, l.message, e.has_usage_mails AS mails FROM esims e
        JOIN order_lines l ON l.order_id = e.order_id WHERE e.esim_hash = 'esim-i'`)
        .get(),
    ).toEqual({ recipient: 'anna@example.com', message: null, mails: 1 })
  })

  it('of a recipient stops the emails about a gift', async () => {
    expect(await erase('anna@example.com')).toMatchObject({ ok: true })
    expect(
      shop
        .prepare(`SELECT l.recipient, e.email, e.has_usage_mails + e.has_review_mail AS mails,
          e.reminder_at
        FROM esims e JOIN order_lines l ON l.order_id = e.order_id
        WHERE e.esim_hash = 'esim-i'`)
        .get(),
    ).toEqual({ recipient: 'erased', email: 'ivan@example.com', mails: 0, reminder_at: null })
  })

  it('deletes a customer’s address everywhere, and does not change the books', async () => {
    const books = `SELECT i.id, i.amount_minor, i.currency, i.status, i.paid_at, l.plan_id,
      f.reference, f.amount_minor AS charged, u.code, u.reduction_minor, e.iccid
      FROM orders i JOIN order_lines l ON l.order_id = i.id
      JOIN payment_facts f ON f.order_id = i.id JOIN promo_uses u ON u.order_id = i.id
      JOIN esims e ON e.order_id = i.id`
    const before = shop.prepare(books).all()
    const files: string[] = []
    const result = await erase('anna@example.com', files)
    expect(describeErasure(person('anna@example.com'), result)).toContain(
      'Erased anna@example.com.',
    )
    expect(placesOf('anna')).toEqual([])
    expect(placesOf('Anna')).toEqual([])
    expect(files).toEqual([file])
    expect(shop.prepare(books).all()).toEqual(before)
    expect(
      shop.prepare(`SELECT action, subject_kind, details FROM audit WHERE action <> 'note'`).all(),
    ).toEqual([
      { action: 'erase', subject_kind: 'person', details: '{"kind":"customer","screenshots":1}' },
    ])
    // Sent emails are not sent again, and pending emails are never sent.
    expect(
      shop.prepare(`SELECT purpose, body FROM outbox WHERE recipient = 'erased'`).all(),
    ).toEqual([
      { purpose: 'esim', body: '' },
      { purpose: 'contact-message', body: '' },
    ])
  })

  it('invalidates cached pages when it deletes a review that is public', async () => {
    const version = () =>
      shop.prepare(`SELECT value FROM state WHERE name = 'content-version'`).get()
    shop.exec(`UPDATE reviews SET status = 'approved' WHERE id = 'r-a'`)
    await erase('anna@example.com')
    expect(version()).toEqual({ value: '1' })
    await erase('ivan@example.com')
    expect(version()).toEqual({ value: '1' })
  })

  it('does not change a message in which somebody else mentions the address', async () => {
    addMessageAbout('anna@example.com')
    const files: string[] = []
    await erase('anna@example.com', files)
    expect(files).toEqual([file])
    expect(shop.prepare(`SELECT recipient FROM outbox WHERE id = 'm-b'`).get()).toEqual({
      recipient: 'help@shop.test',
    })
  })

  it('deletes the address from payment pages, and from the receipt of a gift', async () => {
    shop.exec(`
      UPDATE payments SET url = 'https://pay.example/?email=anna%40example.com'
        WHERE order_id = 'order-a';
      ${giftReceipt}`)
    await erase('anna@example.com')
    expect(placesOf('anna')).toEqual([])
    expect(shop.prepare(`SELECT recipient, body FROM outbox WHERE id = 'm-r'`).get()).toEqual({
      recipient: 'ivan@example.com',
      body: '',
    })
  })

  it('deletes the address from the receipt of a gift that staff redirected', async () => {
    shop.exec(`
      UPDATE order_lines SET recipient = 'igor@example.com' WHERE recipient = 'anna@example.com';
      INSERT INTO audit (id, idempotency_key, at, staff_subject, staff_name, role, action,
        subject_kind, subject_id, details)
        VALUES ('au', 'form', '2026-11-02', 'olga@shop.example', 'Olga', 'support', 'address',
          'invoice', 'order-i', '{"line":1,"from":"a•••@example.com","to":"i•••@example.com"}');
      ${giftReceipt}`)
    await erase('anna@example.com')
    expect(shop.prepare(`SELECT body, letter FROM outbox WHERE id = 'm-r'`).get()).toEqual({
      body: '',
      letter: null,
    })
  })

  it('removes what staff typed as the reason of an action or a refund', async () => {
    const audit = (key: string, kind: string, id: string, reason: string) => `
      INSERT INTO audit (id, idempotency_key, at, staff_subject, staff_name, role, action,
        subject_kind, subject_id, details)
        VALUES ('${key}', '${key}', '2026-11-02', 'olga@shop.example', 'Olga', 'money', 'refund',
          '${kind}', '${id}', '{"amount":"$1","reason":"${reason}"}');`
    shop.exec(`
      ${audit('au-a', 'invoice', 'order-a', 'anna@example.com asked')}
      ${audit('au-i', 'invoice', 'order-i', 'Ivan asked')}
      ${audit('au-p', 'partner', 'ref', 'IBAN GB82 is closed')}
      INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference,
        amount_minor, currency, reason, actor, requested_at)
        VALUES ('re', 're', 'order-a', 'staff', 'succeeded', 'stripe', 'cs_a', 100, 'USD',
          'anna@example.com asked', 'Olga', '2026-11-02');`)
    expect((await exportAll('+44 7700 900-123'))['audit']).toMatchObject([{ action: 'refund' }])
    expect((await erase('anna@example.com')).ok).toBe(true)
    expect((await erase(partnerPhone)).ok).toBe(true)
    expect([...placesOf('anna'), ...placesOf('GB82')]).toEqual([])
    const left = shop.prepare(`SELECT id, details FROM audit WHERE id LIKE 'au-%' ORDER BY id`)
    expect(left.all()).toEqual([
      { id: 'au-a', details: '{"amount":"$1"}' },
      { id: 'au-i', details: '{"amount":"$1","reason":"Ivan asked"}' },
      { id: 'au-p', details: '{"amount":"$1"}' },
    ])
  })

  it('is not refused when only the receipt of a redirected gift has the address', async () => {
    shop.exec(`
      INSERT INTO audit (id, idempotency_key, at, staff_subject, staff_name, role, action,
        subject_kind, subject_id, details)
        VALUES ('au', 'form', '2026-11-02', 'olga@shop.example', 'Olga', 'support', 'address',
          'invoice', 'order-i', '{"line":1,"from":"p•••@example.com","to":"i•••@example.com"}');
      ${giftReceipt.replaceAll('anna@example.com', 'petra@example.com')}`)
    expect((await erase('petra@example.com')).ok).toBe(true)
    expect(shop.prepare(`SELECT body FROM outbox WHERE id = 'm-r'`).get()).toEqual({ body: '' })
  })

  it('does not change the data of other people', async () => {
    const before = await exportAll('ivan@example.com')
    await erase('anna@example.com')
    await erase(partnerPhone)
    const after = await exportAll('ivan@example.com')
    expect({ ...after, order_lines: [] }).toEqual({ ...before, order_lines: [] })
    // Ivan's gift no longer has Anna's address.
    expect(after['order_lines']).toMatchObject([{ recipient: 'erased', message: null }])
  })

  it('removes a partner’s phone number and payout details, and keeps the amounts', async () => {
    shop.exec(`UPDATE partner_transactions SET rejection_reason = 'Another IBAN' WHERE id = 't2'`)
    expect((await erase(partnerPhone)).ok).toBe(true)
    for (const text of [partnerPhone, 'IBAN', 'refcode', 'Laptop'])
      expect(placesOf(text)).toEqual([])
    expect(shop.prepare('SELECT sum(amount_minor) AS sum FROM partner_transactions').get()).toEqual(
      { sum: 0 },
    )
  })

  it.each([
    ['an order that is not delivered', 'anna@example.com', `UPDATE orders SET status = 'paid'`],
    [
      'a pending refund',
      'anna@example.com',
      `INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference,
        amount_minor, currency, reason, actor, requested_at)
        VALUES ('r', 'r', 'order-a', 'staff', 'sent', 'stripe', 'cs_a', 100, 'USD', 'asked', 'Olga',
          '2026-11-02')`,
    ],
    [
      'a scheduled gift for them',
      'anna@example.com',
      `UPDATE orders SET status = 'paid' WHERE id = 'order-i';
      INSERT INTO order_lines (order_id, position, plan_id, amount_minor, recipient,
        deliver_on)
        VALUES ('order-i', 2, 'plan', 900, 'anna@example.com', '2027-01-01')`,
    ],
    ['a balance', partnerPhone, `DELETE FROM partner_transactions WHERE id = 't2'`],
    ['a withdrawal', partnerPhone, `UPDATE partner_transactions SET paid_at = NULL`],
  ])('is refused because of %s', async (_, address, change) => {
    shop.exec(change)
    const before = await exportAll(address)
    const result = await erase(address)
    expect(() => describeErasure(person(address), result)).toThrow(
      address === partnerPhone
        ? 'Nothing was erased: the partner has a balance'
        : /Nothing was erased: an order .* \(order-\w\)\./,
    )
    expect(await exportAll(address)).toEqual(before)
  })

  it.each(['processing', 'failed', 'expired'])(
    'does not wait for orders that nobody paid: %s',
    async (status) => {
      shop.exec(`
        DELETE FROM payment_facts;
        UPDATE orders SET paid_at = NULL, status = '${status}'`)
      expect((await erase('anna@example.com')).ok).toBe(true)
      expect(placesOf('anna')).toEqual([])
      // The order of Ivan has a gift to Anna.
      expect(shop.prepare('SELECT status FROM orders').all()).toEqual([
        { status: 'expired' },
        { status: 'expired' },
      ])
    },
  )

  it('is refused without data about the person, so that a mistyped address is noticed', async () => {
    const refused = { error: { code: 'refused', reason: 'no-data' } }
    expect(await erase('ana@example.com')).toMatchObject(refused)
    await erase('anna@example.com')
    expect(await erase('anna@example.com')).toMatchObject(refused)
    expect(
      shop.prepare(`SELECT count(*) AS count FROM audit WHERE action = 'erase'`).get(),
    ).toEqual({ count: 1 })
  })
})

it('accepts email addresses and international phone numbers', () => {
  expect(personOf(' Anna@Example.com ')).toEqual({ kind: 'customer', address: 'anna@example.com' })
  expect(personOf('+44 (7700) 900-123')).toEqual({ kind: 'partner', address: partnerPhone })
  expect(personOf('07700 900123')).toBeNull()
})
