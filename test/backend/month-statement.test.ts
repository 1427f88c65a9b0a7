import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { recordFees } from '../../src/orders/reconcile.ts'
import { monthDocuments } from '../../src/office/month-documents.ts'
import { monthMovements, monthPayments } from '../../src/office/month-payments.ts'
import { monthStatement } from '../../src/office/month-statement.ts'
import type { CurrencyStatement } from '../../src/office/month-statement.ts'
import { undocumentedMoney } from '../../src/office/undocumented-money.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import { monthOf } from '../../src/kit/time.shared.ts'
import type { CalendarMonth } from '../../src/kit/time.shared.ts'
import { recordQueries } from '../support/record-queries.ts'
import {
  clock,
  invoiceOf,
  pay,
  placeOrder,
  rows,
  settings,
  signInPartner,
  openShop,
  run,
  usd,
} from '../support/small-shop.ts'
import { paidOrder, staffContext } from '../support/staff.ts'
import { officePage } from '../support/visit-office.ts'

const november = monthOf(new Date('2026-11-15T00:00:00Z'))
const december = monthOf(new Date('2026-12-15T00:00:00Z'))

beforeEach(async () => openShop(6))

const roubles = (minor: number): Money => ({ minor, currency: 'RUB' })

/** Every kind of event in November, and events of December that no total of November may have. */
async function sellAndBuy(): Promise<void> {
  await run(`UPDATE stock SET cost_minor = 400, cost_currency = 'USD'`)
  settings['VAT_PERCENT'] = '20'
  const withFee = await placeOrder()
  await pay(withFee, { fee: usd(66) })
  const withoutFee = await paidOrder()
  const inRoubles = await placeOrder({ paymentOption: 'card-rub' })
  await pay(inRoubles, { amount: roubles(115_000), fee: roubles(4025) })
  delete settings['VAT_PERCENT']
  await run(`UPDATE stock SET cost_minor = NULL WHERE order_id IS NULL`)
  const withoutVat = await placeOrder()
  await pay(withoutVat, { fee: { minor: 30, currency: 'EUR' } })
  await pay(await placeOrder(), { kind: 'declined' })
  await pay('none', { invoiceID: null, amount: usd(700) })
  await pay(withFee, { kind: 'refunded', amount: usd(250) })
  for (const kind of ['refunded', 'refund-failed'] as const)
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
    `INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code, status,
      cost_minor, cost_currency, created_at, ended_at, returned_at)
    VALUES ('${key}', '${invoiceID}', 1, '${kind}', 'acme', 'p', '${status}', ${cost}, '${at}', '${at}',
      ${status === 'returned' ? `'${at}'` : 'NULL'})`
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
        `INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
        SELECT 't${index}', id, '${type}', ${minor}, '${day}T00:00:00.000Z' FROM partners`,
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
      undocumented: 700,
      fees: 66,
      // The VAT in 10.00, which the shop keeps of the first order. The second was lost.
      vat: 167,
      // Two codes of the shop's own stock in dollars, and the top-up.
      costs: 3 * 400 + 120,
      rewards: 500 - 125 + 50,
      earned: 4450 - 250 - 1250 - 700 - 66 - 167 - 1320 - 425,
    },
    RUB: {
      charged: 115_000,
      refunded: 0,
      lost: 0,
      undocumented: 0,
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
      undocumented: 0,
      fees: 30,
      vat: 0,
      costs: 310,
      rewards: 0,
      earned: -340,
    },
  })
  expect(currencies.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'RUB'])
  // Without a fee: the second order, and the money that belongs to no order. Without VAT: the
  // fourth order. Without a cost: the fourth code, and a top-up.
  expect(
    Object.fromEntries(currencies.map(({ currency, unknown }) => [currency, unknown])),
  ).toEqual({
    USD: { fees: 2, vat: 1, costs: 2 },
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
  const page = await officePage('money', '/admin/money?month=2026-11')
  expect(page).toMatch(
    /Fees of payment providers<\/th><td[^>]*>not known<\/td><td[^>]*>(?!not known)/,
  )
})

it('has the same totals as the file of payments and as the ledger', async () => {
  await sellAndBuy()
  for (const month of [november, december]) {
    const movements = await monthMovements(staffContext(), month)
    const { currencies } = await monthStatement(staffContext(), month)
    const documents = await monthDocuments(staffContext(), month)
    const others = await undocumentedMoney(staffContext(), month)
    for (const { currency, charged, refunded, lost, undocumented, vat } of currencies) {
      const sumOf = (amounts: readonly (Money | null)[]) =>
        amounts
          .flatMap((amount) => (amount?.currency === currency ? amount.minor : []))
          .reduce((total, minor) => total + minor, 0)
      const total = charged.minor - refunded.minor - lost.minor
      const documented = sumOf(documents.map(({ amount }) => amount))
      expect(sumOf(movements.map(({ amount }) => amount))).toBe(total)
      expect(documented + undocumented.minor).toBe(total)
      expect(sumOf(others.map(({ amount }) => amount))).toBe(undocumented.minor)
      expect(sumOf(documents.map((document) => document.vat))).toBe(vat.minor)
    }
    const fees = await rows<{ currency: string; minor: number }>(
      `SELECT fee_currency AS currency, sum(fee_minor) AS minor FROM payment_facts
      WHERE received_at >= '${month.since.toISOString()}' AND received_at < '${month.until.toISOString()}'
        AND fee_minor > 0 GROUP BY 1`,
    )
    for (const { currency, minor } of fees)
      expect(currencies.find((each) => each.currency === currency)?.fees.minor).toBe(minor)
  }
})

it('has the VAT of the receipt less that of the credit notes', async () => {
  settings['VAT_PERCENT'] = '20'
  const id = await paidOrder()
  for (const [index, minor] of [417, 417, 416].entries()) {
    clock.now = new Date(`2026-1${index === 2 ? 2 : 1}-2${index + 2}T10:00:00Z`)
    await pay(id, { kind: 'refunded', id: `refund ${index}`, amount: usd(minor) })
  }
  const { creditNotes } = await invoiceOf(id)
  const ofNotes = (creditNotes ?? []).map((note) => -(note.vat?.minor ?? 0))
  expect(ofNotes.reduce((sum, minor) => sum + minor, 0)).toBe(-208)
  const [ofLast] = ofNotes.slice(-1)
  expect(await sumsOf(december)).toMatchObject({ vat: usd(ofLast ?? 0), undocumented: usd(0) })
  expect(await sumsOf(november)).toMatchObject({ vat: usd(-(ofLast ?? 0)) })
})

async function sumsOf(month: CalendarMonth) {
  return (await monthStatement(staffContext(), month)).currencies[0]
}

it('has no VAT and no income of a double charge until it is refunded', async () => {
  settings['VAT_PERCENT'] = '20'
  const id = await paidOrder()
  await pay(id, { id: 'again' })
  expect(await sumsOf(november)).toMatchObject({
    charged: usd(2500),
    undocumented: usd(1250),
    vat: usd(208),
    earned: usd(2500 - 1250 - 208),
  })
  const file = async (month: string) =>
    (await officePage('money', `/admin/money/documents?month=${month}`)).split('\r\n')
  const order = id.slice(0, 10)
  expect((await file('2026-11')).slice(2)).toEqual([
    `2026-11-21 10:00:00,Money without a document,,,,${order},,12.50,USD,,,`,
    '',
  ])
  const page = (await officePage('money', '/admin/money?month=2026-11')).replaceAll('\u00A0', ' ')
  expect(page).toMatch(/Money without a document<\/th><td[^>]*>−\$12\.50</)
  clock.now = new Date('2026-12-02T10:00:00Z')
  await pay(id, { kind: 'refunded', id: 'back' })
  expect(await sumsOf(december)).toMatchObject({
    refunded: usd(1250),
    undocumented: usd(-1250),
    vat: usd(0),
    earned: usd(0),
  })
  expect((await file('2026-12')).slice(1)).toEqual([
    `2026-12-02 10:00:00,Money without a document,,,,${order},,-12.50,USD,,,`,
    '',
  ])
})

/** Everything that the page and the files of a month say about money. */
async function booksOf(month: CalendarMonth) {
  const [statement, movements, documents, others, providers] = await Promise.all([
    monthStatement(staffContext(), month),
    monthMovements(staffContext(), month),
    monthDocuments(staffContext(), month),
    undocumentedMoney(staffContext(), month),
    monthPayments(staffContext(), month),
  ])
  return { statement, movements, documents, others, providers }
}

it('counts a charge in the month of its receipt, although the provider made it before', async () => {
  settings['VAT_PERCENT'] = '20'
  const id = await placeOrder()
  clock.now = new Date('2026-12-01T00:00:20Z')
  await pay(id, { at: new Date('2026-11-30T23:59:50Z') })
  expect((await booksOf(november)).movements).toEqual([])
  const { movements, documents, others } = await booksOf(december)
  expect(movements).toMatchObject([
    { at: '2026-12-01T00:00:20.000Z', movedAt: '2026-11-30T23:59:50.000Z', receiptNumber: '1' },
  ])
  expect(documents).toMatchObject([{ kind: 'receipt', at: '2026-12-01T00:00:20.000Z' }])
  expect(others).toEqual([])
})

it('never changes a month that is over', async () => {
  settings['VAT_PERCENT'] = '20'
  const first = await placeOrder()
  await pay(first, { id: 'charge of the first' })
  // Reports that arrive before the ones that they depend on.
  await pay(first, { kind: 'dispute-won', id: 'dispute' })
  await pay(first, { id: 'refund that failed', amount: usd(300) })
  const second = await placeOrder()
  const [payment] = await rows<{ reference: string }>(
    `SELECT reference FROM payments WHERE order_id = '${second}'`,
  )
  const reference = payment?.reference ?? ''
  await pay('none', { invoiceID: null, reference: 'found later', amount: usd(1250) })
  const before = await booksOf(november)
  expect(before.movements).toHaveLength(3)

  clock.now = new Date('2026-12-05T10:00:00Z')
  const at = new Date('2026-11-22T10:00:00Z')
  await pay(first, { kind: 'dispute-lost', id: 'dispute', at })
  await pay(first, { kind: 'refunded', id: 'refund that failed', amount: usd(300), at })
  await pay('none', { invoiceID: second, reference: 'found later', id: 'names the order', at })
  await pay(second, { kind: 'refunded', reference, amount: usd(500), at })
  const [charge] = await rows<{ provider: string }>('SELECT provider FROM payment_facts LIMIT 1')
  const fee = { kind: 'charged' as const, id: 'charge of the first', fee: usd(40) }
  await env.DB.batch([...recordFees({ db: env.DB, now: clock.now }, charge?.provider ?? '', [fee])])
  expect(await booksOf(november)).toEqual(before)

  const { movements, statement } = await booksOf(december)
  expect(movements.map(({ kind, amount, fee: own }) => [kind, amount?.minor, own?.minor])).toEqual(
    expect.arrayContaining([
      ['dispute-lost', -1250, undefined],
      ['dispute-won', 1250, undefined],
      ['refunded', -300, undefined],
      ['fee', undefined, 40],
      ['charged', 1250, undefined],
      ['refunded', -500, undefined],
    ]),
  )
  expect(movements).toHaveLength(6)
  expect(statement.currencies).toMatchObject([{ fees: usd(40), lost: usd(0) }])
  const file = await officePage('money', '/admin/money/payments?month=2026-12')
  expect(file).toMatch(/2026-12-05 10:00:00,Fee of an earlier charge,,,test,2026-11-21 10:00:00,/)
})

it('lowers the costs of the month in which a supplier takes a profile back', async () => {
  const costs = async (month: CalendarMonth) => {
    const { currencies } = await monthStatement(staffContext(), month)
    return Object.fromEntries(
      currencies.map(({ currency, costs: cost, unknown }) => [
        currency,
        [cost.minor, unknown.costs],
      ]),
    )
  }
  await addSupplierOrders(await placeOrder())
  const before = await costs(november)
  expect(before).toEqual({ EUR: [310, 0], USD: [120, 1] })
  await run(
    `UPDATE purchases SET status = 'returned', returned_at = '2026-12-05T00:00:00.000Z'
    WHERE key IN ('plan', 'unknown')`,
  )
  expect(await costs(november)).toEqual(before)
  expect(await costs(december)).toEqual({ EUR: [777 - 310, 0], USD: [0, 1] })
})

it('shows the totals and the number of unknown amounts in both languages', async () => {
  await sellAndBuy()
  const path = '/admin/money?month=2026-11'
  const page = (await officePage('money', path)).replaceAll('\u00A0', ' ')
  expect(page).toMatch(/Totals of the month.*<th[^>]*>USD<\/th>.*<th[^>]*>RUB<\/th>/s)
  expect(page).toMatch(/Fees of payment providers<\/th><td[^>]*>−\$0\.66</)
  expect(page).toMatch(/Left before the amounts that aren’t known<\/th><td[^>]*><b>\$2\.72</)
  expect(page).toContain('The fees of 2 payments aren’t known')
  expect(page).toContain('The VAT of 1 receipt or credit note isn’t known')
  const headers = { 'Accept-Language': 'ru' }
  const russian = (await officePage('money', path, { headers })).replaceAll('\u00A0', ' ')
  expect(russian).toContain('Комиссии за 2 платежа пока неизвестны')
})

it('writes fees into the file, or that they are not known', async () => {
  await sellAndBuy()
  const file = await officePage('money', '/admin/money/payments?month=2026-11')
  const [heading, ...lines] = file.split('\r\n')
  expect(heading).toMatch(/,Promo code,Fee,Currency of the fee$/)
  for (const line of [
    /,Charged,12\.50,USD,.*,0\.66,USD$/,
    /,Charged,12\.50,USD,.*,not known,$/,
    /,Charged,12\.50,USD,.*,0\.30,EUR$/,
    /,Charged,7\.00,USD,.*,not known,$/,
    /,Money returned,-2\.50,USD,.*,,$/,
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
