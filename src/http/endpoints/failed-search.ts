import { searchOrder } from '../../domain/country-search/search-order.ts'
import { demandOfSearch } from '../../domain/unmet-demand.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { findPlaces, findStops, isNothing } from '../../locale/search/trip-search.ts'
import { readTripText } from '../../locale/search/trip-text.ts'
import { reportUnmetDemand } from '../demand-reports.ts'
import type { PageFormContext } from '../page/form-request.ts'

/** Receives a text for which a browser had no suggestion, unless its page finds something. */
export async function receiveFailedSearch(c: PageFormContext): Promise<Response> {
  const text = c.req.valid('form').text('search_string')
  const { days, gigabytes } = readTripText(text)
  if (days === null && gigabytes === null) {
    const { all, popular } = await c.var.dictionaries.countryLists()
    const places = searchOrder(all.list, popular.list)
    if (isNothing(findPlaces(places, text)) && !all.hasFailed)
      reportUnmetDemand(c, demandOfSearch(text, findStops(places, text).unknown))
  }
  return c.body(null, 204, { 'Cache-Control': cacheControl.none })
}
