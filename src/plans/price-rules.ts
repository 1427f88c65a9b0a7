import { convert, decimalOf } from '../kit/money.shared.ts'
import type { Currencies, Currency, ExchangeRate, Money, Prices } from '../kit/money.shared.ts'
import { nextCharge, type ChargeRule } from '../payments/charge-limits.ts'

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
  readonly charges: ChargeRule
}

export type CostedPlan = {
  readonly tariffID: string
  readonly supplier: string
  readonly countryCodes: readonly string[]
  readonly cost: Money
  /** The lowest price that the supplier allows. */
  readonly minimumPrice: Money | null
  /** Prices set by the owner. */
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
/** `no charge`: no payment provider charges so much at once. */
export type MissingPrice = 'no rule' | 'no rate' | 'no charge'

/**
 * Returns the prices that the owner set, and the other prices by the most specific rule, as
 * payment providers charge them. A currency without a rule, or without a rate from the currency of
 * the cost, has no price.
 */
export function pricesOfPlan(book: PriceBook, plan: CostedPlan): PlanPrices {
  const prices: { [currency: Currency]: number } = {}
  const missing: { currency: Currency; reason: MissingPrice }[] = []
  const tooLow: Currency[] = []
  for (const currency of book.currencies) {
    const least = leastPrice(book, plan, currency)
    const set = plan.setPrices[currency]
    const price = set ?? (typeof least === 'object' ? roundUp(book, least) : null)
    const charged = price === null ? null : nextCharge(book.charges, { minor: price, currency })
    if (charged !== null) prices[currency] = charged
    else
      missing.push({
        currency,
        reason: set === undefined && typeof least === 'string' ? least : 'no charge',
      })
    if (set !== undefined && typeof least === 'object' && set < least.minor) tooLow.push(currency)
  }
  return { prices, missing, tooLow }
}

type LeastPrice = { readonly minor: number; readonly rule: PriceRule }

/** Returns the price before rounding. */
function leastPrice(
  { rules, rates }: PriceBook,
  plan: CostedPlan,
  currency: Currency,
): LeastPrice | MissingPrice {
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

/** Returns the next price with the ending of the rule, or null when no provider charges so much. */
function roundUp({ charges }: PriceBook, { minor, rule: { step, ending, currency } }: LeastPrice) {
  const least = nextCharge(charges, { minor, currency })
  return least === null ? null : Math.max(0, Math.ceil((least - ending) / step)) * step + ending
}

/**
 * For about ten years, a unit of a strong currency has been worth over ten units of a weak
 * currency.
 */
const strong: readonly Currency[] = ['USD', 'EUR', 'GBP', 'CHF']
const weak = 'RUB INR JPY KRW THB TRY CZK HUF KZT AMD UZS PHP VND IDR UAH RSD'.split(' ')

/** Returns pairs of these currencies. A price has fewer units of the first than of the second. */
export function comparablePairs(
  currencies: readonly Currency[],
): readonly (readonly [valued: Currency, other: Currency])[] {
  const others = currencies.filter((currency) => weak.includes(currency))
  return currencies
    .filter((currency) => strong.includes(currency))
    .flatMap((valued) => others.map((other) => [valued, other] as const))
}

/** Returns two currencies whose prices look swapped: a plan for 12 USD costs more than 12 RUB. */
export function swappedCurrencies(prices: Prices): readonly [Currency, Currency] | null {
  const unitsOf = (currency: Currency) =>
    Number(decimalOf({ minor: prices[currency] ?? 0, currency }))
  const isSwapped = ([valued, other]: readonly [Currency, Currency]) =>
    unitsOf(other) < unitsOf(valued)
  return comparablePairs(Object.keys(prices)).find(isSwapped) ?? null
}

/** Whether an amount rose or fell by more than half. */
export function isJump(before: number, after: number): boolean {
  return Math.abs(after - before) * 2 > before
}

/** Whether a list removes so many of the plans on sale that it is probably incomplete. */
export function isLargeLoss(gone: number, before: number): boolean {
  return gone * 5 > before
}
