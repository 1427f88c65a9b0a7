import { beforeEach, describe, expect, it } from 'vitest'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { api, clock, orderOf, pay, rows, openShop, run, usd } from '../support/small-shop.ts'
import { origin, visit, visitText, orderForm } from '../support/visit.ts'

const words = wordsOf('en')
const both = '/esim-order?tariffID=tr-10,cu-5'

beforeEach(async () => {
  await openShop(4)
  await run(
    `INSERT INTO plans (id, operator_ident, kind, country_codes, market, traffic_mb,
        validity_days, prices)
      VALUES ('cu-5', 'tr-turkcell', 'country', '["cu"]', 'travel', 5120, 7,
        '{"USD":700,"RUB":64000}')`,
    `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample)
      VALUES ('8910300000000000099', 'cu-5', 'rsp.example.com', 'CODE-CU', 1)`,
  )
})

const send = async (path: string, change: Record<string, string> = {}) =>
  visit(path, {
    method: 'POST',
    headers: { Origin: origin },
    body: new URLSearchParams({
      ...orderForm(),
      ...change,
    }),
  })

/** Returns the page with plain spaces. */
const read = async (path: string) => (await visitText(path)).replaceAll('\u00A0', ' ')

describe('an order of several plans', () => {
  it('shows each plan with its price and a link that removes it, and the total', async () => {
    const html = await read(both)
    expect(html.match(/class="order-pass"/g)).toHaveLength(2)
    expect(html).toContain('2 eSIMs: $19.50 in all')
    expect(html).toContain('name="total-card-usd" value="1950"')
    expect(html).toContain('name="total-card-rub" value="179000"')
    expect(html).toContain('href="/esim-order?tariffID=cu-5"')
    expect(html).toContain('href="/esim-order?tariffID=tr-10"')
  })

  it('is paid in one payment, and its page has every QR code and link', async () => {
    const ordered = await send(both, { 'total-card-usd': '1950' })
    expect(ordered.status).toBe(303)
    expect(await rows('SELECT plan_id FROM order_lines ORDER BY position')).toEqual([
      { plan_id: 'tr-10' },
      { plan_id: 'cu-5' },
    ])
    const [order] = await rows<{ id: string }>('SELECT id FROM orders')
    const invoiceID = order?.id ?? ''
    await pay(invoiceID, { amount: usd(1950) })
    const response = await visit(`/payment/success?invoiceID=${invoiceID}`)
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
    expect(response.headers.get('Cache-Control')).toContain('private')
    const html = await response.text()
    expect(html).not.toContain('http-equiv="refresh"')
    expect(html.match(/class="qr"/g)).toHaveLength(2)
    expect(html).not.toContain(words('payment.qrForOther'))
    const headers = { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }
    const onPhone = await (
      await visit(`/payment/success?invoiceID=${invoiceID}`, { headers })
    ).text()
    expect(onPhone.split(words('payment.qrForOther'))).toHaveLength(3)
    const esims = await rows<{ esim_hash: string }>('SELECT esim_hash FROM esims')
    for (const { esim_hash: hash } of esims)
      expect(html).toContain(`data-copy="${origin}/esim-instruction?hash=${hash}"`)
  })

  it('promises the eSIMs that have sold out since, and shows the others', async () => {
    expect((await send(both, { 'total-card-usd': '1950' })).status).toBe(303)
    const [order] = await rows<{ id: string }>('SELECT id FROM orders')
    const invoiceID = order?.id ?? ''
    await run(`UPDATE stock SET withdrawn_at = '2026-11-21' WHERE plan_id = 'cu-5'`)
    clock.now = new Date()
    await pay(invoiceID, { amount: usd(1950) })
    const html = await read(`/payment/success?invoiceID=${invoiceID}`)
    expect(html).toContain(`<span class="status waiting">${words('payment.lines.waiting')}</span>`)
    expect(html.match(/class="qr"/g)).toHaveLength(1)
    expect(html).not.toContain(words('payment.refreshes'))
    expect(html).toContain(`>${words('payment.refresh')}</a>`)
    const [promise = ''] = words('payment.someSoldOutText', { email: '', time: '' }).split('.')
    expect(html).toContain(promise.replaceAll('\u00A0', ' '))
  })

  it('is rejected at a price that differs from the shown price, and keeps the typed values', async () => {
    const refused = await send(both, { 'total-card-usd': '1900', promocode: '' })
    expect(refused.status).toBe(409)
    const html = (await refused.text()).replaceAll('\u00A0', ' ')
    expect(html).toContain(words('api.priceChanged', { before: '$19', now: '$19.50' }))
    expect(html).toContain('value="anna@example.com"')
    expect(html).toContain('name="total-card-usd" value="1950"')
    expect(html.match(/class="order-pass"/g)).toHaveLength(2)
  })

  it('applies a promo code to the whole order', async () => {
    await run(`INSERT INTO promo_codes (code, percent_hundredths, created_at)
      VALUES ('TEN', 1000, '2026-11-01')`)
    expect(await read(`${both}&promo=TEN`)).toContain('name="total-card-usd" value="1755"')
    expect((await send(both, { promocode: 'ten', 'total-card-usd': '1755' })).status).toBe(303)
  })

  it('has every plan of a URL that repeats the parameter', async () => {
    const html = await read('/esim-order?tariffID=tr-10&tariffID=cu-5')
    expect(html).toContain('2 eSIMs: $19.50 in all')
    expect(html).toContain('action="/esim-order?tariffID=tr-10%2Ccu-5"')
  })

  it('shows that a plan has sold out, and offers no payment', async () => {
    const html = await read('/esim-order?tariffID=tr-10,tr-sold-out')
    expect(html).toContain(words('order.soldOutOne'))
    expect(html).not.toContain('data-form="order"')
    expect(html).toContain('href="/esim-order?tariffID=tr-10"')
    expect(html).toContain(words('order.orderLeft'))
  })

  it.each([
    ['eleven plans', Array.from({ length: 11 }, () => 'tr-10').join(',')],
    ['no plan', ''],
    ['a plan without a name', 'tr-10,'],
    ['an unknown plan', 'tr-10,none'],
  ])('does not exist with %s', async (_, plans) => {
    expect((await visit(`/esim-order?tariffID=${plans}`)).status).toBe(404)
  })
})

describe('an order for several people', () => {
  it('has an eSIM of every plan for each person', async () => {
    const path = '/esim-order?tariffID=tr-10&people=3'
    const html = await read(path)
    expect(html).toContain('3 eSIMs: $37.50 in all')
    expect(html).toContain('name="total-card-usd" value="3750"')
    expect(html).toContain('action="/esim-order?tariffID=tr-10&amp;people=3"')
    expect((await send(path, { 'total-card-usd': '3750' })).status).toBe(303)
    expect(await rows('SELECT plan_id FROM order_lines')).toHaveLength(3)
  })

  it('shows how many eSIMs are left when there are too few', async () => {
    const refused = await send('/esim-order?tariffID=tr-10,cu-5&people=2')
    expect(refused.status).toBe(409)
    const html = (await refused.text()).replaceAll('\u00A0', ' ')
    expect(html).toContain('Only 1 eSIM is left for this plan: Cuba, 5 GB, 7 days')
  })

  it.each([
    ['people=0', 1, 4],
    ['people=5', 4, 4],
    ['people=many', 1, 4],
  ])('limits the number of people: %s', async (query, people, most) => {
    const html = await read(`/esim-order?tariffID=tr-10&${query}`)
    expect(html).toContain(`name="total-card-usd" value="${1250 * people}"`)
    expect(html.match(/ formAction=/g)).toHaveLength(most)
  })

  it('keeps the typed values when the number of people changes', async () => {
    const changed = await send('/esim-order?tariffID=tr-10&people=2', {
      step: 'people',
      email: 'an',
    })
    expect(changed.status).toBe(200)
    const html = await changed.text()
    expect(html).toContain('name="total-card-usd" value="2500"')
    expect(html).toContain('value="an"')
    expect(await rows('SELECT 1 FROM orders')).toEqual([])
  })

  it('has at most ten eSIMs', async () => {
    const four = Array.from({ length: 4 }, () => 'tr-10').join(',')
    const html = await read(`/esim-order?tariffID=${four}&people=4`)
    expect(html).toContain(`name="total-card-usd" value="${1250 * 8}"`)
  })

  it('keeps its people and plans during the check of a phone', async () => {
    const check = await read(`/esim/check?model=apple-iphone-12&tariffID=tr-10,cu-5&people=2`)
    expect(check).toContain(
      'href="/esim-order?tariffID=tr-10%2Ccu-5&amp;people=2&amp;phone=apple-iphone-12"',
    )
  })
})

it.each([
  ['tr-10', 'order.soldOut'],
  ['tr-10,cu-5', 'order.soldOutOne'],
] as const)('shows other plans when %s sells out before its form arrives', async (plans, text) => {
  await run(`UPDATE stock SET withdrawn_at = '2026-11-21' WHERE plan_id = 'tr-10'`)
  const path = `/esim-order?tariffID=${plans}`
  const form = orderForm()
  const init = { method: 'POST', body: new URLSearchParams(form) }
  const refused = await visit(path, { ...init, headers: { Origin: origin } })
  const page = new URL(refused.headers.get('Location') ?? '', origin)
  expect([refused.status, page.searchParams.get('tariffID')]).toEqual([303, plans])
  expect(await read(page.pathname + page.search)).toContain(words(text))
  const headers = { Origin: origin, Accept: 'application/json' }
  expect(await (await visit(path, { ...init, headers })).json()).toEqual({
    to: page.pathname + page.search,
    isRefused: true,
  })
  expect(await rows('SELECT 1 FROM orders')).toEqual([])
})

it.each([
  ['one', ['cu-5'], 'order.soldOutOne'],
  ['some', ['cu-5', 'tr-10'], 'order.soldOutSome'],
  ['all', ['cu-5', 'tr-10', 'tr-7'], 'order.soldOutAll'],
] as const)(
  'shows that %s of the plans sold out, before and after the order',
  async (_, sold, text) => {
    await run(
      `INSERT INTO plans (id, operator_ident, kind, country_codes, market, traffic_mb,
        validity_days, prices)
      VALUES ('tr-7', 'tr-turkcell', 'country', '["tr"]', 'travel', 7168, 7, '{"USD":700}')`,
      `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample)
      VALUES ('8910300000000000098', 'tr-7', 'rsp.example.com', 'CODE-TR', 1)`,
    )
    const tariffIDs = ['tr-10', 'cu-5', 'tr-7']
    const { tariffID: _first, ...order } = orderOf()
    const lines = tariffIDs.map((tariffID) => ({ tariffID }))
    const started = await api().activation({ ...order, lines })
    if (!started.ok) throw new Error(`order failed: ${started.error.status}`)
    const { invoiceID } = started.value.data
    await pay(invoiceID, { kind: 'declined' })
    for (const id of sold)
      await run(`UPDATE stock SET withdrawn_at = '2026-11-21' WHERE plan_id = '${id}'`)
    for (const locale of ['en', 'ru'] as const) {
      const form = await visitText(href(locale, 'order', null, { tariffID: tariffIDs.join(',') }))
      const declined = await visitText(href(locale, 'paymentFailed', null, { invoiceID }))
      expect(form).toContain(wordsOf(locale)(text))
      expect(declined).toContain(wordsOf(locale)(text))
    }
  },
)

it('offers another plan for the country of a sold-out plan', async () => {
  const html = await read('/esim-order?tariffID=tr-sold-out')
  expect(html).toContain(words('order.soldOut'))
  expect(html).toContain('href="/esim-order?tariffID=tr-10"')
})
