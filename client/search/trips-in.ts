import type { SuggestedCountry } from '../../src/plans/country-search.shared.ts'
import { searchCountries } from '../../src/plans/named-countries.shared.ts'
import { maxStops } from '../../src/plans/trip-bounds.shared.ts'
import { findStops, unfinishedTrip } from '../../src/plans/trip-search.shared.ts'
import { needOf, readTripText } from '../../src/plans/trip-text.shared.ts'
import type { SuggestedTrip } from './options.ts'

/**
 * Returns the trip that a sentence describes as the planner understands it, or the trips that its
 * last word can complete: `Japan, ko`. A chunk of its own, because most visitors type one name.
 */
export function tripsIn(
  countries: readonly SuggestedCountry[],
  text: string,
): readonly SuggestedTrip[] {
  const trip = readTripText(text, new Date())
  const { countries: named, isWhole } = findStops(countries, trip.places)
  const note = noteOf(needOf(trip))
  const unfinished = isWhole ? null : unfinishedTrip(countries, text)
  const others = unfinished
    ? searchCountries(countries, unfinished.last).filter((each) => !unfinished.stops.includes(each))
    : []
  if (unfinished && others.length > 0)
    return others.map((other) => {
      const stops = [...unfinished.stops, other]
      return { stops, text: stops.map(({ title }) => title).join(', '), note }
    })
  return named.length === 0 ? [] : [{ stops: named.slice(0, maxStops), text, note }]
}

function noteOf({ days, gigabytes }: ReturnType<typeof needOf>): string {
  const inUnits = (count: number, unit: string, unitDisplay: 'long' | 'short') =>
    new Intl.NumberFormat(document.documentElement.lang, {
      style: 'unit',
      unit,
      unitDisplay,
    }).format(count)
  return [inUnits(days, 'day', 'long'), inUnits(gigabytes, 'gigabyte', 'short')].join(', ')
}
