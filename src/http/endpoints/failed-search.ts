import { z } from 'zod'
import { searchString } from '../../contract/common.ts'
import { searchOrder } from '../../domain/country-search/search-order.ts'
import { demandOfSearch } from '../../domain/unmet-demand.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { unmetParts } from '../../locale/search/trip-search.ts'
import { readTripText } from '../../locale/search/trip-text.ts'
import { reportUnmetDemand } from '../demand-reports.ts'
import type { EndpointFormContext } from '../page/form-input.ts'

export const failedSearchFields = z.object({ search_string: searchString })

/** Counts a search for which the browser had no suggestion, unless its page has a result. */
export async function receiveFailedSearch(
  c: EndpointFormContext<typeof failedSearchFields>,
): Promise<Response> {
  const { search_string: text } = c.req.valid('form')
  const { days, gigabytes, unreadDates } = readTripText(text, new Date(c.var.now()))
  if (days === null && gigabytes === null && unreadDates.length === 0) {
    const { all, popular } = await c.var.dictionaries.countryLists()
    const places = searchOrder(all.list, popular.list)
    if (!all.hasFailed) reportUnmetDemand(c, demandOfSearch(text, unmetParts(places, text)))
  }
  return c.body(null, 204, { 'Cache-Control': cacheControl.none })
}
