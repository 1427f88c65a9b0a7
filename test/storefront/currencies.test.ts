import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { catalogueStatements } from '../../src/plans/catalogue-difference.ts'
import { refreshPlacements } from '../../src/plans/can-sell.ts'
import { readCatalogue } from '../../src/plans/read-catalogue.ts'
import { api, ask, clearShop, orderOf, pay, rows, settings } from '../support/small-shop.ts'
import { decimalOf } from '../../src/kit/money.shared.ts'
import type { FormInit } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

const header =
  'tariffID,operator,countries,region,worldRegion,market,trafficMb,fairUseThresholdMb,fairUseSpeedKbps,validityDays,priceUSD,priceRUB,priceEUR,priceJPY,minutes,sms,unlimitedApps,networks,hotspot,topUp,kyc,apn'
const plans = {
  all: 'all,op,tr,,,travel,10240,,,30,12.50,1150,11.49,1900,,,,,yes,,,',
  two: 'two,op,tr,,,travel,5120,,,30,9,830,,,,,,,yes,,,',
  'expensive-in-yen': 'expensive-in-yen,op,tr,,,travel,1024,,,7,8.90,820,8,2100,,,,,yes,,,',
}
type PlanName = keyof typeof plans
const places = [
  {
    name: 'countries.csv',
    text: 'code,title_en,title_ru,popularity,aliases\ntr,Türkiye,Турция,1,',
  },
  { name: 'operators.csv', text: 'ident,title,website,supportPhone,supportEmail\nop,Op,,,' },
]

async function stockShopIn(currencies: string, names: readonly PlanName[]): Promise<void> {
  await clearShop()
  // Otherwise cached plan pages would have the countries and prices of the previous test's shop.
  const { keys } = await env.CACHE.list()
  await Promise.all(keys.map(async ({ name }) => env.CACHE.delete(name)))
  settings['CURRENCIES'] = currencies
  const text = [header, ...names.map((name) => plans[name])].join('\n')
  const none = { countries: new Set(''), regions: new Set(''), operators: new Set('') }
  const charges = () => [{ least: 1, most: Infinity }]
  const terms = { currencies: [currencies.slice(0, 3)], charges } as const
  const { catalogue, problems } = readCatalogue([...places, { name: 'p.csv', text }], none, terms)
  expect(problems).toEqual([])
  const codes = names.map(
    (name, index) =>
      `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id) VALUES ('89103000000000000${10 + index}', '${name}', 'rsp.example.com', 'CODE-${index}')`,
  )
  await env.DB.batch([
    ...catalogueStatements(env.DB, catalogue),
    ...codes.map((code) => env.DB.prepare(code)),
    refreshPlacements(env.DB),
  ])
}

function visit(path: string, form?: FormInit['form']): Promise<Response> {
  return visitWithApi(path, ask, { settings, ...(form && { form }) })
}

const readText = async (path: string) =>
  (await (await visit(path)).text()).replaceAll('\u00A0', ' ')
const cardsIn = (html: string) => [...html.matchAll(/value="(card-\w+)"/g)].map(([, card]) => card)
const planPath = (id: string) => `/esim/tariffs/op/${id}`

describe('a shop with four currencies', () => {
  beforeEach(() => stockShopIn('USD RUB EUR JPY', ['all', 'two', 'expensive-in-yen']))

  it('sorts plans by price in the base currency and lists every price of a plan', async () => {
    const list = await api().tariffsMarketplace({ country: 'tr' })
    expect(list.ok && list.value.data.map(({ tariffID, prices }) => [tariffID, prices])).toEqual([
      ['expensive-in-yen', { USD: 890, RUB: 82_000, EUR: 800, JPY: 2100 }],
      ['two', { USD: 900, RUB: 83_000 }],
      ['all', { USD: 1250, RUB: 115_000, EUR: 1149, JPY: 1900 }],
    ])
    const countries = await api().countries({})
    expect(countries.ok && countries.value.data[0]?.priceFrom).toEqual({
      USD: 890,
      RUB: 82_000,
      EUR: 800,
      JPY: 2100,
    })
  })

  it('shows the price in the locale’s currency first, and no currency of another language', async () => {
    const html = await readText(planPath('all'))
    expect(html).toMatch(/\$12\.50<small>or €11\.49 \/ ¥1 900<\/small>/)
    expect(await readText(`/ru${planPath('all')}`)).toMatch(/1 150 ₽<small>или 12,50 \$ \/ /)
    const [, json = '{}'] =
      /<script type="application\/ld\+json">([^<]*"offers".*?)<\/script>/.exec(html) ?? []
    const offers: unknown = JSON.parse(json).offers
    expect(offers).toMatchObject([
      { priceCurrency: 'USD', price: '12.50' },
      { priceCurrency: 'RUB', price: '1150.00' },
      { priceCurrency: 'EUR', price: '11.49' },
      { priceCurrency: 'JPY', price: '1900' },
    ])
  })

  it('offers a payment option for each currency in which a plan has a price', async () => {
    const html = await readText('/esim-order?tariffID=all')
    expect(cardsIn(html)).toEqual(['card-usd', 'card-rub', 'card-eur', 'card-jpy'])
    expect(html).toContain('Card in JPY')
    expect(cardsIn(await readText('/esim-order?tariffID=two'))).toEqual(['card-usd', 'card-rub'])
  })

  it.each([
    ['card-eur', { minor: 1149, currency: 'EUR' }, '€11.49'],
    ['card-jpy', { minor: 1900, currency: 'JPY' }, '¥1 900'],
  ])('accepts an order and its payment by %s', async (card, amount, shown) => {
    const form = { email: 'anna@example.com', paymentOption: card, consent: '1' }
    const started = await visit('/esim-order?tariffID=all', form)
    expect(started.status).toBe(303)
    const payment = started.headers.get('Location') ?? ''
    const paymentPage = await ask(new Request(payment))
    expect((await paymentPage.text()).replaceAll('\u00A0', ' ')).toContain(shown)
    const [orderRow] = await rows<{ id: string }>('SELECT id FROM orders')
    const invoiceID = orderRow?.id ?? ''
    const [stored] = await rows(
      'SELECT l.amount_minor, currency, reward_base FROM orders JOIN order_lines l',
    )
    expect(stored).toEqual({
      amount_minor: amount.minor,
      currency: amount.currency,
      reward_base: 1250,
    })
    expect((await pay(invoiceID, { amount })).status).toBe(200)
    const order = await api().invoice({ invoiceID })
    expect(order.ok && order.value.data).toMatchObject({ status: 'success', amount })
    expect(await readText(`/payment/success?invoiceID=${invoiceID}`)).toContain(shown)
  })

  it('rejects an order in a currency without a price or outside the settings', async () => {
    const order = async (tariffID: string, paymentOption: string) => {
      const answer = await api().activation({ ...orderOf(tariffID), paymentOption })
      return answer.ok || answer.error.status
    }
    expect(await order('two', 'card-eur')).toBe(422)
    expect(await order('all', 'card-kwd')).toBe(422)
    expect(await order('all', 'cash')).toBe(422)
    settings['CURRENCIES'] = 'USD RUB'
    expect(await order('all', 'card-eur')).toBe(422)
    expect(await order('all', 'card-rub')).toBe(true)
  })

  it('names the currencies on the home page', async () => {
    settings['CURRENCIES'] = 'USD EUR'
    expect(await readText('/')).toContain('Pay in US dollars or euros.')
    expect(await readText('/ru')).toContain('В долларах или евро.')
  })

  it('hides prices in a currency that is removed from the settings', async () => {
    settings['CURRENCIES'] = 'USD JPY'
    const html = await readText(planPath('all'))
    expect(html).toMatch(/\$12\.50<small>or ¥1 900<\/small>/)
    expect(html).not.toContain('"EUR"')
    expect(await readText(`/ru${planPath('all')}`)).toMatch(/12,50 \$<small>или 1 900 ¥<\/small>/)
  })
})

describe('a shop whose base currency has no minor unit', () => {
  it('sorts plans by price in yen and shows yen when the locale’s currency is not sold', async () => {
    await stockShopIn('JPY EUR USD', ['expensive-in-yen', 'all'])
    const list = await api().tariffsMarketplace({ country: 'tr' })
    expect(list.ok && list.value.data.map(({ tariffID }) => tariffID)).toEqual([
      'all',
      'expensive-in-yen',
    ])
    expect(await readText('/ru/esim/countries/tr')).toContain('от 1 900 ¥')
    expect(await readText(`/ru${planPath('expensive-in-yen')}`)).toContain('2 100 ¥ за ГБ')
  })
})

it('reads a price in dinars as the import command has written it', () => {
  // The command runs in Node, which has two decimals for RSD. workerd has none.
  expect(decimalOf({ minor: 150_050, currency: 'RSD' })).toBe('1500.50')
})
