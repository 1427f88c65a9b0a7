import { readdirSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { searchTitle } from '../../src/backend/catalogue/search-title.ts'
import { migrationsFolder } from './migrations.ts'
import { openOldShop } from './old-shop.ts'

const files = readdirSync(migrationsFolder).toSorted()
/** Applied migrations keep their names: two have the number 12, and none has 14. */
const oldNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13]

it('gives each new migration the next number', () => {
  const numbers = files.map((name) => Number(/^(\d{4})_[\w-]+\.sql$/.exec(name)?.[1]))
  const newNumbers = numbers.slice(oldNumbers.length)
  expect(numbers).toEqual([...oldNumbers, ...newNumbers.map((_, index) => 15 + index)])
})

it('keeps prices, sort columns and reward bases when prices become JSON', () => {
  const { shop, migrate } = openOldShop('0005')
  shop.exec(`
    INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Op', 'op');
    INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, traffic_mb, validity_days, price_usd, price_rub)
      VALUES ('tr-10', 'op', 'country', '["tr"]', 'travel', 10240, 30, 1250, 115000);
    INSERT INTO placements (place, tariff_id, operator_ident, kind, traffic_mb, validity_days, traffic_size, day_range, price_usd, price_rub, unit_price_usd)
      VALUES ('tr', 'tr-10', 'op', 'country', 10240, 30, '10', '30', 1250, 115000, 125);
    INSERT INTO invoices (id, idempotency_key, tariff_id, email, lang, amount_minor, currency, price_usd, created_at)
      VALUES ('i', 'k', 'tr-10', 'anna@example.com', 'ru', 115000, 'RUB', 1250, '2026-11-01T00:00:00.000Z');`)
  const indexes = indexesOf(shop)
  migrate((name) => name >= '0005' && name < '0007')
  expect(row(shop, 'SELECT id, prices FROM tariffs')).toEqual({
    id: 'tr-10',
    prices: '{"USD":1250,"RUB":115000}',
  })
  expect(row(shop, 'SELECT place, price, unit_price FROM placements')).toEqual({
    place: 'tr',
    price: 1250,
    unit_price: 125,
  })
  expect(row(shop, 'SELECT amount_minor, currency, reward_base FROM invoices')).toEqual({
    amount_minor: 115_000,
    currency: 'RUB',
    reward_base: 1250,
  })
  expect(indexesOf(shop)).toEqual(expect.arrayContaining(indexes))
})

it('keeps the operators of each place, in the order of their titles', () => {
  const { shop, migrate } = openOldShop('0088')
  const add = (id: string, operator: string, places: readonly string[]) => {
    shop.exec(`INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, traffic_mb,
        validity_days, prices) VALUES ('${id}', '${operator}', 'multi', '["tr","gr"]', 'travel',
        1024, 7, '{"USD":1}');`)
    for (const place of places)
      shop.exec(`INSERT INTO placements (place, tariff_id, operator_ident, kind, traffic_mb,
        validity_days, traffic_size, day_range, price, unit_price)
        VALUES ('${place}', '${id}', '${operator}', 'multi', 1024, 7, '1', '7', 1, 1)`)
  }
  const listed = () =>
    shop
      .prepare('SELECT place, operator_ident FROM place_operators ORDER BY place, search_title')
      .all()
      .map((listing) => Object.values(listing).join(' '))
  shop.exec(`INSERT INTO operators (ident, title, search_title)
    VALUES ('a', 'A', 'a'), ('b', 'B', 'b'), ('c', 'C', 'c')`)
  add('old', 'b', ['all', 'tr'])
  migrate((name) => name >= '0088')
  expect(listed()).toEqual(['all b', 'tr b'])
  add('new', 'a', ['all', 'tr'])
  add('another', 'b', ['all', 'gr'])
  expect(listed()).toEqual(['all a', 'all b', 'gr b', 'tr a', 'tr b'])
  shop.exec(`UPDATE operators SET search_title = 'z' WHERE ident = 'a'`)
  expect(listed()).toEqual(['all b', 'all a', 'gr b', 'tr b', 'tr a'])
  shop.exec(`DELETE FROM placements WHERE tariff_id = 'another'`)
  expect(listed()).toEqual(['all b', 'all a', 'tr b', 'tr a'])
  shop.exec('DELETE FROM placements')
  expect(listed()).toEqual([])
})

it('stores the countries and the full speed of the plans of older shops', () => {
  const { shop, migrate } = openOldShop('0089', { hasForeignKeys: false })
  const plans = [
    ['limited', 'country', '["tr"]', 1024, null],
    ['unlimited', 'country', '["tr"]', null, null],
    ['several', 'multi', '["gr","tr"]', null, 2048],
  ] as const
  for (const [id, kind, countries, megabytes, threshold] of plans) {
    shop
      .prepare(
        `INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, traffic_mb,
        fair_use_threshold_mb, validity_days) VALUES (?, 'op', ?, ?, 'travel', ?, ?, 7)`,
      )
      .run(id, kind, countries, megabytes, threshold)
    shop
      .prepare(
        `INSERT INTO placements (place, tariff_id, operator_ident, kind, traffic_mb, validity_days,
        traffic_size, day_range, price, unit_price) VALUES ('tr', ?, 'op', ?, ?, 7, ?, '7', 1, 1)`,
      )
      .run(id, kind, megabytes ?? 1_000_000_000, megabytes === null ? 'unlimited' : '1')
  }
  migrate((name) => name.startsWith('0089'))
  expect(
    shop
      .prepare('SELECT tariff_id, countries, full_speed_mb FROM placements')
      .all()
      .map((placement) => Object.values(placement)),
  ).toEqual([
    ['limited', null, null],
    ['several', 'gr,tr,', 2048],
    ['unlimited', null, 1024],
  ])
})

it('keeps the index of trips that the query of the previous version names', () => {
  const { shop, migrate } = openOldShop('0090')
  migrate((name) => name >= '0090')
  const sql = `SELECT tariff_id FROM placements INDEXED BY placements_trips
    WHERE place = 'tr' AND in_stock = 1 AND countries IS NOT NULL AND length(place) = 2
      AND coalesce(full_speed_mb, 9) >= 9 AND price < 9 AND instr(countries, 'gr,') > 0`
  const plan = shop.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
  expect(plan.map(({ detail }) => String(detail))).toEqual([
    'SEARCH placements USING COVERING INDEX placements_trips (place=? AND in_stock=?)',
  ])
})

it('counts the reviews that pages show, and counts those of older shops', () => {
  const { shop, migrate } = openOldShop('0091', { hasForeignKeys: false })
  const reviews = [
    ['a', 'tr', 'en', 'Fast'],
    ['b', 'tr', 'en', ''],
    ['c', 'tr', 'ru', 'Быстро'],
    ['d', 'gr', 'en', 'Slow'],
    ['e', 'gr', 'en', 'Good'],
  ] as const
  for (const [id, place, lang, text] of reviews)
    shop
      .prepare(
        `INSERT INTO reviews (id, invoice_id, line_position, tariff_id, place, is_gift, lang,
        rating, text, author, written_at) VALUES (?, ?, 1, 'plan', ?, 0, ?, 4, ?, '', '2026')`,
      )
      .run(id, id, place, lang, text)
  const decide = (status: string, ids: string) =>
    shop.exec(`UPDATE reviews SET status = '${status}' WHERE id IN (${ids})`)
  decide('approved', `'a', 'b', 'c', 'd'`)
  migrate((name) => name >= '0091')
  const counted = () =>
    Object.fromEntries(
      shop
        .prepare(`SELECT about, number || ' ' || stars FROM review_sums WHERE number > 0`)
        .all()
        .map((sums) => Object.values(sums)),
    )
  const ofTurkey = { 'en/place/tr': '1 4', 'ru/place/tr': '1 4', 'ru/all': '1 4' }
  expect(counted()).toMatchObject({
    ...ofTurkey,
    all: '4 16',
    'en/all': '2 8',
    'en/place/gr': '1 4',
  })
  decide('approved', `'e'`)
  decide('refused', `'d'`)
  expect(counted()).toMatchObject({
    ...ofTurkey,
    all: '4 16',
    'en/all': '2 8',
    'en/place/gr': '1 4',
  })
  // Neither another decision of the same kind nor a review without a text is counted.
  decide('refused', `'b', 'd'`)
  decide('approved', `'a', 'b', 'c'`)
  expect(counted()).toMatchObject({
    ...ofTurkey,
    all: '4 16',
    'en/all': '2 8',
    'en/place/gr': '1 4',
  })
  shop.exec(`DELETE FROM reviews WHERE place = 'tr' AND lang = 'en'`)
  expect(counted()).toEqual({
    all: '2 8',
    'tariff/plan': '2 8',
    'place/tr': '1 4',
    'place/gr': '1 4',
    'en/all': '1 4',
    'en/place/gr': '1 4',
    'ru/all': '1 4',
    'ru/place/tr': '1 4',
  })
})

it('lets eSIMs of older shops start until the end of their last day', () => {
  const { shop, migrate } = openOldShop('0061', { hasForeignKeys: false })
  shop.exec(`INSERT INTO esims (esim_hash, invoice_id, line_position, iccid, tariff_id, email,
      purchased_at, activate_by)
    VALUES ('h', 'i', 1, '8910', 't', 'anna@example.com', '2026-11-21T10:00:00.000Z',
      '2027-02-18T10:00:00.000Z')`)
  migrate((name) => name.startsWith('0061'))
  expect(row(shop, 'SELECT activate_by FROM esims')).toEqual({
    activate_by: '2027-02-18T23:59:59.999Z',
  })
})

it('finds the lines of refused refunds by staff in the audit', () => {
  const { shop, migrate } = openOldShop('0064', { hasForeignKeys: false })
  const refunds = [
    ['lines', '1 2', 'refused'],
    ['line', '2', 'refused'],
    ['amount', '', 'refused'],
    ['made-by-hand', '1', 'refused'],
    ['accepted', '1', 'accepted'],
  ] as const
  for (const [key, lines, outcome] of refunds)
    shop.exec(`
      INSERT INTO audit (id, idempotency_key, at, staff_subject, staff_name, role, action,
          subject_kind, subject_id, details)
        VALUES ('${key}', '${key}', '2026', 's', 'n', 'owner', 'refund', 'invoice', 'i-${key}',
          '${JSON.stringify({ lines })}');
      INSERT INTO refunds (id, invoice_id, provider, reference, amount_minor, currency, reason,
          actor, requested_at, ${outcome}_at)
        VALUES ('${key}/1', 'i-${key}', 'test', 'p-${key}', 1250, 'USD', 'r', 'n', '2026-11', '2026-11');`)
  shop.exec(`
    INSERT INTO refunds (id, invoice_id, provider, reference, amount_minor, currency, reason, actor,
        requested_at, accepted_at)
      VALUES ('lines/2', 'i-lines', 'test', 'other', 500, 'USD', 'r', 'n', '2026-11', '2026-11');
    INSERT INTO refunds (id, invoice_id, provider, reference, amount_minor, currency, reason, actor,
        requested_at, refused_at)
      VALUES ('undelivered:i/1', 'i', 'test', 'p', 500, 'USD', 'r', 'system', '2026-11', '2026-11');
    INSERT INTO payment_facts (provider, kind, id, reference, amount_minor, currency, at, received_at)
      VALUES ('test', 'refunded', 'f', 'p-made-by-hand', 1250, 'USD', '2026-12', '2026-12');`)
  migrate((name) => name.startsWith('0064'))
  expect(shop.prepare('SELECT id, positions FROM refunds ORDER BY id').all()).toEqual([
    { id: 'accepted/1', positions: '[]' },
    { id: 'amount/1', positions: '[]' },
    { id: 'line/1', positions: '[2]' },
    { id: 'lines/1', positions: '[1,2]' },
    { id: 'lines/2', positions: '[1,2]' },
    { id: 'made-by-hand/1', positions: '[]' },
    { id: 'undelivered:i/1', positions: '[]' },
  ])
})

it('finds the lines of older refused refunds that staff made again', () => {
  const { shop, migrate } = openOldShop('0066', { hasForeignKeys: false })
  const columns = `id, invoice_id, provider, reference, amount_minor, currency, reason, actor,
    requested_at`
  for (const [invoice, returnedAt] of [
    ['retried', `'2026-12'`],
    ['kept', 'NULL'],
    ['automatic', `'2026-12'`],
  ] as const) {
    const isAutomatic = invoice === 'automatic'
    const key = isAutomatic ? 'undelivered:automatic' : `first-${invoice}`
    shop.exec(`
      INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor, refund_requested_at)
        VALUES ('${invoice}', 1, 't', 1250, NULL), ('${invoice}', 2, 't', 1250, ${returnedAt});
      INSERT INTO refunds (${columns}, refused_at)
        VALUES ('${key}/1', '${invoice}', 'test', 'p', 1250, 'USD', 'r',
          '${isAutomatic ? 'system' : 'n'}', '2026-11', '2026-11');`)
    if (!isAutomatic)
      shop.exec(`INSERT INTO audit (id, idempotency_key, at, staff_subject, staff_name, role,
          action, subject_kind, subject_id, details)
        VALUES ('${key}', '${key}', '2026', 's', 'n', 'owner', 'refund', 'invoice', '${invoice}',
          '{"lines":"2"}')`)
    if (returnedAt !== 'NULL')
      shop.exec(`INSERT INTO refunds (${columns}, accepted_at, positions)
        VALUES ('again-${invoice}/1', '${invoice}', 'test', 'p', 1250, 'USD', 'r', 'n', '2026-12',
          '2026-12', '[2]')`)
  }
  migrate((name) => name.startsWith('0066'))
  const refused = 'SELECT id, positions FROM refunds WHERE refused_at IS NOT NULL ORDER BY id'
  expect(shop.prepare(refused).all()).toEqual([
    { id: 'first-kept/1', positions: '[]' },
    { id: 'first-retried/1', positions: '[2]' },
    { id: 'undelivered:automatic/1', positions: '[2]' },
  ])
})

it('finds operators of older shops without accents and punctuation', () => {
  const { shop, migrate } = openOldShop('0060')
  const titles = [
    'Kölbi ICE',
    'T-Mobile',
    'AT&T',
    "O'Neill «Ñandú»",
    'Việt\u00A0Nam -- Telecom!',
    'İş\u0327 Łódź',
    'Æon ß',
    'Ёлка й',
    'e\u0301tat',
    '中国移动',
    '???',
  ]
  for (const title of titles)
    shop
      .prepare('INSERT INTO operators (ident, title, search_title) VALUES (?1, ?1, ?2)')
      .run(title, title.toLowerCase())
  migrate((name) => name >= '0060')
  for (const title of titles)
    expect(row(shop, 'SELECT search_title FROM operators WHERE ident = ?', title)).toEqual({
      search_title: searchTitle(title),
    })
})

/**
 * Two branches used the same number. D1 identifies applied migrations by their names, so these
 * names must not change.
 */
const doubled = ['0012']

it('gives each migration its own number', () => {
  const numbers = files.map((name) => /^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1] ?? name)
  const repeated = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  expect(repeated).toEqual(doubled)
})

function indexesOf(shop: DatabaseSync): unknown[] {
  const sql = `SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name`
  return shop
    .prepare(sql)
    .all()
    .map(({ name }) => name)
}

function row(shop: DatabaseSync, sql: string, ...params: string[]) {
  return { ...shop.prepare(sql).get(...params) }
}
