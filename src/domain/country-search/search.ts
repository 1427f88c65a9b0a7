import { placesOf } from './search-index.ts'
import type { Names, Place } from './search-index.ts'
import { lacksMoreThan, lettersOf, slipsBetween, slipsForgiven } from './edit-distance.ts'
import { inOtherLayout, plain, soundOf } from './spelling.ts'

export type Findable = {
  readonly countryCode2Letters: string
  readonly title: string
  /** Names in the other language, cities, common spellings. */
  readonly aliases: readonly string[]
}

/**
 * Countries by any of their names or cities in either language, best first; equals stay in the order given. A looser reading of
 * the text speaks only where the stricter ones find nothing: as typed, by its sound ('turtsiya'), as typed in the other keyboard
 * layout ('nehwbz'), with slips of the finger.
 */
export function searchCountries<Country extends Findable>(
  countries: readonly Country[],
  text: string,
): readonly Country[] {
  const named = countriesNamed(countries, text)
  return named.length > 0 ? named : countriesMeant(countries, text)
}

/** The same without slips of the finger. */
export function countriesNamed<Country extends Findable>(
  countries: readonly Country[],
  text: string,
): readonly Country[] {
  if (text.trim() === '') return countries
  const typed = plain(text)
  const switched = plain(inOtherLayout(text))
  const places = placesOf(countries)
  const asTyped = best(places, ({ typed: names }) => rankOf(names, typed))
  if (asTyped.length > 0) return asTyped
  const bySound = best(places, ({ sound }) => rankOf(sound, unlessShort(soundOf(typed), 2)))
  if (bySound.length > 0) return bySound
  const asSwitched = best(places, ({ typed: names }) => rankOf(names, unlessShort(switched, 2)))
  if (asSwitched.length > 0) return asSwitched
  return best(places, ({ sound }) => rankOf(sound, unlessShort(soundOf(switched), 3)))
}

/** What is too short to be read in a looser way: it would begin too many names. */
function unlessShort(wanted: string, least: number): string {
  return wanted.length < least ? '' : wanted
}

/** Those the fewest slips away, by the sound of their words. */
function countriesMeant<Country extends Findable>(
  countries: readonly Country[],
  text: string,
): readonly Country[] {
  const readings = [text, inOtherLayout(text)]
    .map((reading) => unlessShort(soundOf(plain(reading)), 4))
    .filter((reading) => reading !== '')
    .map((reading) => reading.split(' ').map(wantedOf))
  const places = placesOf(countries)
  const ranks = new Map(
    places.map((place) => [place, Math.min(...readings.map((words) => slipsTo(place, words)))]),
  )
  const fewest = Math.floor(Math.min(...ranks.values()) / 4)
  return best(places, (place) => {
    const rank = ranks.get(place) ?? Infinity
    return Math.floor(rank / 4) === fewest ? rank : Infinity
  })
}

/** 0 is the name itself; Infinity: no name has every word at the start of one of its own. */
function rankOf({ title, exact, starts }: Names, wanted: string): number {
  if (wanted === '') return Infinity
  if (title === wanted) return 0
  if (exact.has(wanted)) return 1
  if (title.startsWith(wanted)) return 2
  if (` ${title}`.includes(` ${wanted}`)) return 3
  if (starts.includes(` ${wanted}`)) return 4
  return wanted.split(' ').every((word) => starts.includes(` ${word}`)) ? 5 : Infinity
}

type Wanted = { readonly word: string; readonly letters: number; readonly limit: number }

function wantedOf(word: string): Wanted {
  return { word, letters: lettersOf(word), limit: slipsForgiven(word) }
}

/** Four times the slips, more by less than that where only the start of a word is as close, or a word that is not of the title. */
function slipsTo({ words }: Place<Findable>, reading: readonly Wanted[]): number {
  let sum = 0
  for (const { word, letters, limit } of reading) {
    let least = Infinity
    for (const known of words) {
      if (lacksMoreThan(limit, letters, known.letters)) continue
      const rank = 2 * slipsBetween(word, known.word, limit) + (known.isOfTitle ? 0 : 1)
      least = Math.min(least, rank)
    }
    sum += least
  }
  return sum
}

function best<Country>(
  places: readonly Place<Country>[],
  rank: (place: Place<Country>) => number,
): readonly Country[] {
  return places
    .map((place) => ({ country: place.country, rank: rank(place) }))
    .filter((found) => found.rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ country }) => country)
}
