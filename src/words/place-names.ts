import { placePhrases, placeTitles } from '../../content/index.ts'
import { cachePerLocale, type Locale } from './locales.shared.ts'
import { versionIn } from './content.ts'
import type { PlaceTitles } from '../../content/types.ts'
import { anySearchWord } from './search-words.shared.ts'

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

const kindOfPlace = new RegExp(`^(?:${anySearchWord('kindsOfPlaces')}) `, 'u')

/** Returns the part of a place's name by which lists are sorted: «Республика Адыгея» is under А. */
export function alphabeticName(title: string): string {
  return title.replace(kindOfPlace, '')
}
