import { places, unlisted } from '../../content/ru/places.ts'
import type { Locale } from './locales.ts'

/**
 * Returns a place as headings take it: `Türkiye` (after `Plans for`) in English, `в Турции` (after `Интернет`) in Russian.
 * `place` is a country code or `country/region`.
 */
export function placePhrase(locale: Locale, place: string, title: string): string {
  if (locale === 'en') return title
  return places[place] ?? `${unlisted[place.includes('/') ? 'region' : 'country']} ${title}`
}
