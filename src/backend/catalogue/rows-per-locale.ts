import { locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'

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
