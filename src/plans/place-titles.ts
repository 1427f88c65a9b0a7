import { z } from 'zod'
import { defaultLocale, locales } from '../words/locales.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { normalize } from '../kit/text.shared.ts'

/**
 * SQL: the title of a place in the language, in the default locale as a fallback, or NULL.
 * @param place an SQL expression
 */
export function titleOf(place: string, lang: Locale): string {
  return `(SELECT ${titleIn(lang)} FROM places WHERE places.place = ${place})`
}

/** SQL over `places`: the title in the language, or in the default locale. */
export function titleIn(lang: Locale): string {
  return `coalesce(places.titles ->> '${lang}', places.titles ->> '${defaultLocale}')`
}

/**
 * Returns an operator's title, or the typed start of one, as the search compares it: `Kölbi ICE`
 * becomes `kolbi ice`. Text that contains only punctuation is kept, because an empty start
 * matches all titles.
 */
export function searchTitle(text: string): string {
  return normalize(text) || text.trim().toLowerCase()
}

type LocalizedRow<Row> = { readonly row: Row; readonly locale: Locale }

/**
 * Reads rows with titles of plans, which exist in each locale, in one call.
 * @param select selects the rows of orders in the locale
 */
export async function rowsPerLocale<Row>(
  db: Pick<D1Database, 'batch'>,
  select: (locale: Locale) => D1PreparedStatement,
): Promise<LocalizedRow<Row>[]> {
  const answers = await db.batch<Row>(locales.map(select))
  return answers.flatMap(({ results }, index) => {
    const locale = locales[index]
    return locale === undefined ? [] : results.map((row) => ({ row, locale }))
  })
}

export const titlesByLang = z.record(z.string(), z.string())
