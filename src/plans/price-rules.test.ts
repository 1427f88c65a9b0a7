import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert, rateOf } from '../kit/money.shared.ts'
import { pricesOfPlan, type CostedPlan, type PriceBook, type PriceRule } from './price-rules.ts'

const rule = (change: Partial<PriceRule> = {}): PriceRule => ({
  supplier: null,
  countryCode: null,
  tariffID: null,
  currency: 'USD',
  markupHundredths: 4000,
  minimumProfit: 100,
  step: 100,
  ending: 90,
  ...change,
})
const plan = (change: Partial<CostedPlan> = {}): CostedPlan => ({
  tariffID: 'tr-1gb',
  supplier: 'airalo',
  countryCodes: ['tr'],
  cost: { minor: 1000, currency: 'USD' },
  minimumPrice: null,
  setPrices: {},
  ...change,
})
const book = (rules: readonly PriceRule[], change: Partial<PriceBook> = {}): PriceBook => ({
  currencies: ['USD'],
  rules,
  rates: [],
  charges: () => [{ least: 50, most: 99_999_999 }],
  ...change,
})

describe('exchange rates', () => {
  it('convert in both directions, with rates finer than a minor unit', () => {
    const rates = [rateOf('USD', '92.5', 'RUB'), rateOf('EUR', '163.4567', 'JPY')]
    expect(convert({ minor: 1250, currency: 'USD' }, 'RUB', rates)).toBe(115_625)
    expect(convert({ minor: 115_625, currency: 'RUB' }, 'USD', rates)).toBe(1250)
    expect(convert({ minor: 10_000, currency: 'EUR' }, 'JPY', rates)).toBe(16_346)
    expect(convert({ minor: 1, currency: 'USD' }, 'EUR', rates)).toBeNull()
  })
})

describe('a price', () => {
  it.each([
    [1000, {}, 1490],
    [100, {}, 290],
    [1064, {}, 1490],
    [1065, {}, 1590],
    [1000, { step: 1, ending: 0 }, 1400],
    [999, { step: 1, ending: 0, minimumProfit: 0 }, 1399],
  ])('follows from a cost of %i and the rule %j: %i', (minor, change, price) => {
    const cost = { minor, currency: 'USD' }
    expect(pricesOfPlan(book([rule(change)]), plan({ cost })).prices).toEqual({ USD: price })
  })

  it.each([
    ['KWD', 2083, { step: 1, ending: 0 }, 2920],
    ['OMR', 2083, { step: 100, ending: 95 }, 3000],
    ['JPY', 2083, { step: 1, ending: 0 }, 2917],
  ])(
    'in %s of a cost of %i can be charged by the rule %j: %i',
    (currency, minor, change, price) => {
      const cost = { minor, currency }
      const prices = { ...book([rule({ ...change, currency })]), currencies: [currency] } as const
      expect(pricesOfPlan(prices, plan({ cost })).prices).toEqual({ [currency]: price })
    },
  )

  it.each([
    ['smallest', { least: 290, most: 99_999_999 }, 100, 290],
    ['smallest, with the ending of the rule', { least: 300, most: 99_999_999 }, 100, 390],
    ['largest', { least: 50, most: 1490 }, 1000, 1490],
  ])('is the %s one that a provider charges', (_, limits, minor, price) => {
    const charges = () => [limits]
    const costed = plan({ cost: { minor, currency: 'USD' } })
    expect(pricesOfPlan(book([rule()], { charges }), costed).prices).toEqual({ USD: price })
  })

  it('is missing where no provider charges so much', () => {
    const charges = () => [{ least: 50, most: 1489 }]
    const missing = [{ currency: 'USD', reason: 'no charge' }]
    const { prices, ...priced } = pricesOfPlan(book([rule()], { charges }), plan())
    expect({ prices, ...priced }).toEqual({ prices: {}, missing, tooLow: [] })
  })

  it('that staff set is charged in full when the smallest charge has risen', () => {
    const shop = book([rule({ minimumProfit: 0, markupHundredths: 0 })])
    const cheap = plan({ cost: { minor: 10, currency: 'USD' }, setPrices: { USD: 49 } })
    expect(pricesOfPlan(shop, cheap)).toEqual({ prices: { USD: 50 }, missing: [], tooLow: [] })
  })

  it('follows the most specific rule', () => {
    const namedRule = (change: Partial<PriceRule>, price: number) =>
      rule({ markupHundredths: 0, minimumProfit: price - 1000, step: 1, ending: 0, ...change })
    const rules = [
      namedRule({}, 1001),
      namedRule({ supplier: 'airalo' }, 1002),
      namedRule({ countryCode: 'tr' }, 1003),
      namedRule({ countryCode: 'tr', supplier: 'airalo' }, 1004),
      namedRule({ tariffID: 'tr-1gb' }, 1005),
    ]
    const priceOf = (change: Partial<CostedPlan>) =>
      pricesOfPlan(book(rules.toReversed()), plan(change)).prices['USD']
    expect(priceOf({})).toBe(1005)
    expect(priceOf({ tariffID: 'other' })).toBe(1004)
    expect(priceOf({ tariffID: 'other', supplier: 'esim-go' })).toBe(1003)
    expect(priceOf({ tariffID: 'other', countryCodes: ['tr', 'ge'] })).toBe(1002)
    expect(priceOf({ tariffID: 'other', supplier: 'esim-go', countryCodes: ['ge'] })).toBe(1001)
  })

  it('overrides the rules when staff set it, and is reported when it is too low', () => {
    const set = (minor: number) => pricesOfPlan(book([rule()]), plan({ setPrices: { USD: minor } }))
    expect(set(1399)).toEqual({ prices: { USD: 1399 }, missing: [], tooLow: ['USD'] })
    expect(set(1400)).toEqual({ prices: { USD: 1400 }, missing: [], tooLow: [] })
  })

  it('is missing in a currency without a rule or a rate', () => {
    const rules = [rule(), rule({ currency: 'RUB' })]
    const shop = book(rules, { currencies: ['USD', 'RUB', 'EUR'] })
    expect(pricesOfPlan(shop, plan())).toEqual({
      prices: { USD: 1490 },
      missing: [
        { currency: 'RUB', reason: 'no rate' },
        { currency: 'EUR', reason: 'no rule' },
      ],
      tooLow: [],
    })
  })

  it('is never below the cost with the minimum profit, or the supplier’s minimum', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 })
    const rounding = fc
      .integer({ min: 1, max: 100_000 })
      .chain((step) => fc.tuple(fc.constant(step), fc.integer({ min: 0, max: step - 1 })))
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.integer({ min: 0, max: 100_000 }),
        amount,
        rounding,
        (cost, least, markupHundredths, minimumProfit, [step, ending]) => {
          const own = rule({ markupHundredths, minimumProfit, step, ending })
          const { prices } = pricesOfPlan(
            book([own], { charges: () => [{ least: 1, most: Infinity }] }),
            plan({
              cost: { minor: cost, currency: 'USD' },
              minimumPrice: { minor: least, currency: 'USD' },
            }),
          )
          const price = prices['USD'] ?? 0
          expect(price).toBeGreaterThanOrEqual(Math.max(cost + minimumProfit, least))
          expect(price * 10_000).toBeGreaterThanOrEqual(cost * (10_000 + markupHundredths))
          expect(price % step).toBe(ending)
        },
      ),
    )
  })
})
