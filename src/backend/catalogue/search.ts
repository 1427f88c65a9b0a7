import { z } from 'zod'
import { searchCountries } from '../../shared/domain/country-search.ts'

const aliases = z.array(z.string())
const operatorsAtMost = 20

/** What words mean in a catalogue: the country they name best, or else the operators whose name begins so. */
export async function narrowBySearch(
  db: D1Database,
  text: string,
): Promise<{ country: string | null; operators: string[] }> {
  const { results } = await db
    .prepare('SELECT code, title_en, title_ru, aliases FROM countries')
    .all<{ code: string; title_en: string; title_ru: string; aliases: string }>()
  const countries = results.map((row) => ({
    countryCode2Letters: row.code,
    title: row.title_en,
    aliases: [row.title_ru, ...aliases.parse(JSON.parse(row.aliases))],
  }))
  const [country] = searchCountries(countries, text)
  if (country) return { country: country.countryCode2Letters, operators: [] }
  const prefix = text.trim().toLowerCase()
  const operators = await db
    .prepare(
      'SELECT ident FROM operators WHERE search_title >= ? AND search_title < ? ORDER BY search_title LIMIT ?',
    )
    .bind(prefix, `${prefix}\u{10FFFF}`, operatorsAtMost)
    .all<{ ident: string }>()
  return { country: null, operators: operators.results.map(({ ident }) => ident) }
}
