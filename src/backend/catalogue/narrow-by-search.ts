import { matchCountryNames, searchCountries } from '../../domain/country-search/search.ts'
import type { Locale } from '../../locale/locales.ts'
import { namesOfCountries } from './countries.ts'

const operatorsAtMost = 20

/**
 * What words mean in a catalogue: the country that a search of the countries names first, or else the operators whose name begins
 * so. A slip of the finger is supposed last: an operator's name may be one slip away from a country's.
 */
export async function narrowBySearch(
  db: D1Database,
  lang: Locale,
  text: string,
): Promise<{ country: string | null; operators: string[] }> {
  const countries = await namesOfCountries(db, lang)
  const [named] = matchCountryNames(countries, text)
  if (named) return { country: named.countryCode2Letters, operators: [] }
  const prefix = text.trim().toLowerCase()
  const { results } = await db
    .prepare(
      'SELECT ident FROM operators WHERE search_title >= ? AND search_title < ? ORDER BY search_title LIMIT ?',
    )
    .bind(prefix, `${prefix}\u{10FFFF}`, operatorsAtMost)
    .all<{ ident: string }>()
  const operators = results.map(({ ident }) => ident)
  const [meant] = operators.length > 0 ? [] : searchCountries(countries, text)
  return { country: meant?.countryCode2Letters ?? null, operators }
}
