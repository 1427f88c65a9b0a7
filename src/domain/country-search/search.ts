import { canBeWithin, editScore, letterMask, maxEditDistance } from './edit-distance.ts'
import { indexCountries } from './search-index.ts'
import type { IndexedCountry, Names, SearchableCountry } from './search-index.ts'
import { byStem } from './russian-endings.ts'
import { normalize, phoneticKey, switchKeyboardLayout } from '../spelling.ts'

/**
 * Finds countries by name, alias or city in either language, best match first. Equal matches stay
 * in the given order. An empty query returns all countries. Tolerates typos, but only when
 * `matchCountryNames` finds nothing.
 */
export function searchCountries<Country extends SearchableCountry>(
  countries: readonly Country[],
  query: string,
): readonly Country[] {
  const matches = matchCountryNames(countries, query)
  return matches.length > 0 ? matches : matchWithTypos(countries, query)
}

/**
 * Finds countries without typo tolerance. Tries stricter readings of the query first and returns
 * the matches of the first reading that finds a country. The readings are: as typed, by sound
 * (`turtsiya`), in the other keyboard layout (`nehwbz`), and in that layout by sound.
 */
export function matchCountryNames<Country extends SearchableCountry>(
  countries: readonly Country[],
  query: string,
): readonly Country[] {
  if (query.trim() === '') return countries
  const typed = normalize(query)
  const switched = normalize(switchKeyboardLayout(query))
  const index = indexCountries(countries)
  const asTyped = sortByRank(index, ({ names }) => nameRank(names, typed))
  if (asTyped.length > 0) return asTyped
  const typedKey = dropShort(phoneticKey(typed), 2)
  const bySound = sortByRank(index, ({ phoneticNames }) => nameRank(phoneticNames, typedKey))
  if (bySound.length > 0) return bySound
  const switchedText = dropShort(switched, 2)
  const asSwitched = sortByRank(index, ({ names }) => nameRank(names, switchedText))
  if (asSwitched.length > 0) return asSwitched
  const switchedKey = dropShort(phoneticKey(switched), 3)
  return sortByRank(index, ({ phoneticNames }) => nameRank(phoneticNames, switchedKey))
}

/**
 * Finds the country that a word in a sentence names: by a whole name, or by a word in the names of
 * no other country. Beginnings of names and codes do not count, because `in`, `to` and `may` are
 * words too. Tolerates typos and endings of cases in words of five letters or more.
 */
export function countryNamed<Country extends SearchableCountry>(
  countries: readonly Country[],
  word: string,
): Country | undefined {
  const index = indexCountries(countries)
  const typed = normalize(word)
  const switched = normalize(switchKeyboardLayout(word))
  const readings = [
    byWholeName(index, ({ names }) => names, typed),
    ...[typed, switched].map((text) =>
      // In the other keyboard layout, `of` sounds like «США».
      byWholeName(index, (entry) => entry.phoneticNames, phoneticKey(dropShort(text, 3))),
    ),
  ]
  return (
    readings.find((country) => country !== undefined) ??
    byStem(index, typed) ??
    byTypo(index, phoneticKey(typed))
  )
}

/**
 * Finds the country with this whole name, or with a name that differs only in its Russian endings:
 * «Кубу», «Южной Корее». Ignores typos, codes and parts of names.
 */
export function countryWithName<Country extends SearchableCountry>(
  countries: readonly Country[],
  name: string,
): Country | undefined {
  const index = indexCountries(countries)
  const typed = normalize(name)
  const line = `\n ${typed}\n`
  const named = index.find(({ names }) => `\n${names.prefixes}\n`.includes(line))
  return named?.country ?? byStem(index, typed)
}

/** A shorter word of a sentence is one letter away from too many names. */
const minTypoLength = 5

/** Finds the country whose names have a word that differs least, such as «Турции». */
function byTypo<Country>(
  index: readonly IndexedCountry<Country>[],
  key: string,
): Country | undefined {
  if (key.length < minTypoLength) return undefined
  const typed = queryWord(key)
  const scores = index.map(({ words }) => Math.min(...words.map((word) => typosIn(typed, word))))
  const least = Math.min(...scores)
  const closest = index.filter((_, entry) => least < Infinity && scores[entry] === least)
  // The Netherlands, not the Caribbean Netherlands. A word of more names is none: «острове».
  const short = closest.filter(({ phoneticNames }) => !phoneticNames.title.includes(' '))
  const [found, other] = short.length > 0 && closest.length <= 2 ? short : closest
  return other ? undefined : found?.country
}

/** Returns the number of typos in a whole word, or Infinity if there are too many. */
function typosIn(
  { word: typed, mask, maxDistance }: QueryWord,
  { word, mask: wordMask }: Pick<QueryWord, 'word' | 'mask'>,
): number {
  if (!canBeWithin(maxDistance, mask, wordMask)) return Infinity
  const score = editScore(typed, word, maxDistance)
  // An odd score leaves out the end of the word.
  const typos = score % 2 === 0 ? score / 2 : (score - 1) / 2 + word.length - typed.length
  return typos <= maxDistance ? typos : Infinity
}

function byWholeName<Country>(
  index: readonly IndexedCountry<Country>[],
  namesOf: (entry: IndexedCountry<Country>) => Names,
  text: string,
): Country | undefined {
  if (text === '') return undefined
  const isIn = (start: string, end: string) => (entry: IndexedCountry<Country>) =>
    `\n${namesOf(entry).prefixes}\n`.includes(start + text + end)
  const whole = index.find(isIn('\n ', '\n'))
  if (whole) return whole.country
  const [first, second] = index.filter((entry) => isIn(' ', ' ')(entry) || isIn(' ', '\n')(entry))
  return second ? undefined : first?.country
}

/**
 * Drops a query that is too short for a loose reading, because it would be a prefix of many names.
 */
function dropShort(query: string, minLength: number): string {
  return query.length < minLength ? '' : query
}

function matchWithTypos<Country extends SearchableCountry>(
  countries: readonly Country[],
  query: string,
): readonly Country[] {
  const readings = [query, switchKeyboardLayout(query)]
    .map((reading) => dropShort(phoneticKey(normalize(reading)), 4))
    .filter((reading) => reading !== '')
    .map((reading) => reading.split(' ').map(queryWord))
  const index = indexCountries(countries)
  const ranks = new Map(
    index.map((entry) => [entry, Math.min(...readings.map((words) => typoRank(entry, words)))]),
  )
  const fewestTypos = Math.floor(Math.min(...ranks.values()) / 4)
  return sortByRank(index, (entry) => {
    const rank = ranks.get(entry) ?? Infinity
    return Math.floor(rank / 4) === fewestTypos ? rank : Infinity
  })
}

/**
 * Returns 0 for the title itself. Returns Infinity unless every word of the query is a prefix of a
 * name's word.
 */
function nameRank({ title, exact, prefixes }: Names, query: string): number {
  if (query === '') return Infinity
  if (title === query) return 0
  if (exact.has(query)) return 1
  if (title.startsWith(query)) return 2
  if (` ${title}`.includes(` ${query}`)) return 3
  if (prefixes.includes(` ${query}`)) return 4
  return query.split(' ').every((word) => prefixes.includes(` ${word}`)) ? 5 : Infinity
}

type QueryWord = { readonly word: string; readonly mask: number; readonly maxDistance: number }

function queryWord(word: string): QueryWord {
  return { word, mask: letterMask(word), maxDistance: maxEditDistance(word) }
}

/**
 * Returns a sum over the query's words: 4 per typo, 2 for a match with only a prefix, 1 for a match
 * with an alias. Returns Infinity when a word has no match.
 */
function typoRank(
  { words }: IndexedCountry<SearchableCountry>,
  query: readonly QueryWord[],
): number {
  let sum = 0
  for (const { word, mask, maxDistance } of query) {
    let best = Infinity
    for (const known of words) {
      if (!canBeWithin(maxDistance, mask, known.mask)) continue
      const rank = 2 * editScore(word, known.word, maxDistance) + (known.isOfTitle ? 0 : 1)
      best = Math.min(best, rank)
    }
    sum += best
  }
  return sum
}

function sortByRank<Country>(
  index: readonly IndexedCountry<Country>[],
  rankOf: (entry: IndexedCountry<Country>) => number,
): readonly Country[] {
  return (
    index
      .map((entry) => ({ country: entry.country, rank: rankOf(entry) }))
      .filter(({ rank }) => rank < Infinity)
      // oxlint-disable-next-line unicorn/no-array-sort -- Safari 15 has no toSorted
      .sort((a, b) => a.rank - b.rank)
      .map(({ country }) => country)
  )
}
