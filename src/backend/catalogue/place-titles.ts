import { defaultLocale } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'

/**
 * SQL: the title of a place in the language, in the default locale as a fallback, or NULL. Needs
 * one index lookup if the language has a title.
 * @param place an SQL expression
 */
export function titleOf(place: string, lang: Locale): string {
  const titleIn = (each: Locale) =>
    `(SELECT title FROM place_titles WHERE place = ${place} AND lang = '${each}')`
  return lang === defaultLocale
    ? titleIn(lang)
    : `coalesce(${titleIn(lang)}, ${titleIn(defaultLocale)})`
}
