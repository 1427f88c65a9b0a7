import type { SearchableCountry } from './country-search.shared.ts'
import { demandOfSearch } from './demand.shared.ts'
import { findPlaces, isNothing, unmetParts } from './trip-search.shared.ts'
import { readTripText } from './trip-text.shared.ts'

/**
 * Reads the text of a search. Days, GB or several places are a trip, which has its own page. Only
 * searches load this module, because it is a large part of the worker.
 */
export function readSearch<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
  now: Date,
) {
  const found = findPlaces(countries, text)
  const { places, days, gigabytes, unreadDates } = readTripText(text, now)
  const isTimed = days !== null || gigabytes !== null || unreadDates.length > 0
  return {
    found: { ...found, isNothing: isNothing(found) },
    isTimed,
    isTrip: isTimed || found.isTrip,
    /** What the shop does not have. */
    demands: demandOfSearch(text, unmetParts(countries, places)),
  }
}
