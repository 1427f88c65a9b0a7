import { matchCountryNames, type SearchableCountry } from './country-search.shared.ts'
import { editScore, maxEditDistance } from './edit-distance.shared.ts'
import {
  countriesLike,
  countryWithName,
  isCommon,
  searchCountries,
} from './named-countries.shared.ts'
import { normalize, switchKeyboardLayout } from '../kit/text.shared.ts'
import { groupNamed, worldRegionsNamed } from './named-groups.shared.ts'
import { anySearchWord, searchWords, worldRegionOf } from '../words/search-words.shared.ts'

export type FoundPlaces<Country> = {
  readonly countries: readonly Country[]
  /** World regions by name, such as `europe` or `шенген`. */
  readonly worldRegions: readonly string[]
  /** Countries with a similar title: Australia for `austria`, or with a typo: Japan for `jaapn`. */
  readonly similar: readonly Country[]
  /** Whether the text names several places: `turkey, greece`. */
  readonly isTrip: boolean
}

/** Finds the countries, world regions or trip that a text names. */
export function findPlaces<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): FoundPlaces<Country> {
  const { countries: stops, groups, stops: named, maybe, isWhole } = findStops(countries, text)
  const worldRegions = groups.length > 0 ? groups.map(worldRegionOf) : worldRegionsNamed(text)
  if (named.length > 1) return { countries: stops, worldRegions, similar: [], isTrip: true }
  const matches = groups.length > 0 ? [] : matchCountryNames(countries, text)
  // «Индии» is India, and begins a name of the Indian Ocean too. Of `Italy in May`, one word counts.
  const found = isWhole || matches.length === 0 ? [...new Set([...stops, ...matches])] : matches
  const isFound = found.length > 0 || worldRegions.length > 0
  const similar = () => {
    if (isFound) return similarTitles(countries, found, text)
    const typos = searchCountries(countries, text)
    return typos.length > 0 ? typos : maybe.flatMap((each) => each.countries)
  }
  return { countries: found, worldRegions, similar: similar(), isTrip: false }
}

export function isNothing({ countries, worldRegions, similar }: FoundPlaces<unknown>): boolean {
  return countries.length + worldRegions.length + similar.length === 0
}

/**
 * Returns the texts that name no place: the whole text if nothing was found, or words that seem to
 * be names. Other words next to a country, such as `May`, are not places that the search lacks.
 */
export function unmetParts(countries: readonly SearchableCountry[], text: string) {
  const { stops, unknown } = findStops(countries, text)
  if (stops.length > 0) return unknown
  return isNothing(findPlaces(countries, text)) ? [text] : []
}

/** A place of a trip: a country, or a group of countries such as `europe`. */
export type TripStop<Country> = { readonly country: Country } | { readonly group: string }

/** A word that may be a country. A visitor says which one. */
export type UnsurePlace<Country> = {
  readonly typed: string
  readonly countries: readonly Country[]
}

export type TripStops<Country> = {
  /** The places in the typed order, each once. */
  readonly stops: readonly TripStop<Country>[]
  readonly countries: readonly Country[]
  readonly groups: readonly string[]
  readonly maybe: readonly UnsurePlace<Country>[]
  /** Whether the text has only names of places, and words such as `to`. */
  readonly isWhole: boolean
  /** Words that seem to name a place that the shop does not know: `Narnia`. */
  readonly unknown: readonly string[]
}

/**
 * Returns the places that a sentence names. Only whole names count, the longest first, so that
 * `United States` stays one country and `Road Town` needs both words. Other words are left out, and
 * a word that resembles a name is a question.
 */
export function findStops<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): TripStops<Country> {
  const words = wordsOf(text)
  const asNames = readWords(countries, words, true)
  // `us` and `nice` are words, unless there are only names.
  const isNames = hasOnlyNames(asNames)
  const found = isNames ? asNames : readWords(countries, words, false)
  if (found.stops.length > 0) return toStops(countries, found)
  const { stops } = readWords(countries, wordsOf(switchKeyboardLayout(text)), false)
  return toStops(countries, stops.length > 0 ? { stops, others: [] } : found)
}

function hasOnlyNames({ others }: Pick<ReadWords<unknown>, 'others'>): boolean {
  return others.every(({ key }) => ignored.has(key))
}

type Word = {
  /** A normalised word. */
  readonly key: string
  readonly typed: string
  /** Whether a capital letter shows that the word is a name. */
  readonly isCapital: boolean
  /** Whether no other word is beside it in a list. */
  readonly isAlone: boolean
}

function wordsOf(text: string): readonly Word[] {
  const hasSmall = /\p{Ll}/u.test(text)
  return text.split(/[,;:!?()→>]|\.(?=\s|$)/).flatMap((part, index) => {
    const typed = part.match(/[\p{L}\p{M}\p{N}.'’]+/gu) ?? []
    const keys = typed.map((word) =>
      normalize(word)
        .split(' ')
        .filter((key) => !and.has(key)),
    )
    const isAlone = keys.flat().length === 1
    return typed.flatMap((word, at) => {
      const isStart = index === 0 && at === 0
      const isCapital = hasSmall && !isStart && /^\p{Lu}/u.test(word)
      return (keys[at] ?? [])
        .filter((key) => key !== '' && !/\d/.test(key))
        .map((key) => ({ key, typed: word, isCapital, isAlone }))
    })
  })
}

type ReadWords<Country> = {
  readonly stops: readonly TripStop<Country>[]
  readonly others: readonly Word[]
}

const and = new Set(searchWords('and'))
const ignored = new Set((['ignored', 'and'] as const).flatMap(searchWords))
const ordinaryNames = new Set(searchWords('ordinaryNames'))
const homes = searchWords('homes')
/** Words in the longest name. */
const mostWords = 6

/** @param isNames whether a word that can be a name is one */
function readWords<Country extends SearchableCountry>(
  countries: readonly Country[],
  words: readonly Word[],
  isNames: boolean,
): ReadWords<Country> {
  const stops: TripStop<Country>[] = []
  const others: Word[] = []
  for (let at = 0; at < words.length;) {
    const found = longestName(countries, words.slice(at, at + mostWords), isNames)
    const [word] = words.slice(at, at + 1)
    const before = words.slice(Math.max(at - 2, 0), at).map(({ key }) => key)
    // The place where a visitor lives is no place of the trip.
    if (found && !homes.includes(before.join(' '))) stops.push(found.stop)
    else if (word && !found) others.push(word)
    at += found?.count ?? 1
  }
  return { stops, others }
}

function longestName<Country extends SearchableCountry>(
  countries: readonly Country[],
  words: readonly Word[],
  isNames: boolean,
): { readonly stop: TripStop<Country>; readonly count: number } | null {
  for (let count = words.length; count > 0; count--) {
    const name = words
      .slice(0, count)
      .map(({ key }) => key)
      .join(' ')
    const [word] = count === 1 ? words : []
    if (word && !isNames && !word.isCapital && ordinaryNames.has(name)) continue
    const group = groupNamed(name)
    if (group !== undefined) return { stop: { group }, count }
    const country =
      countryWithName(countries, name) ?? (word && countryWithCode(countries, word, isNames))
    if (country) return { stop: { country }, count }
  }
  return null
}

/** A code in capitals: `trip to US`, `U.S.` Other codes are words: `IT`, `us`. */
function countryWithCode<Country extends SearchableCountry>(
  countries: readonly Country[],
  { key, typed }: Word,
  isNames: boolean,
): Country | undefined {
  const isCapital = /^[A-Z]{2}$/.test(typed.replaceAll('.', ''))
  const isCode = isCapital
    ? isNames || !ordinaryNames.has(key) || key === 'us'
    : isNames && typedCodes.has(key)
  return isCode
    ? countries.find(({ countryCode2Letters }) => countryCode2Letters === key)
    : undefined
}

const typedCodes = new Set(searchWords('typedCodes'))

function toStops<Country extends SearchableCountry>(
  countries: readonly Country[],
  { stops, others }: ReadWords<Country>,
): TripStops<Country> {
  const once = new Map(stops.map((stop) => ['group' in stop ? stop.group : stop.country, stop]))
  const maybe = others
    .filter(({ key }) => !isCommon(key))
    .map(({ typed, key }) => ({ typed, countries: countriesLike(countries, key) }))
    .filter(
      ({ countries: similar }) => similar.length > 0 && !similar.some((each) => once.has(each)),
    )
  const isUnsure = (word: Word) => maybe.some(({ typed }) => typed === word.typed)
  const seemsPlace = (word: Word) =>
    (word.isCapital || word.isAlone) && !ignored.has(word.key) && !isCommon(word.key)
  return {
    stops: [...once.values()],
    countries: [...once.values()].flatMap((stop) => ('country' in stop ? stop.country : [])),
    groups: [...once.values()].flatMap((stop) => ('group' in stop ? stop.group : [])),
    maybe,
    isWhole: hasOnlyNames({ others }),
    unknown: others.filter((word) => seemsPlace(word) && !isUnsure(word)).map(({ typed }) => typed),
  }
}

const separators = new RegExp(String.raw`\s*(?:[,;+/&→>]|\s(?:${anySearchWord('and')})\s)\s*`, 'i')

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
  const stops = parts.flatMap((part) => findStops(countries, part).countries)
  return stops.length >= parts.length ? { stops, last } : null
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
function similarTitles<Country extends SearchableCountry>(
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
