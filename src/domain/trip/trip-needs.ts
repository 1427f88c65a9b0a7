import { countOf } from './trip-cover.ts'

/** Countries of a trip are numbered from 0, in the order of the visits. */
export type TripTime = {
  readonly stops: number
  /** Days of the whole trip. */
  readonly days: number
  /** Days in each country, or null if unknown. Their sum is `days`. */
  readonly stays: readonly number[] | null
}

/** The days and data that a plan for some countries of a trip needs. */
export type TripNeed = {
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

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
