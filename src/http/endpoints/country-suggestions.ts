import type { Context } from 'hono'
import { suggestionsAtMost } from '../../domain/country-search/suggestions.ts'
import type { CountrySuggestions } from '../../domain/country-search/suggestions.ts'
import { priceText } from '../../locale/tariff-words.ts'
import type { AppEnv } from '../app-env.ts'

/** Kept as long as the dictionary it is made of. */
const caching = 'public, max-age=600, stale-while-revalidate=86400, stale-if-error=86400'

/** The countries' dictionary for a search as one types. A list that could not be had is no list: the field stays a plain one. */
export async function countrySuggestions(c: Context<AppEnv>): Promise<Response> {
  const { locale, words, dictionaries } = c.var
  const { list, failed } = await dictionaries.countries()
  if (failed) return c.json({}, 503, { 'Cache-Control': 'no-store' })
  const suggestions: CountrySuggestions = {
    countries: list.map(({ countryCode2Letters, title, aliases, priceFrom }) => ({
      countryCode2Letters,
      title,
      aliases,
      note: priceFrom
        ? words('units.from', { price: priceText(locale, priceFrom) })
        : words('errors.outOfStock'),
    })),
    counts: Array.from({ length: suggestionsAtMost + 1 }, (_, count) =>
      count === 0 ? words('errors.nothingFound') : words('countries.suggestions', { count }),
    ),
  }
  return c.json(suggestions, 200, { 'Cache-Control': caching })
}
