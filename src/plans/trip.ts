import { cheapestFare, priceOf, sizeOf, type Fare } from './fares.ts'
import type { Currency, Prices } from '../kit/money.shared.ts'
import { megabytesInGigabyte } from '../kit/plan-sizes.shared.ts'
import { dailyUse, sumOf, type Use } from './trip-bounds.shared.ts'

/** A plan that a trip could use. */
export type TripCandidate = {
  /** Minor units of one currency. */
  readonly price: number
}

/**
 * Whether a plan is enough for a group of countries. Countries of a trip are numbered from 0, and a
 * group has the bit of each of its countries.
 */
type Fits<Candidate> = (plan: Candidate, countries: number) => boolean

/** A group of countries, and the plan for them. */
export type TripGroup<Candidate> = { readonly plan: Candidate; readonly countries: number }

/**
 * Returns the cheapest plan for all countries of a trip, or null when no plan fits them all.
 */
export function cheapestForAll<Candidate extends TripCandidate>(
  stops: number,
  candidates: readonly Candidate[],
  fits: Fits<Candidate>,
): Candidate | null {
  return cheapestFor(allOf(stops), candidates, fits)
}

/**
 * Returns the cheapest two or more plans that cover a trip, each for different countries, in the
 * order of their first countries. Returns null when there is no such combination.
 */
export function cheapestCombination<Candidate extends TripCandidate>(
  stops: number,
  candidates: readonly Candidate[],
  fits: Fits<Candidate>,
): readonly TripGroup<Candidate>[] | null {
  const all = allOf(stops)
  const parts: (TripGroup<Candidate> | null)[] = [null]
  const ways: (readonly TripGroup<Candidate>[] | null)[] = [[]]
  // The cheapest way for each group, from the cheapest ways for smaller groups.
  for (let countries = 1; countries <= all; countries += 1) {
    const plan = cheapestFor(countries, candidates, fits)
    parts.push(plan && { plan, countries })
    const groups = countries === all ? splitsOf(all) : [countries, ...splitsOf(countries)]
    const found = groups.map((group) => {
      const [part, rest] = [parts[group], ways[countries & ~group]]
      return part && rest ? [part, ...rest] : null
    })
    ways.push(cheapest(found))
  }
  return ways[all] ?? null
}

/** At equal prices, prefers fewer plans. */
function cheapest<Candidate extends TripCandidate>(
  ways: readonly (readonly TripGroup<Candidate>[] | null)[],
): readonly TripGroup<Candidate>[] | null {
  const [best = null] = ways
    .filter((way) => way !== null)
    .toSorted((a, b) => coverPrice(a) - coverPrice(b) || a.length - b.length)
  return best
}

function coverPrice(parts: readonly TripGroup<TripCandidate>[]): number {
  return parts.reduce((sum, { plan }) => sum + plan.price, 0)
}

function cheapestFor<Candidate extends TripCandidate>(
  countries: number,
  candidates: readonly Candidate[],
  fits: Fits<Candidate>,
): Candidate | null {
  let best: Candidate | null = null
  for (const plan of candidates)
    if ((best === null || plan.price < best.price) && fits(plan, countries)) best = plan
  return best
}

/** Returns every group that has the first of the countries and omits at least one country. */
function splitsOf(countries: number): number[] {
  const first = firstOf(countries)
  const groups = []
  for (let group = countries; group > 0; group = (group - 1) & countries)
    if (group !== countries && (group & first) !== 0) groups.push(group)
  return groups
}

/** Returns the groups of two countries or more that omit at least one country of a trip. */
export function groupsOf(stops: number): readonly number[] {
  return Array.from({ length: allOf(stops) }, (_, group) => group).filter(
    (group) => countOf(group) > 1,
  )
}

/** Returns the bit of the first of the countries. */
export function firstOf(countries: number): number {
  return countries & -countries
}

function allOf(stops: number): number {
  return 2 ** stops - 1
}

/** Returns the number of countries in the bits. */
export function countOf(countries: number): number {
  let count = 0
  for (let left = countries; left !== 0; left &= left - 1) count += 1
  return count
}

export type Trip = { readonly days: number; readonly use: Use }

/**
 * MB a day at full speed of an unlimited plan that states no limit. The blog post
 * `what-unlimited-means` has the same number.
 */
export const usualThreshold = megabytesInGigabyte

/**
 * Returns the cheapest fare that lasts a trip, by data and by days, or undefined if there is none.
 */
export function findFare<T extends Fare>(fares: readonly T[], { days, use }: Trip, base: Currency) {
  const need = { from: dailyUse[use] * days, to: null, days }
  return cheapestFare(
    fares.filter((fare) => staysFast(fare, use)),
    need,
    base,
  )
}

/** Whether an unlimited plan keeps its full speed on a day of this use. */
export function staysFast({ trafficMb, fairUse }: Fare, use: Use): boolean {
  return trafficMb !== null || (fairUse?.thresholdMb ?? usualThreshold) >= dailyUse[use]
}

type GroupNeed = {
  readonly days: number
  readonly gigabytes: number
  /** Codes of countries in which the plan should work. */
  readonly members: readonly string[]
}

/**
 * Returns the fare that is enough for a trip through a group of countries: the one that misses the
 * fewest of them, and of these the cheapest.
 */
export function groupFare<T extends Fare & { readonly countryCodes: readonly string[] }>(
  fares: readonly T[],
  { days, gigabytes, members }: GroupNeed,
  base: Currency,
): T | undefined {
  const from = gigabytes * megabytesInGigabyte
  const enough = fares.filter(({ trafficMb, fairUse }) =>
    trafficMb === null ? (fairUse?.thresholdMb ?? usualThreshold) * days >= from : true,
  )
  const missing = ({ countryCodes }: T) =>
    members.filter((code) => !countryCodes.includes(code)).length
  const need = { from, to: null, days }
  const byMissing = Map.groupBy(
    enough.toSorted((a, b) => missing(a) - missing(b)),
    missing,
  )
  return [...byMissing.values()].map((some) => cheapestFare(some, need, base)).find(Boolean)
}

/** One plan may cost this much more than several, because nobody has to switch it. */
const simplest = { share: 1.15, dollars: 300 } as const

/**
 * Whether one plan for the whole trip is the better answer than several that cost less: it costs at
 * most 15 % or $3 more.
 */
export function isSimplest(single: Prices, several: Prices, base: Currency): boolean {
  const more = (currency: Currency) => (single[currency] ?? Infinity) - (several[currency] ?? 0)
  return (
    (single[base] ?? Infinity) <= (several[base] ?? 0) * simplest.share ||
    more('USD') <= simplest.dollars
  )
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

/** Countries of a trip are numbered from 0, in the order of the visits. */
export type TripTime = {
  readonly stops: number
  /** Days of the whole trip. */
  readonly days: number
  /** Days in each country, or null if unknown. Their sum is `days`. */
  readonly stays: readonly number[] | null
}

/** The days and data that a plan for some countries of a trip needs. */
type TripNeed = {
  readonly days: number
  /** The share of the trip's data is `part / whole`. */
  readonly part: number
  readonly whole: number
}

/**
 * Returns the need of a group of countries, as bits. If the stays are known, the plan lasts from
 * the arrival in the first of its countries to the departure from the last, and has the data of its
 * own days. Otherwise it lasts the whole trip, and each country has an equal share of the data.
 */
export function tripNeed({ stops, days, stays }: TripTime, countries: number): TripNeed {
  if (stays === null) return { days, part: countOf(countries), whole: stops }
  const isIn = (index: number) => (countries & (1 << index)) !== 0
  const visited = stays.map((_, index) => index).filter(isIn)
  const [first = 0, last = first] = [visited[0], visited.at(-1)]
  return {
    days: sumOf(stays.slice(first, last + 1)),
    part: sumOf(stays.filter((_, index) => isIn(index))),
    whole: sumOf(stays),
  }
}
