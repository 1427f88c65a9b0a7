import { chargeStep, convertInSteps, minorDigits } from '../kit/money.shared.ts'
import type { Currency, ExchangeRate, Money, Prices } from '../kit/money.shared.ts'
import type { ChargeRule } from '../payments/charge-limits.ts'
import { dayMs, dayOf, timeBefore } from '../kit/time.shared.ts'

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

/** The uses of a code. */
export type PromoUses = {
  /** Paid orders. */
  readonly paid: number
  /** Other customers whose orders are being paid, of any network and of the visitor's network. */
  readonly reserved: number
  readonly ofNetwork: number
  /** Paid orders of the customer. */
  readonly ofCustomer: number
}

export type PromoProblem =
  | 'unknown'
  | 'early'
  | 'expired'
  | 'used-up'
  | 'reserved'
  | 'used-by-customer'
  | 'other-plan'
  | 'other-currency'
  | 'lowest-price'

/** The data of an ordered plan that decides whether a code applies. */
export type PromoPlan = {
  readonly tariffID: string
  readonly countryCodes: readonly string[]
  /** A top-up, which the shop buys when it is paid. */
  readonly topUp?: { readonly cost: Money }
}

/** Codes are compared in upper case, because visitors type them from posters and videos. */
export function canonicalPromoCode(typed: string): string {
  return typed.toUpperCase()
}

/** Returns the reason why the code cannot be used now, by anyone or by this customer, or null. */
export function promoProblem(
  { startsAt, endsAt, totalLimit, customerLimit }: PromoCode,
  { paid, reserved, ofNetwork, ofCustomer }: PromoUses,
  now: Date,
): PromoProblem | null {
  if (startsAt !== null && now < startsAt) return 'early'
  if (endsAt !== null && now >= endsAt) return 'expired'
  if (customerLimit !== null && ofCustomer >= customerLimit) return 'used-by-customer'
  if (totalLimit === null) return null
  if (paid >= totalLimit) return 'used-up'
  return paid + reserved >= totalLimit || ofNetwork >= mostReserved(totalLimit) ? 'reserved' : null
}

/**
 * Uses that unpaid orders of one network hold. Without this limit, a visitor without any intention
 * to pay could use up a code.
 */
export function mostReserved(totalLimit: number): number {
  return Math.max(2, Math.floor(totalLimit / 10))
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
 * subtracted once, from the first plans that the code is for. At least `smallestPrice` remains of
 * each price, and the cost of a top-up.
 */
export function reducedPrices(
  promo: PromoCode,
  lines: readonly { readonly plan: PromoPlan; readonly price: Money }[],
  { rates, charges }: ReductionRules,
): Money[] {
  const { reduction } = promo
  const taken: { [currency: Currency]: number } = {}
  return lines.map(({ plan, price: { minor, currency } }) => {
    if (!isForPlan(promo, plan)) return { minor, currency }
    const wanted =
      reduction.kind === 'percent'
        ? Math.ceil((minor * reduction.hundredths) / 10_000)
        : (reduction.amounts[currency] ?? 0) - (taken[currency] ?? 0)
    const cost = plan.topUp ? (convertInSteps(plan.topUp.cost, currency, rates) ?? minor) : 0
    const most = Math.max(0, minor - Math.max(smallestPrice(currency, charges), cost))
    const off = Math.min(most, Math.max(0, wanted))
    const left = off === 0 ? minor : floorToCharge(minor - off, currency, cost)
    taken[currency] = (taken[currency] ?? 0) + minor - left
    return { minor: left, currency }
  })
}

export type ReductionRules = {
  readonly rates: readonly ExchangeRate[]
  readonly charges: ChargeRule
}

/**
 * Returns the minimum of a reduced price in whole units of the currency. It is twice what a
 * provider charges, because a rate may change before the payment.
 */
function smallestPrice(currency: Currency, charges: ChargeRule): number {
  const unit = 10 ** minorDigits(currency)
  const least = Math.min(...charges(currency).map((limits) => limits.least))
  return Math.ceil((2 * least) / unit) * unit
}

/**
 * Rounds an amount down to one that card payments accept, or up when it would be less than the
 * cost: Stripe charges 0.010 KWD, not 0.001.
 */
function floorToCharge(minor: number, currency: Currency, cost: number): number {
  const step = chargeStep(currency)
  const rest = minor % step
  return rest > 0 && minor - rest < cost ? minor + step - rest : minor - rest
}
