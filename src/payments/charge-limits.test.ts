import { expect, it } from 'vitest'
import { rateOf, type Currencies } from '../kit/money.shared.ts'
import { chargeRule, nearestCharge, nextCharge } from './charge-limits.ts'
import type { ChargingShop } from './settings.ts'

const shopWith = (
  providers: ChargingShop['PAYMENT_PROVIDERS'],
  currencies: Currencies,
  stripe: Currencies | null = null,
) => ({ CURRENCIES: currencies, PAYMENT_PROVIDERS: providers, STRIPE_CURRENCIES: stripe })
const rates = [rateOf('USD', '155', 'JPY'), rateOf('USD', '1600', 'KRW')]

it.each([
  ['USD', ['USD', 'JPY'], 50, 99_999_999],
  ['EUR', ['EUR'], 50, 99_999_999],
  ['GBP', ['GBP'], 30, 99_999_999],
  ['CZK', ['CZK'], 1500, 99_999_999],
  ['JPY', ['JPY'], 50, 9_999_999_999],
  // Stripe converts yen to dollars, where fifty cents are the minimum.
  ['JPY', ['USD', 'JPY'], 78, 9_999_999_999],
  ['KRW', ['USD', 'KRW'], 800, 99_999_999],
  ['INR', ['INR'], 50, 999_999_999],
  ['HUF', ['HUF'], 175, 99_999_999],
  ['KWD', ['KWD'], 500, 99_999_999],
  ['UZS', ['UZS'], 750_000, 99_999_999],
  ['ISK', ['ISK'], 75, 999_999],
] as const)('limits charges of Stripe in %s in a shop with %j', (currency, shop, least, most) => {
  expect(chargeRule(shopWith(['stripe'], shop), rates)(currency)).toEqual([{ least, most }])
})

it('limits charges of YooKassa in roubles, and of each provider of a currency', () => {
  const shop = shopWith(['stripe', 'yookassa', 'generic'], ['USD', 'RUB'], ['USD'])
  const rule = chargeRule(shop, [])
  expect(rule('RUB')).toEqual([
    { least: 100, most: 35_000_000 },
    { least: 1, most: Infinity },
  ])
  expect(rule('USD')).toEqual([
    { least: 50, most: 99_999_999 },
    { least: 1, most: Infinity },
  ])
})

it('charges no amount of 0, whoever charges it', () => {
  for (const provider of ['stripe', 'yookassa', 'generic', 'test', 'none'] as const) {
    const rule = chargeRule(shopWith([provider], ['RUB']), [])
    expect(nextCharge(rule, { minor: 0, currency: 'RUB' })).toBeGreaterThan(0)
  }
})

it.each([
  ['KWD', 499, 500, 500],
  ['KWD', 2917, 2920, 2920],
  ['KWD', 99_999_991, null, 99_999_990],
  ['USD', 0, 50, 50],
  ['USD', 99_999_999, 99_999_999, 99_999_999],
  ['USD', 100_000_000, null, 99_999_999],
])('names the next and the nearest charge in %s of %i', (currency, minor, next, nearest) => {
  const rule = chargeRule(shopWith(['stripe'], ['USD', 'KWD']), [])
  expect(nextCharge(rule, { minor, currency })).toBe(next)
  expect(nearestCharge(rule, { minor, currency })).toBe(nearest)
})
