import { matchCountryNames, searchCountries } from '../../domain/country-search/search.ts'
import { worldRegions } from '../../contract/places.ts'
import type { WorldRegion } from '../../contract/places.ts'
import { worldRegionsNamed } from '../../locale/search/trip-search.ts'
import type { Locale } from '../../locale/locales.ts'
import type { CatalogueDatabase } from '../context.ts'
import { namesOfCountries } from './countries.ts'
import { searchTitle } from './search-title.ts'

/** Orange has operators in 33 countries. D1 allows 100 parameters a statement. */
const maxOperators = 50

type SearchScope = {
  readonly country: string | null
  readonly worldRegion: WorldRegion | null
  readonly operators: readonly string[]
}

/**
 * Matches country names first, then names of world regions, then prefixes of operators. Misspelt
 * country names come last, because an operator's name can be one typo away from a country's name.
 */
export async function narrowBySearch(
  db: CatalogueDatabase,
  lang: Locale,
  text: string,
): Promise<SearchScope> {
  const prefix = searchTitle(text)
  const [countries, { results }] = await Promise.all([
    namesOfCountries(db, lang),
    db
      .prepare(
        'SELECT ident FROM operators WHERE search_title >= ? AND search_title < ? ORDER BY search_title LIMIT ?',
      )
      .bind(prefix, `${prefix}\u{10FFFF}`, maxOperators)
      .all<{ ident: string }>(),
  ])
  const [named] = matchCountryNames(countries, text)
  if (named) return { country: named.countryCode2Letters, worldRegion: null, operators: [] }
  const regions = worldRegionsNamed(text)
  const region = worldRegions.find((each) => regions.includes(each))
  if (region) return { country: null, worldRegion: region, operators: [] }
  const operators = results.map(({ ident }) => ident)
  const [similar] = operators.length > 0 ? [] : searchCountries(countries, text)
  return { country: similar?.countryCode2Letters ?? null, worldRegion: null, operators }
}
