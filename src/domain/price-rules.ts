import { convert } from './exchange-rates.ts'
import type { ExchangeRate } from './exchange-rates.ts'
import type { Currencies, Currency, Money, Prices } from './money.ts'

/**
 * A rule that computes a price in a currency from the cost. Null fields do not restrict the rule.
 */
export type PriceRule = {
  readonly supplier: string | null
  /** The rule applies to plans that cover only this country. */
  readonly countryCode: string | null
  readonly tariffID: string | null
  readonly currency: Currency
  /** Hundredths of a percent of the cost: 4000 adds 40 %. */
  readonly markupHundredths: number
  /** In minor units. */
  readonly minimumProfit: number
  /** Prices are multiples of `step` plus `ending`, in minor units: 100 and 90 give 12.90. */
  readonly step: number
  readonly ending: number
}

/** The sources of prices. */
export type PriceBook = {
  readonly currencies: Currencies
  readonly rules: readonly PriceRule[]
  readonly rates: readonly ExchangeRate[]
}

export type CostedPlan = {
  readonly tariffID: string
  readonly supplier: string
  readonly countryCodes: readonly string[]
  readonly cost: Money
  /** The lowest price that the supplier allows. */
  readonly minimumPrice: Money | null
  /** Prices set by the operator. */
  readonly setPrices: Prices
}

export type PlanPrices = {
  /** The base currency comes first. */
  readonly prices: Prices
  /** Currencies of the shop without a price, and why. */
  readonly missing: readonly { readonly currency: Currency; readonly reason: MissingPrice }[]
  /** Currencies whose set price is below that of the rule or the supplier's minimum. */
  readonly tooLow: readonly Currency[]
}
export type MissingPrice = 'no rule' | 'no rate'

/**
 * Returns the prices that the operator set, and the other prices by the most specific rule. A
 * currency without a rule, or without a rate from the currency of the cost, has no price.
 */
export function pricesOfPlan(book: PriceBook, plan: CostedPlan): PlanPrices {
  const prices: { [currency: Currency]: number } = {}
  const missing: { currency: Currency; reason: MissingPrice }[] = []
  const tooLow: Currency[] = []
  for (const currency of book.currencies) {
    const least = leastPrice(book, plan, currency)
    const set = plan.setPrices[currency]
    if (set !== undefined) {
      prices[currency] = set
      if (typeof least === 'object' && set < least.minor) tooLow.push(currency)
    } else if (typeof least === 'string') missing.push({ currency, reason: least })
    else prices[currency] = roundUp(least.minor, least.rule)
  }
  return { prices, missing, tooLow }
}

/** Returns the price before rounding. */
function leastPrice(
  { rules, rates }: PriceBook,
  plan: CostedPlan,
  currency: Currency,
): { readonly minor: number; readonly rule: PriceRule } | MissingPrice {
  const rule = ruleFor(rules, plan, currency)
  if (!rule) return 'no rule'
  const cost = convert(plan.cost, currency, rates)
  const floor = plan.minimumPrice === null ? 0 : convert(plan.minimumPrice, currency, rates)
  if (cost === null || floor === null) return 'no rate'
  const marked = Math.ceil((cost * (10_000 + rule.markupHundredths)) / 10_000)
  return { minor: Math.max(marked, cost + rule.minimumProfit, floor), rule }
}

function ruleFor(
  rules: readonly PriceRule[],
  { tariffID, supplier, countryCodes }: CostedPlan,
  currency: Currency,
): PriceRule | undefined {
  const [country, ...others] = countryCodes
  const only = others.length === 0 ? country : undefined
  return rules
    .filter(
      (rule) =>
        rule.currency === currency &&
        [null, tariffID].includes(rule.tariffID) &&
        [null, supplier].includes(rule.supplier) &&
        (rule.countryCode === null || rule.countryCode === only),
    )
    .toSorted((one, other) => precedence(other) - precedence(one))[0]
}

/**
 * A rule for a plan precedes all other rules. A rule for a country precedes a rule for a supplier.
 */
function precedence({ tariffID, countryCode, supplier }: PriceRule): number {
  return (
    Number(tariffID !== null) * 4 + Number(countryCode !== null) * 2 + Number(supplier !== null)
  )
}

/** Returns the next price with the ending of the rule. */
function roundUp(minor: number, { step, ending }: PriceRule): number {
  return Math.max(0, Math.ceil((minor - ending) / step)) * step + ending
}
