import {
  editScore,
  maxEditDistance,
  countryNamed,
  countryWithName,
  matchCountryNames,
  searchCountries,
} from './country-search.shared.ts'
import type { SearchableCountry } from './country-search.shared.ts'
import { once, normalize } from '../kit/text.shared.ts'
import { anySearchWord, searchWords, worldRegionNames } from '../words/search-words.shared.ts'

export type FoundPlaces<Country> = {
  readonly countries: readonly Country[]
  /** World regions by name, such as `europe` or `шенген`. */
  readonly worldRegions: readonly string[]
  /** Countries with a similar title: Australia for `austria`. */
  readonly similar: readonly Country[]
  /** Whether the text names several countries: `turkey, greece`. */
  readonly isTrip: boolean
}

/** Shorter prefixes of a world region's name match too many words. */
const minPrefix = 4

/** Finds the countries, world regions or trip that a text names. */
export function findPlaces<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): FoundPlaces<Country> {
  const worldRegions = worldRegionsNamed(text)
  const { countries: stops, unknown } = findStops(countries, text)
  const isTrip = stops.length > 1
  if (isTrip && unknown.length === 0) return { countries: stops, worldRegions, similar: [], isTrip }
  const matches = searchCountries(countries, text)
  const [stop] = unknown.length === 0 ? stops : []
  // «Индии» is India, and begins a name of the Indian Ocean too.
  const found = stop ? [stop, ...matches.filter((each) => each !== stop)] : matches
  // Only some words are names: `Italy in May`.
  if (found.length === 0 && worldRegions.length === 0 && stops.length > 0)
    return { countries: stops, worldRegions, similar: [], isTrip }
  // A typo of a country's name can be the name of a world region.
  const shown =
    worldRegions.length > 0 && matchCountryNames(countries, text).length === 0 ? [] : found
  return {
    countries: shown,
    worldRegions,
    similar: similarCountries(countries, shown, text),
    isTrip: false,
  }
}

export function isNothing({ countries, worldRegions }: FoundPlaces<unknown>): boolean {
  return countries.length === 0 && worldRegions.length === 0
}

/**
 * Returns the texts that name no place: the whole text if nothing was found, or parts of a list.
 * Other words next to a country, such as `May`, are not places that the search lacks.
 */
export function unmetParts(
  countries: readonly SearchableCountry[],
  text: string,
): readonly string[] {
  const isList = partsOf(text).length > 1
  if (!isList && !isNothing(findPlaces(countries, text))) return []
  const { unknown } = findStops(countries, text)
  return unknown.filter((part) => worldRegionsNamed(part).length === 0)
}

/** Returns world regions whose name is the text or begins with it. */
export function worldRegionsNamed(text: string): string[] {
  const typed = normalize(text)
  if (typed === '') return []
  const isNamed = (name: string) =>
    name === typed || (typed.length >= minPrefix && name.startsWith(typed))
  const found = normalizedNames().filter(({ names }) => names.some(isNamed))
  return [...new Set(found.map(({ region }) => region))]
}

const normalizedNames = once(() =>
  worldRegionNames.map(([region, names]) => ({ region, names: names.map(normalize) })),
)

/** Separators that no name contains. */
const lists = /[,;+/→>]/

const separators = new RegExp(String.raw`\s*(?:[,;+/&→>]|\s(?:${anySearchWord('and')})\s)\s*`, 'i')

/** The countries of a trip, and the parts of the text that match no country. */
export type TripStops<Country> = {
  readonly countries: readonly Country[]
  readonly unknown: readonly string[]
}

/**
 * Returns the countries of a trip in the typed order. Words such as `from` and `trip` are ignored.
 * In a text without separators, only whole names count, so that `united states` stays one country
 * and `north cyprus` is not North Korea.
 */
export function findStops<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): TripStops<Country> {
  const found = text
    .split(lists)
    .flatMap(
      (part) =>
        findWhole(countries, part) ??
        partsOf(part).flatMap((each) => findSegments(countries, each)),
    )
  return {
    countries: [...new Set(found.flatMap(({ country }) => country ?? []))],
    unknown: found.flatMap(({ country, part }) => (country ? [] : part)),
  }
}

/** A part of a text, and the country that it names. */
type FoundPart<Country> = { readonly part: string; readonly country: Country | undefined }

/** Finds a name such as `Bosnia and Herzegovina`, which contains a word that separates places. */
function findWhole<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): readonly FoundPart<Country>[] | null {
  const name = withoutStart(text)
  const country =
    countryWithNameOrCode(countries, name) ??
    countryWithName(countries, withoutStart(name.replace(kindOfPlace, '')))
  return country ? [{ part: name, country }] : null
}

/** `US Mexico`, `Южная Корея` */
function countryWithNameOrCode<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): Country | undefined {
  return countryWithCode(countries, text) ?? countryWithName(countries, text)
}

/** A code in capitals: `trip to US`, `U.S.` */
function countryWithCode<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): Country | undefined {
  const letters = text.replaceAll('.', '')
  const code = /^[A-Z]{2}$/.test(letters) ? letters.toLowerCase() : null
  return countries.find(({ countryCode2Letters }) => countryCode2Letters === code)
}

const kindOfPlace = new RegExp(`^(?:${anySearchWord('kindsOfPlaces')}) `, 'iu')

/** Removes ignored words from the start of a text. */
function withoutStart(text: string): string {
  const words = text.trim().split(/\s+/)
  const first = words.findIndex((word) => !isIgnored(word))
  return words.slice(Math.max(first, 0)).join(' ')
}

/** Finds the names in a text without separators. A text without any name is one part. */
function findSegments<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): readonly FoundPart<Country>[] {
  const words = text.split(/\s+/)
  const names = namesIn(words)
  const stops = names.length > mostWords ? null : wholeNames(countries, names)
  const found = new Set(stops?.map(({ country }) => country)).size
  if (stops && found > 0) return stops
  const whole = { part: text, country: searchCountries(countries, text)[0] }
  if (words.length === 1 || matchCountryNames(countries, text).length > 0) return [whole]
  const segments = names.length > mostWords ? [] : segmentsOf(countries, names)
  const isKnown = ({ country }: FoundPart<Country>) => country !== undefined
  if (segments.length > 0 && segments.every(isKnown)) return segments
  const isName = ({ part }: FoundPart<Country>) => countryWithName(countries, part) !== undefined
  // The whole text matches with typos. In «Республика Кипр», one word is a name.
  return segments.some(whole.country ? isName : isKnown) ? segments : [whole]
}

/**
 * Returns the words that can be names. In a text of names alone, `us mexico` is a trip, but `mexico
 * for us` is not.
 */
function namesIn(words: readonly string[]): readonly string[] {
  const names = withoutIgnored(words)
  const hasOnlyNames = names.length > 1 && names.length === words.length
  return hasOnlyNames ? names.map((name) => (isTypedCode(name) ? name.toUpperCase() : name)) : names
}

const typedCodes = searchWords('typedCodes')

function isTypedCode(word: string): boolean {
  return typedCodes.includes(word.toLowerCase())
}

/** A text with more words is searched as a whole, because each word takes time. */
const mostWords = 12

/**
 * Splits words into whole names, the longest first, or returns null if other words remain. `niger`
 * and `guinea` begin other names too.
 */
function wholeNames<Country extends SearchableCountry>(
  countries: readonly Country[],
  words: readonly string[],
): readonly FoundPart<Country>[] | null {
  if (words.length === 0) return []
  for (const count of [...wordCounts, 1]) {
    const part = words.slice(0, count).join(' ')
    const country = count > words.length ? undefined : countryWithNameOrCode(countries, part)
    const others = country && wholeNames(countries, words.slice(count))
    if (others) return [{ part, country }, ...others]
  }
  return null
}

/** Splits words into names, the longest first: `united kingdom france`. */
function segmentsOf<Country extends SearchableCountry>(
  countries: readonly Country[],
  words: readonly string[],
): readonly FoundPart<Country>[] {
  const [first] = words
  if (first === undefined) return []
  const count = wordsInName(countries, words)
  const part = words.slice(0, count).join(' ')
  const country =
    count === 1
      ? countryOfWord(countries, first)
      : (countryWithName(countries, part) ?? searchCountries(countries, part)[0])
  return [{ part, country }, ...segmentsOf(countries, words.slice(count))]
}

function wordsInName(countries: readonly SearchableCountry[], words: readonly string[]): number {
  const [first = ''] = words
  const firstWords = (count: number) => words.slice(0, count).join(' ')
  const counts = wordCounts.filter((count) => count <= words.length)
  const isWhole = (count: number) => countryWithName(countries, firstWords(count)) !== undefined
  // `Republic of` begins names, but is none.
  const isStart = (count: number) =>
    (words[count - 1] ?? '').length >= minWord &&
    matchCountryNames(countries, firstWords(count)).length > 0
  const whole = counts.find(isWhole)
  if (whole !== undefined || isDirection(first)) return whole ?? 1
  return isStart(1) ? (counts.find(isStart) ?? 1) : 1
}

/** Shorter words, such as `of`, do not end a part of a name. */
const minWord = 3

function countryOfWord<Country extends SearchableCountry>(
  countries: readonly Country[],
  word: string,
): Country | undefined {
  return isDirection(word) ? undefined : countryNamed(countries, word)
}

/** Numbers of words in a name, the largest first. */
const wordCounts = [6, 5, 4, 3, 2]

const directions = searchWords('directions')

/** `Northern Cyprus` is not the Northern Mariana Islands. */
function isDirection(word: string): boolean {
  return directions.some((start) => word.toLowerCase().startsWith(start))
}

const ignored = new Set((['ignored', 'before', 'and'] as const).flatMap(searchWords))

function isIgnored(word: string): boolean {
  return ignored.has(word.toLowerCase())
}

function withoutIgnored(words: readonly string[]): readonly string[] {
  return words.filter((word) => !isIgnored(word))
}

/** An unfinished trip: the countries before the last separator, and the text after it. */
export type UnfinishedTrip<Country> = { readonly stops: readonly Country[]; readonly last: string }

/**
 * Returns null when the text before or after the last separator is empty, or a part before it is
 * unknown.
 */
export function unfinishedTrip<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): UnfinishedTrip<Country> | null {
  const parts = text.split(separators).map((part) => part.trim())
  const last = parts.pop() ?? ''
  if (last === '' || parts.length === 0 || parts.includes('')) return null
  const stops = parts.flatMap((part) => searchCountries(countries, part)[0] ?? [])
  return stops.length === parts.length ? { stops, last } : null
}

/** Splits a text at commas, arrows and words such as `and`. */
export function partsOf(text: string): string[] {
  return text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const maxSimilar = 2

/**
 * Returns countries that were not found, but whose title differs from the typed text in one or two
 * letters. A short text is often the start of a name, so fewer letters may differ.
 */
function similarCountries<Country extends SearchableCountry>(
  countries: readonly Country[],
  found: readonly Country[],
  text: string,
): Country[] {
  const typed = normalize(text)
  const distance = typed.length < 5 ? maxEditDistance(typed) : maxSimilar
  return countries
    .filter((country) => {
      const title = normalize(country.title)
      const isNear = editScore(typed, title, distance) < Infinity
      const hasLength = Math.abs(title.length - typed.length) <= distance
      return isNear && hasLength && !found.includes(country)
    })
    .slice(0, maxSimilar)
}
