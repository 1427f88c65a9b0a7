import { defaultLocale } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'

/** Where plans are laid out for sale: a country, a region of one, a world region, or everything. */
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

/** The lowest price in stock of the place that `place` names in SQL: the cheapest plan's, read off one index. */
export function cheapest(place: string, column: 'price_usd' | 'price_rub'): string {
  return `(SELECT ${column} FROM placements WHERE place = ${place} AND in_stock = 1 ORDER BY price_usd LIMIT 1)`
}

/** A row's lowest price in every currency, or null when nothing is in stock. */
export function priceFrom({
  from_usd,
  from_rub,
}: {
  from_usd: number | null
  from_rub: number | null
}) {
  return from_usd === null || from_rub === null ? null : { USD: from_usd, RUB: from_rub }
}
