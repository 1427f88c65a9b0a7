import type { Currency, Prices } from '../kit/money.shared.ts'
import { megabytesInGigabyte, dayRangeNames, dayRangeOf } from '../kit/plan-sizes.shared.ts'

/**
 * The cheapest plan of one size and validity in a place. `trafficMb` is in MB, or null for
 * unlimited plans. The fares of a place include the cheapest plan for every need.
 */
export type Fare = {
  readonly trafficMb: number | null
  /** MB a day at full speed of an unlimited plan, or null if not stated. */
  readonly fairUse: { readonly thresholdMb: number } | null
  readonly validityDays: number
  readonly prices: Prices
}

type DataNeed = {
  readonly from: number
  /** Null includes unlimited plans. */
  readonly to: number | null
  readonly days: number
}

const gigabytes = (count: number) => count * megabytesInGigabyte

/** The needs of three kinds of trip: data in MB, and days. */
export const pickNeeds = {
  weekend: { from: gigabytes(1), to: gigabytes(3), days: 3 },
  fortnight: { from: gigabytes(5), to: gigabytes(10), days: 14 },
  month: { from: gigabytes(20), to: null, days: 30 },
} as const satisfies { readonly [name: string]: DataNeed }
export type PickName = keyof typeof pickNeeds
export const pickNames = ['weekend', 'fortnight', 'month'] as const satisfies readonly PickName[]

type TripPick<T> = { readonly name: PickName; readonly fare: T }

/** Returns the cheapest fare that fits each kind of trip, if there is one. */
export function picksOf<T extends Fare>(fares: readonly T[], base: Currency): TripPick<T>[] {
  return pickNames.flatMap((name) => {
    const fare = cheapestFare(fares, pickNeeds[name], base)
    return fare ? [{ name, fare }] : []
  })
}

/** Returns the fares that are closest to a plan, by data first and then by days. */
export function nearestFares<T extends Fare>(
  fares: readonly T[],
  { trafficMb, validityDays }: Pick<Fare, 'trafficMb' | 'validityDays'>,
  count: number,
): T[] {
  const times = (a: number, b: number) => Math.abs(Math.log2(a / b))
  const sizeDistance = (fare: T) =>
    trafficMb === null || fare.trafficMb === null
      ? Number(trafficMb !== fare.trafficMb) * farthest
      : times(fare.trafficMb, trafficMb)
  const distance = (fare: T) =>
    sizeDistance(fare) + times(fare.validityDays, validityDays) / farthest
  return fares.toSorted((a, b) => distance(a) - distance(b)).slice(0, count)
}

/** At least the number of doublings from the smallest to the largest plan. */
const farthest = 16

/** Returns the cheapest fare for a need. At equal prices, prefers more data, then more days. */
export function cheapestFare<T extends Fare>(
  fares: readonly T[],
  { from, to, days }: DataNeed,
  base: Currency,
): T | undefined {
  const fitting = fares.filter(
    ({ trafficMb, validityDays }) =>
      validityDays >= days && sizeOf(trafficMb) >= from && (to === null || sizeOf(trafficMb) <= to),
  )
  const [first] = fitting.toSorted(
    (a, b) =>
      priceOf(a, base) - priceOf(b, base) ||
      // Infinity - Infinity is NaN, so two unlimited fares are compared by their days.
      sizeOf(b.trafficMb) - sizeOf(a.trafficMb) ||
      0 ||
      b.validityDays - a.validityDays,
  )
  return first
}

/**
 * Returns the lowest price per GB among limited fares in exact minor units, or null without them.
 */
export function bestUnitPrice(fares: readonly Fare[], base: Currency): number | null {
  const prices = fares.map((fare) => pricePerGigabyte(fare, base)).filter((price) => price !== null)
  return prices.length === 0 ? null : Math.min(...prices)
}

/** Returns the exact price without rounding, so that only equal prices tie. */
export function pricePerGigabyte({ trafficMb, prices }: Fare, base: Currency): number | null {
  const minor = prices[base]
  return trafficMb === null || minor === undefined
    ? null
    : (minor * megabytesInGigabyte) / trafficMb
}

export function sizeOf(trafficMb: number | null): number {
  return trafficMb ?? Infinity
}

export function priceOf({ prices }: Fare, base: Currency): number {
  return prices[base] ?? Infinity
}

type FareRow<T> = {
  readonly trafficMb: number | null
  /** The cheapest fare of each range of days, the shortest first. */
  readonly fares: readonly T[]
}

/** A page has room for this number of rows. With more sizes, it shows the smallest and the largest. */
const maxRows = 12

/** Returns the lowest prices of each size, by range of days. */
export function fareRows<T extends Fare>(fares: readonly T[], base: Currency): FareRow<T>[] {
  const sizes = [...new Set(fares.map(({ trafficMb }) => trafficMb))].toSorted(
    (a, b) => sizeOf(a) - sizeOf(b) || 0,
  )
  const shown =
    sizes.length > maxRows ? [...sizes.slice(0, maxRows - 1), ...sizes.slice(-1)] : sizes
  return shown.map((trafficMb) => {
    const ofSize = fares.filter((fare) => fare.trafficMb === trafficMb)
    const cheapest = dayRangeNames.map((range) =>
      cheapestFare(
        ofSize.filter(({ validityDays }) => dayRangeOf(validityDays) === range),
        { from: 0, to: null, days: 0 },
        base,
      ),
    )
    return { trafficMb, fares: cheapest.filter((fare) => fare !== undefined) }
  })
}
