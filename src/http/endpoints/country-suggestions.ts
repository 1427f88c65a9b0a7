import { worldRegions } from '../../contract/places.ts'
import { searchOrder } from '../../domain/country-search/search-order.ts'
import { maxSuggestions } from '../../domain/country-search/suggestions.ts'
import type { CountrySuggestions } from '../../domain/country-search/suggestions.ts'
import { priceText } from '../../locale/tariff-words.ts'
import type { AppContext } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'

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
    counts: Array.from({ length: maxSuggestions + 1 }, (_, count) =>
      count === 0 ? words('errors.nothingFound') : words('countries.suggestions', { count }),
    ),
  }
  return c.json(suggestions, 200, { 'Cache-Control': cacheControl.dictionary })
}
