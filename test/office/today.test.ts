import { beforeEach, expect, it } from 'vitest'
import { officeWordsOf } from '../../src/office/office-context.tsx'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { recordQueries } from '../support/record-queries.ts'
import { advanceClock, pay, placeOrder, openShop, run } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { visitAs, officePage } from '../support/visit-office.ts'

beforeEach(async () => openShop(3))

async function today(language = 'en'): Promise<string> {
  const headers = { 'Accept-Language': language }
  return officePage('money', '/admin', { headers })
}

function tile(page: string, name: string): string | undefined {
  return new RegExp(`${name}</span><b>(\\d+)</b>`).exec(page)?.[1]
}

it('shows that nothing is open', async () => {
  const page = await today()
  for (const text of [
    'Nothing waits for you',
    'No sales in this period',
    'No supplier is switched on',
  ])
    expect(page).toContain(text)
  expect(page).not.toContain('class="tile')
  expect(await today('ru')).toContain(officeWordsOf('ru')('today.nothingWaits'))
})

it('says that the shop sells nothing, and where the reason is', async () => {
  const notice = 'Visitors can’t buy any plan.'
  expect(await today()).not.toContain(notice)
  await run('UPDATE placements SET in_stock = 0')
  expect(await today()).toContain(`${notice} <a href="/admin/settings">See why in Settings</a>`)
})

it('shows a dispute, and links to its order', async () => {
  const id = await paidOrder()
  await pay(id, { kind: 'disputed', id: 'dispute-1' })
  const page = await today()
  expect(tile(page, 'Disputed at the bank')).toBe('1')
  expect(page).toContain('A customer disputes a payment')
  expect(page).toContain(`href="/admin/orders?q=${id.slice(0, 10)}"`)
  const list = await officePage('support', '/admin/orders?group=disputed')
  expect(list).toContain(`href="/admin/order?id=${id}"`)
  const others = await officePage('support', '/admin/orders?group=waiting')
  expect(others).toContain('Nothing here.')
})

it('shows a paid order that waits for stock', async () => {
  const id = await placeOrder()
  await run('DELETE FROM stock')
  await pay(id)
  expect(tile(await today(), 'Paid, waiting for the eSIM')).toBe('1')
})

it('counts the withdrawals and reviews that wait for a decision', async () => {
  const id = await paidOrder()
  await run(`INSERT INTO reviews (id, order_id, line_position, plan_id, place, is_gift, lang,
      rating, text, author, written_at)
    VALUES ('review', '${id}', 1, 'tr-10', 'tr', 0, 'en', 5, '', '', '2026-11-21T10:00:00.000Z')`)
  await run(`INSERT INTO partners (id, phone, code, agreed_at, created_at) VALUES
    ('partner', '+79123456789', 'code', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z')`)
  await run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    VALUES ('withdrawal', 'partner', 'withdrawal', -5000, '2026-11-21T10:00:00.000Z')`)
  const after = await today()
  expect([tile(after, 'Withdrawals to pay'), tile(after, 'Reviews to read')]).toEqual(['1', '1'])
})

it('shows how many days the stock lasts at the current rate of sales', async () => {
  await paidOrder()
  await paidOrder()
  // One profile is left. Two were sold in 14 days, none of them in the last three days.
  advanceClock(4 * 86_400)
  const page = await today()
  expect(page).toMatch(/<a href="\/admin\/plan\?id=tr-10">Türkiye, 10.GB, 30.days</)
  expect(page).toMatch(/<code>tr-10<\/code>.*?>1<.*?>2<.*?>7 days</s)
  advanceClock(11 * 86_400)
  expect(await today()).toContain('Every plan that sells has stock')
})

it('shows sales, cost and profit with a table', async () => {
  await run(`UPDATE stock SET cost_minor = 400, cost_currency = 'USD'`)
  await paidOrder()
  const page = await today()
  expect(page).toContain('<svg')
  expect(page).toMatch(/Türkiye|Turkey/)
  expect(page).toMatch(
    /2[12]\.11\.2026<\/th><td[^>]*>1<\/td><td[^>]*>0<\/td><td[^>]*>\$12\.50<\/td><td[^>]*>\$4<\/td><td[^>]*>\$8\.50<\/td><td[^>]*>68%/,
  )
})

it('excludes sales without an exchange rate, and shows their number', async () => {
  const id = await paidOrder()
  await run(
    `UPDATE orders SET currency = 'KZT' WHERE id = '${id}'`,
    `UPDATE payment_facts SET currency = 'KZT' WHERE order_id = '${id}'`,
  )
  const page = await today()
  expect(page).toContain('1 sale in KZT isn’t in these totals')
  expect(page).toContain('<a href="/admin/prices">Set an exchange rate</a>')
  for (const name of ['Revenue', 'Cost', 'Profit'])
    expect(page).toContain(`<dt>${name}</dt><dd><b>—</b></dd>`)
  expect(page).not.toContain('$0')
  await run(`INSERT INTO payment_facts (provider, kind, id, reference, order_id,
      amount_minor, currency, at, received_at) SELECT provider, 'refunded', 'refund', reference, order_id,
    amount_minor, currency, at, received_at FROM payment_facts WHERE order_id = '${id}'`)
  expect(await today()).not.toContain('in these totals')
})

it('shows failed messages, supplier accounts and held orders', async () => {
  const id = await paidOrder()
  await run(
    `UPDATE outbox SET given_up_at = '2026-11-21T09:00:00.000Z', attempts = 8, sent_at = NULL WHERE purpose = 'esim'`,
    `INSERT INTO suppliers (id, is_on, balance_minor, balance_currency, balance_at, key_refused_at) VALUES ('airalo', 1, 12345, 'USD', '2026-11-21T09:50:00.000Z', '2026-11-21T09:40:00.000Z')`,
    `INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code, status, created_at) VALUES ('k', '${id}', 1, 'plan', 'airalo', 'p', 'held', '2026-11-21T09:00:00.000Z')`,
  )
  const page = await today()
  expect(tile(page, 'Messages not sent')).toBe('1')
  expect(page).toContain('href="/admin/orders?q=anna%40example.com"')
  expect(page).toContain('$123.45')
  expect(page).toContain('1 order on hold')
  expect(page).toContain('key not accepted')
})

it('lists all alerts by page, and says how many there are', async () => {
  const numbers = JSON.stringify(Array.from({ length: 120 }, (_, index) => index))
  await run(`INSERT INTO alerts (kind, subject, detail, since)
    SELECT 'unmatched-fact', 'charge-' || value, '10.00 USD', '2026-11-21T08:00:00.000Z'
    FROM json_each('${numbers}')`)
  expect(await today()).toContain('href="/admin/alerts">See all 120 alerts')
  const found: unknown[] = []
  const plans = await recordQueries(async () => {
    let next: string | undefined = '/admin/alerts'
    while (next !== undefined) {
      const page = await officePage('support', next)
      expect(page).toContain('120 open alerts')
      found.push(...[...page.matchAll(/charge-\d+/g)].map(([subject]) => subject))
      next = /href="([^"]+)">Older alerts/.exec(page)?.[1]
    }
  })
  expect(found).toHaveLength(120)
  expect(new Set(found).size).toBe(120)
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})

it('lists alerts about stock after all others', async () => {
  const numbers = JSON.stringify(Array.from({ length: 30 }, (_, index) => index))
  await run(
    `INSERT INTO alerts (kind, subject, detail, since)
      VALUES ('overcharged', 'charged-twice', '10.00 USD', '2026-11-20T08:00:00.000Z')`,
    `INSERT INTO alerts (kind, subject, detail, since)
      SELECT 'low-stock', 'plan-' || value, 'sold out', '2026-11-21T08:00:00.000Z'
      FROM json_each('${numbers}')`,
  )
  const subjects = (await today()).match(/charged-twice|plan-\d+/g) ?? []
  expect(subjects[0]).toBe('charged-twice')
  expect(new Set(subjects).size).toBe(20)
})

it('does not hide that more messages failed than it lists', async () => {
  const numbers = JSON.stringify(Array.from({ length: 60 }, (_, index) => index))
  await run(`INSERT INTO outbox (id, kind, purpose, recipient, body, created_at, given_up_at, dedupe_key)
    SELECT 'failed-' || value, 'mail', 'refund', 'anna@example.com', 'Hello', '2026-11-21T08:00:00.000Z',
      '2026-11-21T09:00:00.000Z', value FROM json_each('${numbers}')`)
  const page = await today()
  expect(tile(page, 'Messages not sent')).toBe('60')
  expect(page).toContain('See all 60 messages')
})

it('reads only indexes, regardless of the number of sales', async () => {
  const plans = await recordQueries(async () => {
    await today()
    for (const group of ['waiting', 'disputed', 'refund-refused'])
      await visitAs('support', `/admin/orders?group=${group}`)
  })
  expect(plans.length).toBeGreaterThan(8)
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})
