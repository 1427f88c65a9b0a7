import { places, unlisted } from '../../content/ru/places.ts'
import type { Locale } from './locales.ts'

/**
 * A place's name as headings need it: `Türkiye` (after `Plans for`), `в Турции` (after `Интернет`).
 * @param place `tr`, `ru/mow`
 */
export function placePhrase(locale: Locale, place: string, title: string): string {
  if (locale === 'en') return title
  return places[place] ?? `${unlisted[place.includes('/') ? 'region' : 'country']} ${title}`
}
