import { normalize, phoneticKey, switchKeyboardLayout } from '../kit/text.shared.ts'

/**
 * Finds countries by name, alias or city in either language, best match first. Equal matches stay
 * in the given order. An empty query returns all countries. Tries stricter readings of the query first and returns
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
 * Drops a query that is too short for a loose reading, because it would be a prefix of many names.
 */
function dropShort(query: string, minLength: number): string {
  return query.length < minLength ? '' : query
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

export type SearchableCountry = {
  readonly countryCode2Letters: string
  readonly title: string
  readonly aliases: readonly string[]
}

export type IndexedCountry<Country> = {
  readonly country: Country
  readonly names: Names
  readonly phoneticNames: Names
  /** Names of one word, and the words of the title, as phonetic keys. */
  readonly words: readonly string[]
}

type Names = {
  readonly title: string
  readonly exact: ReadonlySet<string>
  /**
   * All names in one text with a space before every word, so that one `includes` finds a prefix.
   */
  readonly prefixes: string
}

const indexes = new WeakMap<
  readonly SearchableCountry[],
  readonly IndexedCountry<SearchableCountry>[]
>()

/** Indexes a list once, because every keystroke searches the same list. */
export function indexCountries<Country extends SearchableCountry>(
  countries: readonly Country[],
): readonly IndexedCountry<Country>[] {
  const index = indexes.get(countries) ?? countries.map(indexCountry)
  indexes.set(countries, index)
  return index as readonly IndexedCountry<Country>[] // the key is the indexed list
}

function indexCountry(country: SearchableCountry): IndexedCountry<SearchableCountry> {
  const names = [country.title, ...country.aliases].map(normalize)
  const keys = names.map(phoneticKey)
  const wholeNames = keys.flatMap((key) => [key, ...withoutSpaces(key)])
  const ofTitle = keys[0]?.split(' ') ?? []
  return {
    country,
    names: collectNames(names, country.countryCode2Letters),
    phoneticNames: collectNames(keys, country.countryCode2Letters),
    words: [...ofTitle, ...wholeNames.filter((key) => !key.includes(' '))],
  }
}

function collectNames(names: readonly string[], code: string): Names {
  const all = names.flatMap((name) => [name, ...withoutSpaces(name), ...withSaint(name)])
  return {
    title: names[0] ?? '',
    exact: new Set([...all, code]),
    prefixes: all.map((name) => ` ${name}`).join('\n'),
  }
}

/** `new york` → `newyork`. */
function withoutSpaces(name: string): string[] {
  return name.includes(' ') ? [name.replaceAll(' ', '')] : []
}

/** `st lucia` → `saint lucia`, and the reverse. */
function withSaint(name: string): string[] {
  if (name.startsWith('saint ')) return [`st ${name.slice(6)}`]
  return name.startsWith('st ') ? [`saint ${name.slice(3)}`] : []
}

/** Suggestions that fit on a phone's screen. The results page shows all matches. */
export const maxSuggestions = 8

export type CountrySuggestions = {
  readonly countries: readonly SuggestedCountry[]
  /** Missing from a copy that the browser stored before the release that added world regions. */
  readonly worldRegions?: readonly SuggestedWorldRegion[]
  /** `Trip: {{places}}`. Missing from a copy that is stored in a browser. */
  readonly trip?: string
  /** The screen reader text for each number of suggestions, from 0. */
  readonly counts: readonly string[]
}

export type SuggestedCountry = SearchableCountry & {
  readonly note: string
}

export type SuggestedWorldRegion = {
  readonly region: string
  readonly title: string
  readonly note: string
}
