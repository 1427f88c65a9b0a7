import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { monthMovements } from '../../src/backend/reports/month-payments.ts'
import { monthStatement } from '../../src/backend/reports/month-statement.ts'
import type { CurrencyStatement } from '../../src/backend/reports/month-statement.ts'
import { monthOf } from '../../src/domain/month.ts'
import { recordQueries } from '../support/record-queries.ts'
import {
  clearShop,
  clock,
  invoiceOf,
  pay,
  placeOrder,
  rows,
  settings,
  signInPartner,
  stockShop,
} from '../support/small-shop.ts'
import { paidOrder, staffContext } from '../support/staff.ts'
import { visitAs } from '../support/visit-admin.ts'

const november = monthOf(new Date('2026-11-15T00:00:00Z'))
const december = monthOf(new Date('2026-12-15T00:00:00Z'))

beforeEach(async () => {
  await clearShop()
  await stockShop(6)
})

const usd = (minor: number) => ({ minor, currency: 'USD' })
const roubles = (minor: number) => ({ minor, currency: 'RUB' })
const run = (...statements: string[]) =>
  env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))

/** Every kind of event in November, and events of December that no sum of November may have. */
async function sellAndBuy(): Promise<void> {
  await run(`UPDATE stock SET cost_minor = 400, cost_currency = 'USD'`)
  settings['VAT_PERCENT'] = '20'
  const withFee = await placeOrder()
  await pay(withFee, { fee: usd(66) })
  const withoutFee = await paidOrder()
  const inRoubles = await placeOrder({ paymentOption: 'card-rub' })
  await pay(inRoubles, { amount: roubles(115_000), fee: roubles(4025) })
  delete settings['VAT_PERCENT']
  await run(`UPDATE stock SET cost_minor = NULL WHERE invoice_id IS NULL`)
  const withoutVat = await placeOrder()
  await pay(withoutVat, { fee: { minor: 30, currency: 'EUR' } })
  await pay(await placeOrder(), { kind: 'declined' })
  await pay('none', { invoiceID: null, amount: usd(700) })
  await pay(withFee, { kind: 'refunded', amount: usd(250) })
  for (const kind of ['refunded', 'charged'] as const)
    await pay(withFee, { kind, id: 'failed-refund', amount: usd(100) })
  for (const kind of ['disputed', 'dispute-lost'] as const)
    await pay(withoutFee, { kind, id: 'lost' })
  for (const kind of ['disputed', 'dispute-lost', 'dispute-won'] as const)
    await pay(inRoubles, { kind, id: 'won-after-all', amount: roubles(115_000) })
  await pay(withoutVat, { kind: 'dispute-won', id: 'won-without-a-loss' })
  await addSupplierOrders(withFee)
  await addRewards()
  clock.now = new Date('2026-12-01T00:00:00Z')
  await pay(withFee, { kind: 'refunded', amount: usd(1000) })
}

async function addSupplierOrders(invoiceID: string): Promise<void> {
  const order = (key: string, kind: string, status: string, cost: string, at: string) =>
    `INSERT INTO supplier_orders (key, invoice_id, line_position, kind, supplier, plan_code, status,
      cost_minor, cost_currency, created_at, ended_at)
    VALUES ('${key}', '${invoiceID}', 1, '${kind}', 'acme', 'p', '${status}', ${cost}, '${at}', '${at}')`
  const at = '2026-11-22T00:00:00.000Z'
  await run(
    order('plan', 'plan', 'done', `310, 'EUR'`, at),
    order('top-up', 'top-up', 'done', `120, 'USD'`, at),
    order('unknown', 'top-up', 'done', 'NULL, NULL', at),
    order('refused', 'plan', 'refused', `999, 'EUR'`, at),
    order('returned', 'plan', 'returned', `999, 'EUR'`, at),
    order('later', 'plan', 'done', `777, 'EUR'`, '2026-12-01T00:00:00.000Z'),
  )
}

async function addRewards(): Promise<void> {
  await signInPartner()
  const entries = [
    ['reward', 500, '2026-11-21'],
    ['reversal', -125, '2026-11-23'],
    ['adjustment', 50, '2026-11-24'],
    ['reward', 900, '2026-12-01'],
  ] as const
  await run(
    ...entries.map(
      ([type, minor, day], index) =>
        `INSERT INTO referrer_transactions (id, referrer_id, type, amount_minor, created_at)
        SELECT 't${index}', id, '${type}', ${minor}, '${day}T00:00:00.000Z' FROM referrers`,
    ),
  )
}

it('adds up payments, fees, VAT, costs and rewards of a month in each currency', async () => {
  await sellAndBuy()
  const { currencies } = await monthStatement(staffContext(), november)
  const minorOf = ({ currency, ...sums }: CurrencyStatement) => [
    currency,
    Object.fromEntries(
      Object.entries(sums).flatMap(([name, sum]) => ('minor' in sum ? [[name, sum.minor]] : [])),
    ),
  ]
  expect(Object.fromEntries(currencies.map(minorOf))).toEqual({
    USD: {
      // Three orders, and money that belongs to no order.
      charged: 3 * 1250 + 700,
      refunded: 250,
      lost: 1250,
      fees: 66,
      // The VAT in 10.00, which the shop keeps of the first order. The second was lost.
      vat: 167,
      // Two codes of the shop's own stock in dollars, and the top-up.
      costs: 3 * 400 + 120,
      rewards: 500 - 125 + 50,
      earned: 4450 - 250 - 1250 - 66 - 167 - 1320 - 425,
    },
    RUB: {
      charged: 115_000,
      refunded: 0,
      lost: 0,
      fees: 4025,
      vat: 19_167,
      costs: 0,
      rewards: 0,
      earned: 115_000 - 4025 - 19_167,
    },
    EUR: {
      charged: 0,
      refunded: 0,
      lost: 0,
      fees: 30,
      vat: 0,
      costs: 310,
      rewards: 0,
      earned: -340,
    },
  })
  expect(currencies.map(({ currency }) => currency)).toEqual(['USD', 'RUB', 'EUR'])
  // Without a fee: the second order, and the money that belongs to no order. Without VAT: that
  // money and the fourth order. Without a cost: the fourth code, and a top-up.
  expect(
    Object.fromEntries(currencies.map(({ currency, unknown }) => [currency, unknown])),
  ).toEqual({
    USD: { fees: 2, vat: 2, costs: 2 },
    RUB: { fees: 0, vat: 0, costs: 0 },
    EUR: { fees: 0, vat: 0, costs: 0 },
  })
})

it('shows that an amount is not known only in its currency', async () => {
  await run(`UPDATE stock SET cost_minor = 400, cost_currency = 'USD'`)
  settings['VAT_PERCENT'] = '20'
  await pay(await placeOrder(), {})
  const fee = roubles(0)
  await pay(await placeOrder({ paymentOption: 'card-rub' }), { amount: roubles(115_000), fee })
  delete settings['VAT_PERCENT']
  const page = await (await visitAs('money', '/admin/money?month=2026-11')).text()
  expect(page).toMatch(
    /Fees of payment providers<\/th><td[^>]*>not known<\/td><td[^>]*>(?!not known)/,
  )
})

it('has the same sums as the file of payments and as the ledger', async () => {
  await sellAndBuy()
  for (const month of [november, december]) {
    const movements = await monthMovements(staffContext(), month)
    const { currencies } = await monthStatement(staffContext(), month)
    for (const { currency, charged, refunded, lost, vat } of currencies) {
      const ours = movements.filter(({ amount }) => amount.currency === currency)
      const sum = (minors: readonly number[]) => minors.reduce((total, minor) => total + minor, 0)
      expect(sum(ours.map(({ amount }) => amount.minor))).toBe(
        charged.minor - refunded.minor - lost.minor,
      )
      expect(sum(ours.map((movement) => movement.vat?.minor ?? 0))).toBe(vat.minor)
    }
    const fees = await rows<{ currency: string; minor: number }>(
      `SELECT fee_currency AS currency, sum(fee_minor) AS minor FROM payment_facts
      WHERE at >= '${month.since.toISOString()}' AND at < '${month.until.toISOString()}'
        AND fee_minor > 0 GROUP BY 1`,
    )
    for (const { currency, minor } of fees)
      expect(currencies.find((each) => each.currency === currency)?.fees.minor).toBe(minor)
  }
})

it('has the VAT of the receipt and of the credit notes in the movements of an order', async () => {
  settings['VAT_PERCENT'] = '20'
  const id = await paidOrder()
  const vatOfMovements = async (ofMonth = november) => {
    const movements = await monthMovements(staffContext(), ofMonth)
    return movements.map(({ vat }) => vat?.minor)
  }
  for (const [index, minor] of [417, 417, 416].entries()) {
    clock.now = new Date(`2026-1${index === 2 ? 2 : 1}-2${index + 2}T10:00:00Z`)
    await pay(id, { kind: 'refunded', id: `refund ${index}`, amount: usd(minor) })
  }
  const { creditNotes } = await invoiceOf(id)
  const ofNotes = (creditNotes ?? []).map((note) => -(note.vat?.minor ?? 0))
  expect([...(await vatOfMovements()), ...(await vatOfMovements(december))]).toEqual([
    208,
    ...ofNotes,
  ])
  expect(ofNotes.reduce((sum, minor) => sum + minor, 0)).toBe(-208)
  for (const month of [november, december]) {
    const [sums] = (await monthStatement(staffContext(), month)).currencies
    const own = await vatOfMovements(month)
    expect(sums?.vat.minor).toBe(own.reduce<number>((sum, minor) => sum + (minor ?? 0), 0))
  }
})

it('shows the sums and the number of unknown amounts in both languages', async () => {
  await sellAndBuy()
  const path = '/admin/money?month=2026-11'
  const page = (await (await visitAs('money', path)).text()).replaceAll('\u00A0', ' ')
  expect(page).toMatch(/What the month earned.*<th[^>]*>USD<\/th>.*<th[^>]*>RUB<\/th>/s)
  expect(page).toMatch(/Fees of payment providers<\/th><td[^>]*>−\$0\.66</)
  expect(page).toMatch(/Left before the amounts that aren’t known<\/th><td[^>]*><b>\$9\.72</)
  expect(page).toContain('The fees of 2 payments aren’t known')
  expect(page).toContain('The VAT of 2 payments and refunds isn’t known')
  const headers = { 'Accept-Language': 'ru' }
  const russian = (await (await visitAs('money', path, { headers })).text()).replaceAll(
    '\u00A0',
    ' ',
  )
  expect(russian).toContain('Комиссии за 2 платежа неизвестны')
})

it('writes fees and VAT into the file, or that they are not known', async () => {
  await sellAndBuy()
  const file = await (await visitAs('money', '/admin/money/payments?month=2026-11')).text()
  const [heading, ...lines] = file.split('\r\n')
  expect(heading).toMatch(/,Promo code,Fee,Currency of the fee,VAT in the amount$/)
  for (const line of [
    /,Charged,12\.50,USD,.*,0\.66,USD,2\.08$/,
    /,Charged,12\.50,USD,.*,not known,,2\.08$/,
    /,Charged,12\.50,USD,.*,0\.30,EUR,not known$/,
    /,Charged,7\.00,USD,.*,not known,,not known$/,
    /,Money returned,-2\.50,USD,.*,,,-0\.42$/,
  ])
    expect(lines.filter((each) => line.test(each))).toHaveLength(1)
})

it('keeps the fee of a charge that is reported again without it', async () => {
  const id = await placeOrder()
  await pay(id, { id: 'charge', fee: usd(40) })
  await pay(id, { id: 'charge' })
  expect(await rows('SELECT fee_minor FROM payment_facts')).toEqual([{ fee_minor: 40 }])
})

it('reads payments, supplier orders and eSIMs with indexes', async () => {
  const plans = await recordQueries(async () => {
    await monthStatement(staffContext(), november)
  })
  // The debt to partners is computed from all of their transactions.
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual(['SCAN t'])
})
