import type { Currency, Prices } from './money.ts'
import { dayRangeNames, dayRangeOf, megabytesInGigabyte } from './tariff.ts'
import type { DayRange } from './tariff.ts'

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

/** MB a day of three kinds of traveller, as in the blog post `how-much-data`. */
export const dailyUse = { light: 200, mixed: 750, work: 2048 } as const
export type Use = keyof typeof dailyUse
export const uses = ['light', 'mixed', 'work'] as const satisfies readonly Use[]

/** Days of a trip that the trip form accepts. */
export const tripBounds = { min: 1, max: 90 } as const

/** The GB of a trip that the search accepts. */
export const gigabyteBounds = { min: 1, max: 100 } as const

export type Trip = { readonly days: number; readonly use: Use }

type DataNeed = {
  readonly from: number
  /** Null includes unlimited plans. */
  readonly to: number | null
  readonly days: number
}

const gigabytes = (count: number) => count * megabytesInGigabyte

/**
 * MB a day at full speed of an unlimited plan that states no limit. The blog post
 * `what-unlimited-means` has the same number.
 */
export const usualThreshold = gigabytes(1)

/** The needs of three kinds of trip: data in MB, and days. */
const needs = {
  weekend: { from: gigabytes(1), to: gigabytes(3), days: 3 },
  fortnight: { from: gigabytes(5), to: gigabytes(10), days: 14 },
  month: { from: gigabytes(20), to: null, days: 30 },
} as const satisfies { readonly [name: string]: DataNeed }
export type PickName = keyof typeof needs
const pickNames = ['weekend', 'fortnight', 'month'] as const satisfies readonly PickName[]

export type TripPick<T> = { readonly name: PickName; readonly fare: T }

/** Returns the cheapest fare that fits each kind of trip, if there is one. */
export function picksOf<T extends Fare>(fares: readonly T[], base: Currency): TripPick<T>[] {
  return pickNames.flatMap((name) => {
    const fare = cheapest(fares, needs[name], base)
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

/**
 * Returns the cheapest fare that lasts a trip, by data and by days, or undefined if there is none.
 */
export function findFare<T extends Fare>(
  fares: readonly T[],
  { days, use }: Trip,
  base: Currency,
): T | undefined {
  const need = { from: dailyUse[use] * days, to: null, days }
  return cheapest(
    fares.filter((fare) => staysFast(fare, use)),
    need,
    base,
  )
}

/** Whether an unlimited plan keeps its full speed on a day of this use. */
export function staysFast({ trafficMb, fairUse }: Fare, use: Use): boolean {
  return trafficMb !== null || (fairUse?.thresholdMb ?? usualThreshold) >= dailyUse[use]
}

/** A number of eSIMs of one plan, used one after the other. */
export type FareMultiple<T> = { readonly fare: T; readonly count: number }

/** More eSIMs would be too many to install for one trip. */
const mostRepeated = 4

/**
 * Returns the cheapest way to cover a trip with up to four eSIMs of one plan. If four are too few,
 * returns the way with the fewest eSIMs. Returns undefined without fares that stay fast.
 */
export function findRepeatedFare<T extends Fare>(
  fares: readonly T[],
  { days, use }: Trip,
  base: Currency,
): FareMultiple<T> | undefined {
  const fast = fares.filter((fare) => staysFast(fare, use))
  const ways = fast.map((fare) => {
    const times = Math.max(
      days / fare.validityDays,
      (dailyUse[use] * days) / sizeOf(fare.trafficMb),
    )
    const count = Math.ceil(times)
    return { fare, count, cost: count * priceOf(fare, base) }
  })
  const few = ways.filter(({ count }) => count <= mostRepeated)
  const [best] =
    few.length > 0
      ? few.toSorted((a, b) => a.cost - b.cost || a.count - b.count)
      : ways.toSorted((a, b) => a.count - b.count || a.cost - b.cost)
  return best && { fare: best.fare, count: best.count }
}

/** At equal prices, prefers more data, then more days. */
function cheapest<T extends Fare>(
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

export type FareRow<T> = {
  readonly trafficMb: number | null
  /** The cheapest fare of each column of the table, or null where there is none. */
  readonly cells: readonly (T | null)[]
}

export type FareTable<T> = {
  readonly columns: readonly DayRange[]
  readonly rows: readonly FareRow<T>[]
}

/**
 * A page has room for this number of rows. With more sizes, the table shows the smallest and the
 * largest.
 */
const maxRows = 12

/** Returns the lowest price by size and by range of days. Omits columns without a plan. */
export function fareTable<T extends Fare>(fares: readonly T[], base: Currency): FareTable<T> {
  const columns = dayRangeNames.filter((range) =>
    fares.some(({ validityDays }) => dayRangeOf(validityDays) === range),
  )
  const sizes = [...new Set(fares.map(({ trafficMb }) => trafficMb))].toSorted(
    (a, b) => sizeOf(a) - sizeOf(b) || 0,
  )
  const shown =
    sizes.length > maxRows ? [...sizes.slice(0, maxRows - 1), ...sizes.slice(-1)] : sizes
  const rows = shown.map((trafficMb) => {
    const ofSize = fares.filter((fare) => fare.trafficMb === trafficMb)
    const cells = columns.map((range) => {
      const inRange = ofSize.filter(({ validityDays }) => dayRangeOf(validityDays) === range)
      return cheapest(inRange, { from: 0, to: null, days: 0 }, base) ?? null
    })
    return { trafficMb, cells }
  })
  return { columns, rows }
}

function sizeOf(trafficMb: number | null): number {
  return trafficMb ?? Infinity
}

function priceOf({ prices }: Fare, base: Currency): number {
  return prices[base] ?? Infinity
}
