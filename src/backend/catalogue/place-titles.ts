import { defaultLocale } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'

/**
 * SQL for the title of the place that `place` names in SQL: in the language, else in the default
 * locale, else NULL. One index lookup where the language has a title.
 */
export function titleOf(place: string, lang: Locale): string {
  const titleIn = (each: Locale) =>
    `(SELECT title FROM place_titles WHERE place = ${place} AND lang = '${each}')`
  return lang === defaultLocale
    ? titleIn(lang)
    : `coalesce(${titleIn(lang)}, ${titleIn(defaultLocale)})`
}
