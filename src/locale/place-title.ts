import { placeTitles } from '../../content/index.ts'
import type { PlaceTitles } from '../../content/types.ts'
import type { Locale } from './locales.ts'
import { cachePerLocale } from './cache-per-locale.ts'

const overrides: { readonly [lang: string]: PlaceTitles } = placeTitles
const countryNames = cachePerLocale(
  (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
)

/**
 * Returns the title of a place whose catalogue entry has no title. It comes from `content/`, or for
 * a country from `Intl.DisplayNames`. Returns null when both lack it.
 * @param place `tr`, `ru/mow`
 */
export function placeTitle(locale: Locale, place: string): string | null {
  const override = overrides[locale]?.[place]
  if (override !== undefined) return override
  const isCountry = /^[a-z]{2}$/.test(place)
  return isCountry ? (countryNames(locale).of(place.toUpperCase()) ?? null) : null
}
