import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { monthCampaigns } from '../../src/office/month-campaigns.ts'
import { monthDocuments } from '../../src/office/month-documents.ts'
import { monthMovements, monthPayments } from '../../src/office/month-payments.ts'
import { undocumentedMoney } from '../../src/office/undocumented-money.ts'
import { parseMonth } from '../../src/kit/time.shared.ts'
import { recordQueries } from '../support/record-queries.ts'
import {
  clock,
  invoiceOf,
  pay,
  phone,
  placeOrder,
  rows,
  run,
  settings,
  signInCustomer,
  signInPartner,
  openShop,
  usd,
} from '../support/small-shop.ts'
import { paidOrder, staffContext } from '../support/staff.ts'
import { visitAs, officePage } from '../support/visit-office.ts'

const november = parseMonth('2026-11') ?? raise()
const december = parseMonth('2026-12') ?? raise()
function raise(): never {
  throw new Error('not a month')
}

beforeEach(async () => openShop(5))

const roubles = { minor: 115_000, currency: 'RUB' }

/** Sales of November, and a refund and a lost dispute of December. */
async function sellAndRefund(): Promise<void> {
  const refunded = await paidOrder()
  const disputed = await paidOrder()
  const inRoubles = await placeOrder({ paymentOption: 'card-rub' })
  await pay(inRoubles, { amount: roubles })
  await pay(await placeOrder(), { kind: 'declined' })
  await pay('none', { invoiceID: null })
  for (const kind of ['disputed', 'dispute-lost', 'dispute-won'] as const)
    await pay(inRoubles, { kind, id: 'won after all', amount: roubles })
  clock.now = new Date('2026-12-01T00:00:00Z')
  await pay(refunded, { kind: 'refunded', amount: usd(250) })
  for (const kind of ['disputed', 'dispute-lost'] as const)
    await pay(disputed, { kind, id: 'lost' })
  await pay(refunded, { kind: 'dispute-won', id: 'won without a loss' })
}

it('adds up the payments of a month by currency, in the month in which the shop recorded them', async () => {
  await sellAndRefund()
  expect(await monthPayments(staffContext(), november)).toEqual([
    {
      provider: 'test',
      charges: 1,
      charged: roubles,
      refunded: { ...roubles, minor: 0 },
      lost: { ...roubles, minor: 0 },
      total: roubles,
    },
    {
      provider: 'test',
      charges: 3,
      charged: usd(3750),
      refunded: usd(0),
      lost: usd(0),
      total: usd(3750),
    },
  ])
  expect(await monthPayments(staffContext(), december)).toEqual([
    {
      provider: 'test',
      charges: 0,
      charged: usd(0),
      refunded: usd(250),
      lost: usd(1250),
      total: usd(-1500),
    },
  ])
})

it('counts a refund that failed at the bank as neither a charge nor a refund', async () => {
  const id = await paidOrder()
  const amount = usd(500)
  const refund = `refund-of-${id}`
  for (const kind of ['refunded', 'refund-failed'] as const)
    await pay(id, { kind, id: refund, amount })
  expect(await monthPayments(staffContext(), november)).toMatchObject([
    { charges: 1, charged: usd(1250), refunded: usd(0), total: usd(1250) },
  ])
  const movements = await monthMovements(staffContext(), november)
  expect(movements.map(({ kind }) => kind).toSorted()).toEqual([
    'charged',
    'refund-failed',
    'refunded',
  ])
  const path = '/admin/money/payments?month=2026-11'
  expect(await officePage('money', path)).toContain(',Refund failed at the bank,5.00,')
})

it('counts a refund that has the id of its charge', async () => {
  const id = await placeOrder()
  await pay(id, { id: 'payment 1' })
  clock.now = new Date('2026-11-22T10:00:00Z')
  await pay(id, { kind: 'refunded', id: 'payment 1', amount: usd(500) })
  expect(await monthPayments(staffContext(), november)).toMatchObject([
    { charges: 1, charged: usd(1250), refunded: usd(500), total: usd(750) },
  ])
  expect(await invoiceOf(id)).toMatchObject({
    refunded: usd(500),
    creditNotes: [{ number: 'C-1', amount: usd(500) }],
  })
})

it('lists movements that add up to the sums', async () => {
  await sellAndRefund()
  for (const month of [november, december]) {
    const movements = await monthMovements(staffContext(), month)
    for (const { total } of await monthPayments(staffContext(), month)) {
      const same = movements.flatMap(({ amount }) => amount ?? [])
      expect(
        same
          .filter(({ currency }) => currency === total.currency)
          .reduce((sum, { minor }) => sum + minor, 0),
      ).toBe(total.minor)
    }
  }
})

it('shows a month in both languages, with links to the months beside it', async () => {
  await sellAndRefund()
  const page = await officePage('money', '/admin/money')
  expect(page).toContain('Money, December 2026')
  for (const text of ['test, USD', '$2.50', '$12.50', '−$15']) expect(page).toContain(text)
  expect(page).toContain('href="/admin/money?month=2026-11"')
  expect(page).not.toContain('month=2027-01')
  const headers = { 'Accept-Language': 'ru' }
  const before = await visitAs('money', '/admin/money?month=2026-11', { headers })
  expect(await before.text()).toMatch(/Деньги, ноябрь 2026/)
  for (const path of ['/admin/money?month=2026-13', '/admin/money/payments'])
    expect((await visitAs('money', path)).status).toBe(404)
})

it('says what is missing in a month without sales', async () => {
  const page = await officePage('money', '/admin/money?month=2025-01')
  for (const text of ['No payments in this month', 'No sales in this period', 'No orders through'])
    expect(page).toContain(text)
})

it('serves the payments as a file for the spreadsheets of each language', async () => {
  const id = await paidOrder()
  const path = '/admin/money/payments?month=2026-11'
  const answer = await visitAs('money', path)
  expect(answer.headers.get('Content-Disposition')).toBe(
    'attachment; filename="payments-2026-11.csv"',
  )
  const [heading, line] = (await answer.text()).split('\r\n')
  expect(heading).toMatch(
    /^Recorded \(UTC\),What happened,Amount,Currency,Provider,Time at the provider/,
  )
  expect(line).toMatch(/^2026-11-21 10:00:00,Charged,12\.50,USD,test,2026-11-21 10:00:00,/)
  expect(line).toContain(`,${id.slice(0, 10)},1,tr-10,`)
  expect(line).not.toContain('example.com')
  const russian = await visitAs('money', path, { headers: { 'Accept-Language': 'ru' } })
  expect(await russian.text()).toContain(';12,50;USD;')
})

it('serves the receipts and credit notes as a file that adds up', async () => {
  settings['VAT_PERCENT'] = '20'
  const first = await paidOrder()
  await paidOrder()
  const refund = { id: 're_1', amount: usd(250) }
  for (const kind of ['refunded', 'refund-failed'] as const) await pay(first, { kind, ...refund })
  clock.now = new Date('2026-12-01T00:00:00Z')
  await pay(first, { kind: 'refunded' })
  const linesOf = async (month: string, headers = {}) => {
    const path = `/admin/money/documents?month=${month}`
    const answer = await visitAs('money', path, { headers })
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="documents-${month}.csv"`,
    )
    return (await answer.text()).replaceAll('\u00A0', ' ').trimEnd().split('\r\n').slice(1)
  }
  const order = first.slice(0, 10)
  const lines = await linesOf('2026-11')
  expect(lines.map((line) => line.slice('2026-11-21 10:00:00,'.length))).toEqual([
    `Receipt,1,,,${order},,12.50,USD,20,2.08,`,
    expect.stringMatching(/^Receipt,2,,,\w{10},,12\.50,USD,20,2\.08,$/),
    `Credit note,C-1,1,,${order},,-2.50,USD,20,-0.41,`,
    `Cancellation of a credit note,C-2,1,C-1,${order},,2.50,USD,20,0.41,`,
  ])
  expect(await linesOf('2026-12', { 'Accept-Language': 'ru' })).toEqual([
    `2026-12-01 00:00:00;Квитанция о возврате;C-3;1;;${order};;-12,50;USD;20;-2,08;`,
  ])
  expect((await visitAs('money', '/admin/money/documents')).status).toBe(404)
})

it('shows rewards, payouts, and what the shop owes its partners at the end of a month', async () => {
  await signInPartner()
  const add = async (id: string, type: string, minor: number, at: string, change = '') =>
    env.DB.prepare(
      `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at,
        paid_at, rejected_at, withdrawal_id)
      SELECT '${id}', id, '${type}', ${minor}, '${at}', ${change || 'NULL, NULL, NULL'}
      FROM partners`,
    ).run()
  await add('a', 'reward', 9000, '2026-10-20T00:00:00.000Z')
  await add('b', 'reward', 1000, '2026-11-02T00:00:00.000Z')
  await add('c', 'reversal', -400, '2026-11-03T00:00:00.000Z')
  await add('d', 'adjustment', 150, '2026-11-04T00:00:00.000Z')
  // Paid in December.
  const paid = `'2026-12-02T00:00:00.000Z', NULL, NULL`
  await add('e', 'withdrawal', -3000, '2026-11-05T00:00:00.000Z', paid)
  const paidNow = `'2026-11-07T00:00:00.000Z', NULL, NULL`
  await add('f', 'withdrawal', -3100, '2026-11-06T00:00:00.000Z', paidNow)
  const rejected = `NULL, '2026-11-09T00:00:00.000Z', NULL`
  await add('g', 'withdrawal', -3200, '2026-11-08T00:00:00.000Z', rejected)
  await add('h', 'rejection', 3200, '2026-11-09T00:00:00.000Z', `NULL, NULL, 'g'`)
  const facts = async (month: string) => {
    const page = await officePage('money', `/admin/money?month=${month}`)
    return [...page.matchAll(/<dt>([^<]*)<\/dt><dd><b>([^<]*)/g)]
      .map(([, name, value]) => `${name} ${value}`)
      .slice(-5)
  }
  expect(await facts('2026-11')).toEqual([
    'Rewards $10',
    'Reversed rewards −$4',
    'Corrections $1.50',
    'Paid out $31',
    'Owed at the end $66.50',
  ])
  expect(await facts('2026-12')).toEqual([
    'Rewards $0',
    'Reversed rewards $0',
    'Corrections $0',
    'Paid out $30',
    'Owed at the end $36.50',
  ])
})

it('shows campaigns on the page of the month and of the order', async () => {
  const utm = { utm_source: 'telegram', utm_medium: '', utm_campaign: 'autumn' }
  const id = await paidOrder({ utm })
  await paidOrder({ utm })
  await paidOrder()
  await placeOrder({ utm: { utm_source: 'unpaid' } })
  const page = await officePage('money', '/admin/money')
  expect(page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).toContain(
    'telegram — autumn 2 $25',
  )
  expect(page).not.toContain('unpaid')
  const order = await officePage('support', `/admin/order?id=${id}`)
  expect(order).toContain('telegram · autumn')
})

it('shows new customers and partners by campaign', async () => {
  const utm = { utm_source: 'ads', utm_medium: 'cpc' }
  for (const address of ['bella@example.com', 'carla@example.com'])
    await signInCustomer(address, { utm })
  await signInCustomer('dora@example.com')
  await signInPartner(phone, { utm })
  const page = await officePage('money', '/admin/money')
  expect(page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).toContain('ads cpc — 2 1')
})

it('reads the payments and campaigns of a month with indexes', async () => {
  const plans = await recordQueries(async () => {
    await monthPayments(staffContext(), november)
    await monthMovements(staffContext(), november)
    await monthCampaigns(staffContext(), november)
    await monthDocuments(staffContext(), november)
    await undocumentedMoney(staffContext(), november)
  })
  expect(plans).toHaveLength(7)
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})

it('shows support no accounts and no payout details', async () => {
  await signInPartner()
  await run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, payout_details,
    created_at)
    SELECT 'w1', id, 'withdrawal', -5000, 'Card 4242', '2026-11-21T09:00:00.000Z' FROM partners`)
  for (const path of [
    '/admin/money',
    '/admin/money/payments?month=2026-11',
    '/admin/money/documents?month=2026-11',
  ])
    expect((await visitAs('support', path)).status, path).toBe(403)
  const today = await officePage('support', '/admin')
  expect(today).not.toContain('No sales in this period')
  expect(today).not.toContain('href="/admin/money"')
  for (const path of ['/admin/partners', `/admin/partner?id=${await partnerID()}`]) {
    expect(await officePage('support', path)).not.toContain('Card 4242')
    expect(await officePage('money', path)).toContain('Card 4242')
  }
})

async function partnerID(): Promise<string> {
  const [partner] = await rows<{ id: string }>('SELECT id FROM partners')
  return partner?.id ?? ''
}
