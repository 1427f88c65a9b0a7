import { z } from 'zod'
import { searchString } from '../../api/common.ts'
import type { Country } from '../operations.ts'
import { maxStops, sumOf, tripBounds } from '../trip-bounds.shared.ts'

/** The query of the planner's page: the whole trip in one text. */
export const tripQuery = z.object({ search_string: searchString })
export type TripSearchQuery = z.output<typeof tripQuery>

export type EnteredTrip = {
  readonly days: number
  /** Days in each stop. Null if the trip has days as a whole. */
  readonly stays: readonly number[] | null
}

/** Days that a visitor entered: for each place that the visitor named, or for the whole trip. */
type TypedTime = { readonly stays: readonly number[]; readonly days: number }

/** Returns stays only if each of the places has one, so that no country gets the days of another. */
export function tripTime(places: number, { stays, days }: TypedTime): EnteredTrip {
  if (stays.length === 0) return { days, stays: null }
  const isEach = places > 1 && stays.length === places
  return { days: totalOf(stays), stays: isEach ? stays.slice(0, maxStops) : null }
}

/**
 * Returns the time in the stops with plans in stock. Without plans for a stop between two others, a
 * plan for both lasts longer than their stays, so the plans are for the whole time.
 */
export function timeInOpen(
  { days, stays }: EnteredTrip,
  stops: readonly Pick<Country, 'inStock'>[],
): EnteredTrip {
  if (stays === null) return { days, stays }
  const isOpen = (_stay: number, index: number) => stops[index]?.inStock === true
  const left = stays.filter(isOpen)
  const span = stays.slice(stays.findIndex(isOpen), stays.findLastIndex(isOpen) + 1)
  const isEach = left.length > 1 && left.length === span.length
  return { days: totalOf(span), stays: isEach ? left : null }
}

/** The API and the form accept at most 90 days. */
function totalOf(stays: readonly number[]): number {
  return Math.min(Math.max(sumOf(stays), tripBounds.min), tripBounds.max)
}
