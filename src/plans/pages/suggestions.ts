import { z } from 'zod'
import { worldRegions } from '../operations.ts'
import { searchOrder } from '../search-order.ts'
import { maxSuggestions, type CountrySuggestions } from '../country-search.shared.ts'
import { priceText } from '../../words/plan-words.ts'
import type { AppContext } from '../../site/app-env.ts'
import { cacheControl } from '../../kit/http.ts'
import { searchString } from '../../api/common.ts'
import { demandText } from '../../site/demand-reports.ts'
import { demandHeader } from '../../site/page-parts.ts'
import type { EndpointFormContext } from '../../site/form-input.ts'

/** Returns the countries and world regions for the suggestions of the search, as JSON. */
export async function countrySuggestions(c: AppContext): Promise<Response> {
  const { words, dictionaries } = c.var
  const { all, popular } = await dictionaries.countryLists()
  if (all.hasFailed) return c.json({}, 503, { 'Cache-Control': cacheControl.none })
  const suggestions: CountrySuggestions = {
    countries: searchOrder(all.list, popular.list).map(
      ({ countryCode2Letters, title, aliases, priceFrom }) => ({
        countryCode2Letters,
        title,
        aliases,
        note: priceFrom
          ? words('units.from', { price: priceText(c.var, priceFrom) })
          : words('errors.outOfStock'),
      }),
    ),
    worldRegions: worldRegions.map((region) => ({
      region,
      title: words(`worldRegions.${region}`),
      note: words('tariffCard.kinds.multi'),
    })),
    trip: words('tripSearch.trip', { places: '{{places}}' }),
    counts: Array.from({ length: maxSuggestions + 1 }, (_, count) =>
      count === 0 ? words('errors.nothingFound') : words('countries.suggestions', { count }),
    ),
  }
  return c.json(suggestions, 200, { 'Cache-Control': cacheControl.dictionary })
}

export const failedSearchFields = z.object({ search_string: searchString })

/** Counts a search for which the browser had no suggestion, unless its page has a result. */
export async function receiveFailedSearch(c: EndpointFormContext<typeof failedSearchFields>) {
  const { search_string: text } = c.req.valid('form')
  const { readSearch } = await import('../read-search.ts')
  const { all, popular } = await c.var.dictionaries.countryLists()
  const places = searchOrder(all.list, popular.list)
  const { isTimed, demands } = readSearch(places, text, new Date(c.var.now()))
  if (!isTimed && !all.hasFailed && demands.length > 0) c.header(demandHeader, demandText(demands))
  return c.body(null, 204, { 'Cache-Control': cacheControl.none })
}
