import { placePhrases } from '../../content/index.ts'
import { versionIn } from './fallback.ts'
import type { Locale } from './locales.ts'

/**
 * A place's name for headings: `Türkiye` (after `Plans for`), `в Турции` (after `Интернет`).
 * @param place `tr`, `ru/mow`
 */
export function placePhrase(locale: Locale, place: string, title: string): string {
  const { places, others } = versionIn(locale, placePhrases)
  const kind = place.includes('/') ? 'region' : 'country'
  return places[place] ?? others[kind].replace('{{title}}', () => title)
}
