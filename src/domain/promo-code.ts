import type { ExchangeRate } from './exchange-rates.ts'
import type { Currency, Money, Prices } from './money.ts'
import { floorToCharge, smallestCharge } from './smallest-charge.ts'
import { dayMs, dayOf, timeBefore } from './time-units.ts'

/** The reduction of a code: a share of the price, or an amount in each of its currencies. */
export type PromoReduction =
  | { readonly kind: 'percent'; readonly hundredths: number }
  | { readonly kind: 'amount'; readonly amounts: Prices }

/** A promo code. Empty lists and null limits restrict nothing. */
export type PromoCode = {
  readonly code: string
  readonly reduction: PromoReduction
  readonly startsAt: Date | null
  /** The first moment at which the code is no longer valid. */
  readonly endsAt: Date | null
  readonly totalLimit: number | null
  readonly customerLimit: number | null
  readonly tariffIDs: readonly string[]
  readonly countryCodes: readonly string[]
}

/** The fields of a code without restrictions. */
export const unrestricted = {
  startsAt: null,
  endsAt: null,
  totalLimit: null,
  customerLimit: null,
  tariffIDs: [],
  countryCodes: [],
} as const

/** Returns the last day of a code in UTC, or null if it has no end or ended within a day. */
export function lastDayOf({ endsAt }: Pick<PromoCode, 'endsAt'>): string | null {
  if (endsAt === null || endsAt.getTime() % dayMs !== 0) return null
  return dayOf(timeBefore(endsAt, dayMs))
}

/** Orders that use the code: paid, or unpaid and not expired. */
export type PromoUses = { readonly total: number; readonly byCustomer: number }

export type PromoProblem =
  | 'unknown'
  | 'early'
  | 'expired'
  | 'used-up'
  | 'used-by-customer'
  | 'other-plan'
  | 'other-currency'
  | 'lowest-price'

/** The data of an ordered plan that decides whether a code applies. */
export type PromoPlan = { readonly tariffID: string; readonly countryCodes: readonly string[] }

/** Codes are compared in upper case, because visitors type them from posters and videos. */
export function canonicalPromoCode(typed: string): string {
  return typed.toUpperCase()
}

/** Returns the reason why the code cannot be used now, by anyone or by this customer, or null. */
export function promoProblem(
  { startsAt, endsAt, totalLimit, customerLimit }: PromoCode,
  uses: PromoUses,
  now: Date,
): PromoProblem | null {
  if (startsAt !== null && now < startsAt) return 'early'
  if (endsAt !== null && now >= endsAt) return 'expired'
  if (totalLimit !== null && uses.total >= totalLimit) return 'used-up'
  return customerLimit !== null && uses.byCustomer >= customerLimit ? 'used-by-customer' : null
}

export function isForPlan({ tariffIDs, countryCodes }: PromoCode, plan: PromoPlan): boolean {
  if (tariffIDs.length === 0 && countryCodes.length === 0) return true
  // A code for Türkiye does not apply to a plan for a hundred countries that include it.
  const isForCountries =
    plan.countryCodes.length > 0 && plan.countryCodes.every((code) => countryCodes.includes(code))
  return tariffIDs.includes(plan.tariffID) || isForCountries
}

/** Whether the code reduces prices in the currency. */
export function hasCurrency({ reduction }: PromoCode, currency: Currency): boolean {
  return reduction.kind === 'percent' || (reduction.amounts[currency] ?? 0) > 0
}

/**
 * Returns the prices of an order's plans after the reduction. Reductions are rounded up to an
 * amount that card payments accept, so that nobody gets less than was promised. An amount is
 * subtracted once, from the first plans that the code is for. At least `smallestCharge` remains of
 * each price.
 */
export function reducedPrices(
  promo: PromoCode,
  lines: readonly { readonly plan: PromoPlan; readonly price: Money }[],
  rates: readonly ExchangeRate[],
): Money[] {
  const { reduction } = promo
  const taken: { [currency: Currency]: number } = {}
  return lines.map(({ plan, price: { minor, currency } }) => {
    if (!isForPlan(promo, plan)) return { minor, currency }
    const wanted =
      reduction.kind === 'percent'
        ? Math.ceil((minor * reduction.hundredths) / 10_000)
        : (reduction.amounts[currency] ?? 0) - (taken[currency] ?? 0)
    const most = Math.max(0, minor - smallestCharge(currency, rates))
    const off = Math.min(most, Math.max(0, wanted))
    const left = off === 0 ? minor : floorToCharge(minor - off, currency)
    taken[currency] = (taken[currency] ?? 0) + minor - left
    return { minor: left, currency }
  })
}
