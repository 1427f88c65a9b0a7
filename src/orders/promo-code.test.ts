import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOf, type Currency, type ExchangeRate, type Money } from '../kit/money.shared.ts'
import { isForPlan, promoProblem, reducedPrices, unrestricted } from './promo-code.ts'
import type { PromoCode, PromoReduction, PromoUses, ReductionRules } from './promo-code.ts'
import { chargeRule } from '../payments/charge-limits.ts'
import type { ChargingShop } from '../payments/settings.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const percent = (hundredths: number) => ({ kind: 'percent', hundredths }) as const
const fiveDollars = { kind: 'amount', amounts: { USD: 500 } } as const
const turkish = { tariffID: 'tr-10', countryCodes: ['tr'] }
const free: PromoCode = {
  code: 'SUMMER',
  reduction: percent(1000),
  ...unrestricted,
}

function rulesIn(currency: Currency, rates: readonly ExchangeRate[] = []): ReductionRules {
  const shop: ChargingShop = {
    CURRENCIES: ['USD', currency],
    PAYMENT_PROVIDERS: ['stripe', 'yookassa'],
    STRIPE_CURRENCIES: currency === 'RUB' ? ['USD'] : null,
  }
  return { rates, charges: chargeRule(shop, rates) }
}

/** The price of one plan after a reduction. */
function reducedPrice(
  reduction: PromoReduction,
  price: Money,
  rates: readonly ExchangeRate[] = [],
): Money | undefined {
  const rules = rulesIn(price.currency, rates)
  return reducedPrices({ ...free, reduction }, [{ plan: turkish, price }], rules)[0]
}

describe('a reduction', () => {
  it('rounds a percentage up to the minor unit', () => {
    expect(reducedPrice(percent(1000), usd(1250))).toEqual(usd(1125))
    expect(reducedPrice(percent(1000), usd(245))).toEqual(usd(220))
    expect(reducedPrice(percent(333), usd(1000))).toEqual(usd(966))
    expect(reducedPrice(percent(1000), { minor: 1999, currency: 'JPY' })).toEqual({
      minor: 1799,
      currency: 'JPY',
    })
  })

  it('subtracts an amount only in its currencies', () => {
    expect(reducedPrice(fiveDollars, usd(1250))).toEqual(usd(750))
    expect(reducedPrice(fiveDollars, { minor: 115_000, currency: 'RUB' })?.minor).toBe(115_000)
  })

  it('leaves one unit of the currency to pay', () => {
    expect(reducedPrice(fiveDollars, usd(450))).toEqual(usd(100))
    expect(reducedPrice(percent(9999), usd(240))).toEqual(usd(100))
    expect(reducedPrice(percent(5000), usd(80))).toEqual(usd(80))
    expect(reducedPrice(percent(9999), { minor: 200, currency: 'KWD' })?.minor).toBe(200)
  })

  it.each([
    ['JPY', 600, 200],
    ['JPY', 20, 20],
    ['KRW', 15_000, 2_000],
    ['VND', 250_000, 30_000],
    ['IDR', 180_000, 20_000],
    ['CZK', 9_000, 3_000],
    ['LYD', 20_000, 6_000],
    ['KWD', 2_000, 1_000],
  ])('leaves about a dollar to pay in %s without a rate', (currency, minor, left) => {
    const amounts = { [currency]: minor }
    expect(reducedPrice({ kind: 'amount', amounts }, { minor, currency })?.minor).toBe(left)
    expect(reducedPrice(percent(9999), { minor, currency })?.minor).toBe(left)
  })

  it.each([
    ['JPY', 'a rate', [rateOf('USD', '310.2', 'JPY')], 600, 312],
    ['JPY', 'a rate in the other direction', [rateOf('JPY', '0.01', 'USD')], 600, 100],
    ['EUR', 'a rate', [rateOf('USD', '0.92', 'EUR')], 900, 100],
    [
      'TRY',
      'two rates',
      [rateOf('EUR', '1.10', 'USD'), rateOf('EUR', '98.5', 'TRY')],
      50_000,
      9000,
    ],
    ['RUB', 'a rate, because YooKassa charges 1 ₽', [rateOf('USD', '92.50', 'RUB')], 50_000, 200],
    ['JPY', 'a rate of another currency', [rateOf('USD', '92.50', 'RUB')], 600, 200],
  ] as const)('leaves a dollar to pay in %s with %s', (currency, _, rates, minor, left) => {
    expect(reducedPrice(percent(9999), { minor, currency }, rates)?.minor).toBe(left)
  })

  it.each(['KWD', 'BHD', 'JOD', 'OMR', 'TND', 'LYD'])(
    'leaves a price in %s that cards can be charged',
    (currency) => {
      const minor = 25_000
      expect(reducedPrice(percent(3333), { minor, currency })).toEqual({ minor: 16_660, currency })
      const amount = { kind: 'amount', amounts: { [currency]: 1234 } } as const
      const prices = [3_000, minor].map((each) => ({
        plan: turkish,
        price: { minor: each, currency },
      }))
      const reduced = reducedPrices({ ...free, reduction: amount }, prices, rulesIn(currency))
      expect(reduced.map((price) => price.minor % 10)).toEqual([0, 0])
      expect(
        reduced.every((price, index) => price.minor <= (prices[index]?.price.minor ?? 0)),
      ).toBe(true)
    },
  )

  it('applies a percentage to each plan that the code is for, and an amount once per order', () => {
    const cuban = { tariffID: 'cu-5', countryCodes: ['cu'] }
    const lines = [
      { plan: cuban, price: usd(900) },
      { plan: turkish, price: usd(400) },
      { plan: turkish, price: usd(1000) },
      { plan: turkish, price: usd(1000) },
    ]
    const reducedMinors = (change: Partial<PromoCode>) =>
      reducedPrices({ ...free, countryCodes: ['tr'], ...change }, lines, rulesIn('USD')).map(
        ({ minor }) => minor,
      )
    expect(reducedMinors({ reduction: percent(1000) })).toEqual([900, 360, 900, 900])
    expect(reducedMinors({ reduction: fiveDollars })).toEqual([900, 100, 800, 1000])
  })

  it('is at least the promised percentage, less than one minor unit more, and never too much', () => {
    const prices = fc.integer({ min: 0, max: 99_999_999_999 })
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 9999 }), (price, hundredths) => {
        const minor = reducedPrice(percent(hundredths), usd(price))?.minor ?? 0
        expect(minor).toBeGreaterThanOrEqual(Math.min(price, 100))
        const taken = BigInt(price - minor) * 10_000n
        const promised = BigInt(price) * BigInt(hundredths)
        expect(taken - promised).toBeLessThan(10_000n)
        expect(minor <= 100 || taken >= promised).toBe(true)
      }),
    )
  })
})

describe('a promo code', () => {
  const now = new Date('2026-12-01T00:00:00Z')
  const none = { paid: 0, reserved: 0, ofNetwork: 0, ofCustomer: 0 }
  const problem = (
    change: Partial<PromoCode>,
    { at = now, ...uses }: Partial<PromoUses> & { at?: Date } = {},
  ) => promoProblem({ ...free, ...change }, { ...none, ...uses }, at)

  it('is valid from its start until its end', () => {
    const code = { startsAt: now, endsAt: new Date('2027-01-01T00:00:00Z') }
    const at = (time: string) => problem(code, { at: new Date(time) })
    expect(at('2026-11-30T23:59:59.999Z')).toBe('early')
    expect(at('2026-12-01T00:00:00Z')).toBeNull()
    expect(at('2026-12-31T23:59:59.999Z')).toBeNull()
    expect(at('2027-01-01T00:00:00Z')).toBe('expired')
  })

  it('has limits in total and per customer', () => {
    expect(problem({ totalLimit: 2 }, { paid: 1 })).toBeNull()
    expect(problem({ totalLimit: 2 }, { paid: 2 })).toBe('used-up')
    expect(problem({ totalLimit: 2 }, { paid: 1, reserved: 1 })).toBe('reserved')
    expect(problem({ totalLimit: 30 }, { reserved: 2, ofNetwork: 2 })).toBeNull()
    expect(problem({ totalLimit: 30 }, { reserved: 3, ofNetwork: 3 })).toBe('reserved')
    expect(problem({ customerLimit: 1 }, { paid: 9 })).toBeNull()
    expect(problem({ customerLimit: 1 }, { ofCustomer: 1 })).toBe('used-by-customer')
    expect(problem({}, { paid: 1e6, reserved: 1e6, ofNetwork: 1e6, ofCustomer: 1e6 })).toBeNull()
  })

  it('applies to its plans, and to plans that cover only its countries', () => {
    const global = { tariffID: 'global', countryCodes: ['tr', 'us'] }
    const isFor = (change: Partial<PromoCode>, plan = turkish) =>
      isForPlan({ ...free, ...change }, plan)
    expect(isFor({})).toBe(true)
    expect(isFor({ tariffIDs: ['tr-10'] })).toBe(true)
    expect(isFor({ tariffIDs: ['tr-20'] })).toBe(false)
    expect(isFor({ countryCodes: ['tr'] })).toBe(true)
    expect(isFor({ countryCodes: ['ge'] })).toBe(false)
    expect(isFor({ countryCodes: ['tr'] }, global)).toBe(false)
    expect(isFor({ countryCodes: ['tr', 'us'] }, global)).toBe(true)
    expect(isFor({ countryCodes: ['tr'] }, { tariffID: 'nowhere', countryCodes: [] })).toBe(false)
    expect(isFor({ tariffIDs: ['global'], countryCodes: ['ge'] }, global)).toBe(true)
  })
})
