import { placePhrases } from '../../content/index.ts'
import { cachePerLocale } from './cache-per-locale.ts'
import { versionIn } from './fallback.ts'
import type { Locale } from './locales.ts'

const phrases = cachePerLocale((locale) => versionIn(locale, placePhrases))

/**
 * Returns a place's name in headings: `the Netherlands` (after `Plans for`), `в Турции` (after
 * `Интернет`).
 * @param place `tr`, `ru/mow`
 */
export function placePhrase(locale: Locale, place: string, title: string): string {
  const { places, others } = phrases(locale)
  const kind = place.includes('/') ? 'region' : 'country'
  return places[place] ?? others[kind].replace('{{title}}', () => title)
}

type PlanPlace = {
  readonly countryCodes: readonly string[]
  readonly regionIdent: string | null
  readonly placeTitle: string
}

export function planPhrase(
  locale: Locale,
  { countryCodes: [country = ''], regionIdent, placeTitle }: PlanPlace,
): string {
  const place = regionIdent === null ? country : `${country}/${regionIdent}`
  return placePhrase(locale, place, placeTitle)
}
