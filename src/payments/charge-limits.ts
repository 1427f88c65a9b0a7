import tables from './charge-limits.json' with { type: 'json' }
import { chargeStep, convertInSteps, minorDigits } from '../kit/money.shared.ts'
import type { Currency, ExchangeRate, Money, Prices } from '../kit/money.shared.ts'
import { currenciesOf, namedProviders, type ChargingShop } from './settings.ts'
import { stripeUnits } from './stripe-api.ts'

/** The smallest and the largest charge in minor units. */
export type ChargeLimits = { readonly least: number; readonly most: number }

/** Returns the limits of each provider that charges a currency. A price must be in one of them. */
export type ChargeRule = (currency: Currency) => readonly ChargeLimits[]

/**
 * Returns the rule for the prices of a shop.
 * @param rates the owner's exchange rates, because Stripe converts payments
 */
export function chargeRule(shop: ChargingShop, rates: readonly ExchangeRate[]): ChargeRule {
  const names = namedProviders(shop)
  return (currency) => {
    const charging = names.filter((name) => currenciesOf(name, shop).includes(currency))
    // A shop without a provider is a preview, whose owner has not chosen one yet.
    return charging.length === 0
      ? [unlimited]
      : charging.map((name) => limitsOf(name, currency, shop, rates))
  }
}

const unlimited: ChargeLimits = { least: 1, most: Infinity }

/**
 * Returns the smallest amount that a provider charges and that is not below the given one. Returns
 * null when the amount is too large for all providers.
 */
export function nextCharge(rule: ChargeRule, { minor, currency }: Money): number | null {
  const step = chargeStep(currency)
  const found = rule(currency).flatMap(({ least, most }) => {
    const next = Math.ceil(Math.max(minor, least) / step) * step
    return next <= most ? [next] : []
  })
  return found.length === 0 ? null : Math.min(...found)
}

/** Returns the charge that is nearest to an amount, for messages. */
export function nearestCharge(rule: ChargeRule, price: Money): number {
  const largest = Math.max(...rule(price.currency).map(({ most }) => most))
  return nextCharge(rule, price) ?? largest - (largest % chargeStep(price.currency))
}

/** Returns the limits of a provider. Providers that are not listed here have no known limits. */
export function limitsOf(
  provider: string,
  currency: Currency,
  { CURRENCIES: currencies }: Pick<ChargingShop, 'CURRENCIES'>,
  rates: readonly ExchangeRate[],
): ChargeLimits {
  if (provider === 'yookassa') return yookassaLimits
  if (provider !== 'stripe') return unlimited
  const found = currencies.flatMap((settled) => {
    const minimum = stripeMinimums[settled]
    if (minimum === undefined) return []
    const value = convertInSteps({ minor: minimum * many, currency: settled }, currency, rates)
    return value === null ? halfDollar(currency) : Math.ceil(value / many)
  })
  return {
    least: found.length === 0 ? halfDollar(currency) : Math.max(...found),
    most: Math.floor((10 ** (stripeDigits[currency] ?? 8) - 1) / stripeUnits(currency)),
  }
}

/** Bank cards: https://yookassa.ru/developers/payment-methods/bank-card. SBP takes more. */
const yookassaLimits: ChargeLimits = { least: 100, most: 35_000_000 }

/**
 * `stripeMinimums`: Stripe's smallest charges in minor units, by the currency of the owner's bank
 * account. Stripe converts a payment to this currency, which is one of the shop's, so ¥50 do not
 * suffice in a shop that also sells in dollars. `stripeDigits`: the digits of the largest amounts in
 * Stripe's own units, 8 for the others.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, read in November 2026.
 *
 * `dollarValues`: about one dollar in units of currencies that are worth much less, rounded up, for
 * a currency without an exchange rate, which `npm run shop -- doctor` reports. Each value is between
 * 0.9 and 2.5 dollars at the rates of https://www.exchangerate-api.com of 2024-08-19. Stripe does
 * not charge the weak currencies that are missing here, such as SDG and SYP.
 */
const { stripeMinimums, stripeDigits, dollarValues }: Record<keyof typeof tables, Prices> = tables

/** Converts many minimums at once, because a conversion rounds to minor units. */
const many = 10_000

function halfDollar(currency: Currency): number {
  return Math.ceil(((dollarValues[currency] ?? 1) * 10 ** minorDigits(currency)) / 2)
}
