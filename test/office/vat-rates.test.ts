import { beforeEach, expect, it } from 'vitest'
import { mayDo, staffRoles, type StaffRole } from '../../src/api/staff.ts'
import { invoiceOf, openShop, pay, placeOrder, rows, run, settings } from '../support/small-shop.ts'
import { orderForm, visit } from '../support/visit.ts'
import { officePage, sendForm, visitAs } from '../support/visit-office.ts'

beforeEach(async () => openShop(9))

const path = '/admin/vat-rates'
const rates = {
  vatRates: 'DE 19\nfi: 25,5%\n',
  asOf: '2026-11-01',
  vatSource: 'the tax office',
  areRatesChecked: 'yes',
}
const confirm = async (fields: object = {}, role: StaffRole = 'owner') =>
  sendForm(role, path, 'set-vat-rates', { ...rates, ...fields })

/** Orders with the form of the shop, from a network in a country. Returns the id of the order. */
async function orderFrom(country: string): Promise<string> {
  const form = { ...orderForm(), email: `${country.toLowerCase()}@example.com` }
  const answer = await visit('/esim-order?tariffID=tr-10', { form, cf: { country } as never })
  expect(answer.status).toBe(303)
  const [order] = await rows<{ id: string }>(`SELECT id FROM orders WHERE email = '${form.email}'`)
  return order?.id ?? ''
}

const evidenceOf = async (id: string) =>
  (await rows(`SELECT card_country, network_country FROM orders WHERE id = '${id}'`))[0]

it('stores no country and charges VAT_PERCENT until an owner confirms the rates', async () => {
  settings['VAT_PERCENT'] = '20'
  const page = await officePage('owner', path)
  for (const text of ['VAT by country is off', 'FI 25.5', '2025-08-01'])
    expect(page).toContain(text)
  const id = await placeOrder()
  await pay(id, { country: 'de' })
  expect((await invoiceOf(id)).vatPercent).toBe(20)
  expect(await evidenceOf(await orderFrom('FI'))).toEqual({
    card_country: null,
    network_country: null,
  })
})

it('charges the rate of the card, else of the network, and keeps it on receipts', async () => {
  expect((await confirm()).status).toBe(303)
  const [byCard, byNetwork, elsewhere] = [
    await orderFrom('FI'),
    await orderFrom('DE'),
    await orderFrom('US'),
  ]
  await pay(byCard, { country: 'de' })
  await pay(byNetwork)
  await pay(elsewhere)
  expect(await evidenceOf(byCard)).toEqual({ card_country: 'de', network_country: 'fi' })
  const percents = async () =>
    Promise.all([byCard, byNetwork, elsewhere].map(async (id) => (await invoiceOf(id)).vatPercent))
  expect(await percents()).toEqual([19, 19, null])
  const order = await officePage('support', `/admin/order?id=${byCard}`)
  expect(order).toContain('DE by the card, FI by the network')
  await confirm({ vatRates: 'DE 7' })
  await pay(byCard, { kind: 'refunded', country: 'fi', amount: { minor: 500, currency: 'USD' } })
  expect(await percents()).toEqual([19, 19, null])
  const changed = run(`UPDATE orders SET vat_hundredths = 700 WHERE id = '${byCard}'`)
  await expect(changed).rejects.toThrow('VAT of receipts')
  expect((await sendForm('owner', path, 'clear-vat-rates')).status).toBe(303)
  expect(await officePage('owner', path)).toContain('VAT by country is off')
})

it('adds up the documents of a month by country and rate', async () => {
  await confirm()
  const [german, finnish] = [await orderFrom('DE'), await orderFrom('FI')]
  await pay(german, { country: 'de' })
  await pay(german, { kind: 'refunded', amount: { minor: 250, currency: 'USD' } })
  await pay(finnish)
  await pay(await orderFrom('US'))
  const file = '/admin/money/taxes?month=2026-11'
  const lines = (await officePage('money', file)).trimEnd().split('\r\n').slice(1)
  expect(lines).toEqual([
    'DE,19,USD,2,10.00,8.40,1.60,1,0',
    'FI,25.5,USD,1,12.50,9.96,2.54,0,1',
    'US,,USD,1,12.50,,,0,1',
  ])
  expect(await officePage('money', '/admin/money?month=2026-11')).toContain('Finland, USD')
  const headers = { 'Accept-Language': 'ru' }
  expect(await officePage('money', '/admin/money?month=2026-11', { headers })).toContain(
    'Финляндия, USD',
  )
  expect(await officePage('money', file, { headers })).toContain('FI;25,5;USD;1;12,50;9,96;2,54')
  expect((await visitAs('support', file)).status).toBe(403)
})

it.each([
  ['vatRates', { vatRates: 'DE 19\nDE 20' }],
  ['vatRates', { vatRates: 'Germany 19' }],
  ['vatRates', { vatRates: 'DE 0' }],
  ['asOf', { asOf: '' }],
  ['vatSource', { vatSource: ' ' }],
  ['areRatesChecked', { areRatesChecked: '' }],
])('keeps what was typed and names the field %s', async (_, fields) => {
  const answer = await confirm(fields)
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain('DE')
  expect(page).toMatch(/id="problem"|class="wrong"|role="alert"/)
  expect(await rows(`SELECT 1 FROM state WHERE name = 'vat-rates'`)).toEqual([])
})

it.each(staffRoles)('lets the role %s confirm rates, or not', async (role) => {
  const isAllowed = mayDo({ role }, 'set-vat-rates')
  expect((await confirm({}, role)).status).toBe(isAllowed ? 303 : 403)
  expect((await visitAs(role, path)).status).toBe(role === 'support' ? 403 : 200)
})
