import { defaultLocale } from '../../locale/locales.ts'

/**
 * SQL for the language in which to read a table of texts: the language of the numbered parameter,
 * or the default locale if the table has no row in that language.
 */
export function readableLanguage(
  table: 'shown_questions' | 'shown_posts' | 'shown_place_texts',
  parameter: `?${number}`,
): string {
  return `CASE WHEN EXISTS (SELECT 1 FROM ${table} WHERE lang = ${parameter})
    THEN ${parameter} ELSE '${defaultLocale}' END`
}
