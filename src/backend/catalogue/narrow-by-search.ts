import { matchCountryNames, searchCountries } from '../../domain/country-search/search.ts'
import type { Locale } from '../../locale/locales.ts'
import type { CatalogueDatabase } from '../context.ts'
import { namesOfCountries } from './countries.ts'

const maxOperators = 20

/**
 * Narrows a search text to a country or to operators. Exact country names come first, then
 * operators by prefix. Misspelt country names come last, because an operator's name can be one
 * typo away from a country's.
 */
export async function narrowBySearch(
  db: CatalogueDatabase,
  lang: Locale,
  text: string,
): Promise<{ country: string | null; operators: string[] }> {
  const prefix = text.trim().toLowerCase()
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
  if (named) return { country: named.countryCode2Letters, operators: [] }
  const operators = results.map(({ ident }) => ident)
  const [similar] = operators.length > 0 ? [] : searchCountries(countries, text)
  return { country: similar?.countryCode2Letters ?? null, operators }
}
