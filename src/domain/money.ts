/** ISO 4217 codes of the currencies the shop accepts (specification, section 9). */
export const currencies = ['USD', 'RUB'] as const
export type Currency = (typeof currencies)[number]

/** An amount in the currency's minor unit (cents, kopecks): integers add up without rounding. */
export type Money = { readonly minor: number; readonly currency: Currency }

/** One price in every accepted currency, in minor units. */
export type Prices = { readonly [currency in Currency]: number }

export function priceIn(prices: Prices, currency: Currency): Money {
  return { minor: prices[currency], currency }
}
