import { convert } from '../plans/price-rules.ts'
import type { ExchangeRate } from '../plans/price-rules.ts'
import { chargeStep, minorDigits } from '../kit/money.shared.ts'
import type { Currency, Money, Prices } from '../kit/money.shared.ts'
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
  readonly held: number
  readonly ofNetwork: number
  /** Paid orders of the customer. */
  readonly ofCustomer: number
}

export type PromoProblem =
  | 'unknown'
  | 'early'
  | 'expired'
  | 'used-up'
  | 'held'
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
  { paid, held, ofNetwork, ofCustomer }: PromoUses,
  now: Date,
): PromoProblem | null {
  if (startsAt !== null && now < startsAt) return 'early'
  if (endsAt !== null && now >= endsAt) return 'expired'
  if (customerLimit !== null && ofCustomer >= customerLimit) return 'used-by-customer'
  if (totalLimit === null) return null
  if (paid >= totalLimit) return 'used-up'
  return paid + held >= totalLimit || ofNetwork >= mostHeld(totalLimit) ? 'held' : null
}

/**
 * Uses that unpaid orders of one network hold. Without this limit, a visitor without any intention
 * to pay could use up a code.
 */
export function mostHeld(totalLimit: number): number {
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
 * subtracted once, from the first plans that the code is for. At least `smallestCharge` remains of
 * each price, and the cost of a top-up.
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
    const cost = plan.topUp ? (convertInSteps(plan.topUp.cost, currency, rates) ?? minor) : 0
    const most = Math.max(0, minor - Math.max(smallestCharge(currency, rates), cost))
    const off = Math.min(most, Math.max(0, wanted))
    const left = off === 0 ? minor : floorToCharge(minor - off, currency, cost)
    taken[currency] = (taken[currency] ?? 0) + minor - left
    return { minor: left, currency }
  })
}

/**
 * Stripe’s minimum depends on the currency of the operator’s bank account, and is about half a
 * dollar there. Stripe converts a payment to that currency, so its minimums in the currency of the
 * payment, such as ¥50, do not suffice:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. The shop leaves twice as
 * much, in case a rate changes.
 */
const dollar: Money = { minor: 100, currency: 'USD' }
/** Converts many dollars at once, because a conversion rounds to minor units. */
const many = 10_000

/** YooKassa charges roubles only, and its minimum is 1 ₽. */
const minimums: { readonly [currency: Currency]: number } = { RUB: 1 }

/**
 * About one dollar in currencies whose unit is worth much less, rounded up, for a currency without
 * an exchange rate, which `npm run shop -- doctor` reports. Each value is between 0.9 and 2.5 dollars at
 * the rates of https://www.exchangerate-api.com of 2024-08-19. Stripe does not charge the weak
 * currencies that are missing here, such as SDG and SYP.
 */
const dollarValues: { readonly [currency: Currency]: number } = Object.fromEntries(
  (
    'AED 4, AFN 80, ALL 100, AMD 400, ANG 2, AOA 1000, ARS 2000, AWG 2, AZN 2, BAM 2, BBD 2, ' +
    'BDT 150, BGN 2, BIF 3000, BOB 10, BRL 6, BWP 15, BYN 4, BZD 2, CDF 3000, CLP 1000, CNY 8, ' +
    'COP 5000, CRC 600, CVE 100, CZK 25, DJF 200, DKK 7, DOP 70, DZD 150, EGP 60, ETB 200, FJD 3, ' +
    'GEL 3, GHS 15, GMD 80, GNF 10000, GTQ 8, GYD 250, HKD 8, HNL 30, HTG 150, HUF 400, IDR 20000, ' +
    'ILS 4, INR 100, IQD 1500, ISK 150, JMD 200, JPY 200, KES 150, KGS 100, KHR 5000, KMF 500, ' +
    'KRW 2000, KZT 600, LAK 25000, LBP 100000, LKR 400, LRD 200, LSL 20, LYD 6, MAD 10, MDL 20, ' +
    'MGA 5000, MKD 60, MMK 5000, MNT 4000, MOP 10, MRU 50, MUR 50, MVR 20, MWK 2000, MXN 20, ' +
    'MYR 5, MZN 70, NAD 20, NGN 2000, NIO 40, NOK 10, NPR 150, PEN 4, PGK 5, PHP 60, PKR 300, ' +
    'PLN 4, PYG 8000, QAR 4, RON 5, RSD 150, RWF 2000, SAR 4, SBD 10, SCR 20, SEK 10, SLE 30, ' +
    'SOS 600, SRD 40, STN 25, SVC 9, SZL 20, THB 40, TJS 10, TMT 4, TND 3, TOP 3, TRY 60, TTD 7, ' +
    'TWD 35, TZS 3000, UAH 50, UGX 4000, UYU 50, UZS 15000, VND 30000, VUV 150, WST 3, XAF 600, ' +
    'XCD 3, XCG 2, XOF 600, XPF 150, YER 300, ZAR 20, ZMW 30'
  )
    .split(', ')
    .map((entry) => [entry.slice(0, 3), Number(entry.slice(4))]),
)

/**
 * Returns the minimum of a reduced price in minor units: the value of a dollar at the operator's
 * exchange rates, and at least one unit of the currency, such as €1. The result is in whole units.
 */
function smallestCharge(currency: Currency, rates: readonly ExchangeRate[]): number {
  const unit = 10 ** minorDigits(currency)
  const fixed = minimums[currency]
  if (fixed !== undefined) return fixed * unit
  const value = convertInSteps({ ...dollar, minor: dollar.minor * many }, currency, rates)
  if (value === null) return (dollarValues[currency] ?? 1) * unit
  return Math.max(1, Math.ceil(value / many / unit)) * unit
}

/** Converts by one rate, or by two with another currency in between. */
function convertInSteps(
  amount: Money,
  to: Currency,
  rates: readonly ExchangeRate[],
): number | null {
  const between = rates.flatMap(({ from, to: other }) => [from.currency, other.currency])
  for (const currency of [amount.currency, ...between]) {
    const minor = convert(amount, currency, rates)
    const value = minor === null ? null : convert({ minor, currency }, to, rates)
    if (value !== null) return value
  }
  return null
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
