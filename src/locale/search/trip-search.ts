import { editScore, maxEditDistance } from '../../domain/country-search/edit-distance.ts'
import { matchCountryNames, searchCountries } from '../../domain/country-search/search.ts'
import type { SearchableCountry } from '../../domain/country-search/search-index.ts'
import { normalize } from '../../domain/spelling.ts'
import { anySearchWord, worldRegionNames } from './search-words.ts'

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
  const stops = stopsOf(countries, text)
  if (stops.length > 1) return { countries: stops, worldRegions, similar: [], isTrip: true }
  const found = searchCountries(countries, text)
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

/** Returns world regions whose name is the text or begins with it. */
export function worldRegionsNamed(text: string): string[] {
  const typed = normalize(text)
  if (typed === '') return []
  const isNamed = (name: string) =>
    name === typed || (typed.length >= minPrefix && name.startsWith(typed))
  const found = normalizedNames.filter(({ names }) => names.some(isNamed))
  return [...new Set(found.map(({ region }) => region))]
}

const normalizedNames = worldRegionNames.map(([region, names]) => ({
  region,
  names: names.map(normalize),
}))

const separators = new RegExp(String.raw`\s*(?:[,;+/&→>]|\s(?:${anySearchWord('and')})\s)\s*`, 'i')

/** The countries of a trip, and the parts of the text that match no country. */
export type TripStops<Country> = {
  readonly countries: readonly Country[]
  readonly unknown: readonly string[]
}

/**
 * Returns the countries of a trip in the typed order. Words without a separator count only if each
 * word is a country's name, so that `united states` stays one country.
 */
export function findStops<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): TripStops<Country> {
  const parts = partsOf(text)
  const typed = parts.length > 1 ? parts : wordsOrWhole(countries, parts[0] ?? '')
  const found = typed.map((part) => searchCountries(countries, part)[0])
  return {
    countries: [...new Set(found.filter((stop) => stop !== undefined))],
    unknown: typed.filter((_, index) => found[index] === undefined),
  }
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

function stopsOf<Country extends SearchableCountry>(
  countries: readonly Country[],
  text: string,
): readonly Country[] {
  const stops = findStops(countries, text)
  return stops.unknown.length === 0 && stops.countries.length > 1 ? stops.countries : []
}

/** Splits a text at commas, arrows and words such as `and`. */
export function partsOf(text: string): string[] {
  return text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Returns the words of a text if each word finds a country, or else the whole text. */
function wordsOrWhole(countries: readonly SearchableCountry[], text: string): readonly string[] {
  if (text === '') return []
  const words = text.split(/\s+/)
  const isOne = words.length === 1 || matchCountryNames(countries, text).length > 0
  const isList = !isOne && words.every((word) => searchCountries(countries, word).length > 0)
  return isList ? words : [text]
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
