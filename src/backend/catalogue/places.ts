import { defaultLocale } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'

/** The place of a list: `tr`, `ru/mow`, `europe` or `all`. */
export function placeOf(where: {
  country?: string | undefined
  region?: string | undefined
  worldRegion?: string | undefined
}): string {
  const { country, region, worldRegion } = where
  if (worldRegion !== undefined) return worldRegion
  if (country === undefined) return everywhere
  return region === undefined ? country : `${country}/${region}`
}

export const everywhere = 'all'

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

/**
 * SQL for the prices (JSON) of the cheapest plan in stock in the place that `place` names in SQL,
 * or NULL. Reads one row of an index and one of `tariffs`.
 */
export function cheapestPrices(place: string): string {
  return `(SELECT prices FROM tariffs WHERE id = (SELECT tariff_id FROM placements
    WHERE place = ${place} AND in_stock = 1 ORDER BY price LIMIT 1))`
}
