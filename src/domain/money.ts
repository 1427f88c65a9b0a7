/** ISO 4217 codes the shop takes: card in USD, card in RUB. */
export const currencies = ['USD', 'RUB'] as const
export type Currency = (typeof currencies)[number]

/** An amount in the currency's minor unit (cents, kopecks), so that sums never meet a float. */
export type Money = { readonly minor: number; readonly currency: Currency }

/** One price in every currency the shop takes, minor units. */
export type Prices = { readonly [currency in Currency]: number }

/** The price in one currency. */
export function priceIn(prices: Prices, currency: Currency): Money {
  return { minor: prices[currency], currency }
}
