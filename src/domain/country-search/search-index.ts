import { letterMask } from './edit-distance.ts'
import { normalize, phoneticKey } from '../spelling.ts'

export type SearchableCountry = {
  readonly countryCode2Letters: string
  readonly title: string
  readonly aliases: readonly string[]
}

export type IndexedCountry<Country> = {
  readonly country: Country
  readonly names: Names
  readonly phoneticNames: Names
  /** Distinct words of all names, as phonetic keys. */
  readonly words: readonly IndexedWord[]
}

type IndexedWord = { readonly word: string; readonly mask: number; readonly isOfTitle: boolean }

export type Names = {
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
  const words = new Map<string, IndexedWord>()
  for (const [index, name] of keys.entries())
    for (const word of [...name.split(' '), ...withoutSpaces(name)])
      if (!words.has(word))
        words.set(word, { word, mask: letterMask(word), isOfTitle: index === 0 })
  return {
    country,
    names: collectNames(names, country.countryCode2Letters),
    phoneticNames: collectNames(keys, country.countryCode2Letters),
    words: [...words.values()],
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
