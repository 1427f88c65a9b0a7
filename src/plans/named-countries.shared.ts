import { normalize, phoneticKey, switchKeyboardLayout } from '../kit/text.shared.ts'
import { searchWords } from '../words/search-words.shared.ts'
import { indexCountries, matchCountryNames } from './country-search.shared.ts'
import type { IndexedCountry, SearchableCountry } from './country-search.shared.ts'
import { canBeWithin, editScore, letterMask } from './edit-distance.shared.ts'

/**
 * Finds the country with this whole name, or with a name that differs only in its Russian endings:
 * «Кубу», «Южной Корее». Ignores typos, codes, parts of names, and words such as `and`.
 * @param name normalised
 */
export function countryWithName<Country extends SearchableCountry>(
  countries: readonly Country[],
  name: string,
): Country | undefined {
  const { whole, stems } = bookOf(countries)
  const named = whole.get(name)
  if (named) return named
  for (const [index, { ofTyped }] of endings.entries()) {
    const stem = withoutEndings(name, ofTyped)
    if (stem === name || stem.length < minStemLength) continue
    const found = stems[index]?.get(stem)
    if (found !== undefined) return found ?? undefined
  }
  return undefined
}

/** More countries are no question that a visitor could answer at a glance. */
const mostSimilar = 3

/**
 * Finds countries as `matchCountryNames` does, or else those that every word of a misspelt query may
 * mean.
 */
export function searchCountries<Country extends SearchableCountry>(
  countries: readonly Country[],
  query: string,
): readonly Country[] {
  const matches = matchCountryNames(countries, query)
  if (matches.length > 0 || isCommon(normalize(query))) return matches
  const readings = [query, switchKeyboardLayout(query)].map((reading) => {
    const words = normalize(reading).split(' ')
    const [first = [], ...others] = words.map((word) =>
      countriesLike(countries, word, minTypoLength - 1),
    )
    return first.filter((country) => others.every((list) => list.includes(country)))
  })
  return readings.find((found) => found.length > 0) ?? []
}

/**
 * Returns the countries that a word may mean if it is misspelt (`Tailand`), or if it is a part of
 * their titles (`Congo`). A visitor has to choose one, so a country that only sounds alike is among
 * them.
 */
export function countriesLike<Country extends SearchableCountry>(
  countries: readonly Country[],
  typed: string,
  minLetters = minTypoLength,
): readonly Country[] {
  if (typed.length < minSoundLength) return []
  const index = indexCountries(countries)
  const key = phoneticKey(typed)
  const sounds = index.filter(({ phoneticNames }) =>
    `\n${phoneticNames.prefixes}\n`.includes(`\n ${key}\n`),
  )
  const parts = index.filter(({ phoneticNames }) => ` ${phoneticNames.title} `.includes(` ${key} `))
  const readings = [
    sounds,
    parts,
    typed.length < minLetters
      ? []
      : closestTo(index, key, { minLetters, hasEndings: /[а-я]/.test(typed) }),
  ]
  const found = readings.find((each) => each.length > 0) ?? []
  return found.length > mostSimilar ? [] : found.map(({ country }) => country)
}

const minSoundLength = 4
/** A shorter word of a sentence is one letter away from too many names. */
const minTypoLength = 6

const common = new Set([...searchWords('common'), ...searchWords('ordinaryNames')])

/** Whether a word that resembles a country is an ordinary one, such as `train`. */
export function isCommon(word: string): boolean {
  return common.has(word)
}

/** Finds the countries with the name, or the word of a title, that differs least: `Vietman`. */
function closestTo<Country>(
  index: readonly IndexedCountry<Country>[],
  key: string,
  options: TypoOptions,
): readonly IndexedCountry<Country>[] {
  const scores = index.map(({ words }) =>
    Math.min(...words.map((word) => typosIn(key, word, options))),
  )
  const least = Math.min(...scores)
  const closest = index.filter((_, entry) => least < Infinity && scores[entry] === least)
  // The Netherlands, not the Caribbean Netherlands.
  const short = closest.filter(({ phoneticNames }) => !phoneticNames.title.includes(' '))
  return short.length > 0 ? short : closest
}

type TypoOptions = {
  /** A shorter word has no typos, and a word of this length no wrong letter. */
  readonly minLetters: number
  /** In Russian, vowels at the end of a word are no typos. */
  readonly hasEndings: boolean
}

/** Names with at least this many letters may have two typos. */
const minLong = 9

/** Returns the number of typos in a whole word, or Infinity if there are too many. */
function typosIn(typed: string, word: string, { minLetters, hasEndings }: TypoOptions): number {
  // `Italian` and `Georgians` name people.
  if (typed[0] !== word[0] || typed.replace(/n[sz]?$/, '') === word) return Infinity
  if (typed.slice(0, -1) === word && word.length >= minTypoLength - 1) return 1
  const [one, other] = hasEndings ? [withoutVowels(typed), withoutVowels(word)] : [typed, word]
  const length = Math.min(one.length, other.length) + (hasEndings ? 1 : 0)
  const isOtherLetter = one.length === other.length && !hasSameLetters(one, other)
  if (length < minLetters || (isOtherLetter && length <= minLetters)) return Infinity
  const most = length >= minLong || hasSameLetters(one, other) ? 2 : 1
  if (!canBeWithin(most, letterMask(one), letterMask(other))) return Infinity
  const score = editScore(one, other, most)
  // An odd score leaves out the end of the word.
  const typos = score % 2 === 0 ? score / 2 : (score - 1) / 2 + other.length - one.length
  return typos <= most ? typos : Infinity
}

function withoutVowels(key: string): string {
  return key.replace(/[aeiou]+$/, '')
}

function hasSameLetters(one: string, other: string): boolean {
  const countOf = (word: string, letter: string) => word.split(letter).length
  return (
    one.length === other.length &&
    one.split('').every((letter) => countOf(one, letter) === countOf(other, letter))
  )
}

/** Countries by each of their names, and by names without endings: null if several have it. */
type NameBook<Country> = {
  readonly whole: ReadonlyMap<string, Country>
  readonly stems: readonly ReadonlyMap<string, Country | null>[]
}

const books = new WeakMap<readonly SearchableCountry[], NameBook<SearchableCountry>>()

function bookOf<Country extends SearchableCountry>(
  countries: readonly Country[],
): NameBook<Country> {
  const book = books.get(countries) ?? createBook(countries)
  books.set(countries, book)
  return book as NameBook<Country> // the key is the list in the book
}

function createBook<Country extends SearchableCountry>(
  countries: readonly Country[],
): NameBook<Country> {
  const whole = new Map<string, Country>()
  const stems = endings.map(() => new Map<string, Country | null>())
  for (const { country, names } of indexCountries(countries))
    for (const full of names.exact)
      for (const name of namesOf(full, country.countryCode2Letters)) {
        if (!whole.has(name)) whole.set(name, country)
        for (const [index, { ofName }] of endings.entries()) {
          const stem = withoutEndings(name.replace(fleetingVowel, '$1$2'), ofName)
          const other = stems[index]?.get(stem) ?? country
          stems[index]?.set(stem, other === country ? country : null)
        }
      }
  return { whole, stems }
}

const and = new Set(searchWords('and'))

/** `Bosnia and Herzegovina` is also called Bosnia. Codes are words too: `in`, `to` and `it`. */
function namesOf(name: string, code: string): readonly string[] {
  if (name === code) return []
  const words = name.split(' ')
  const at = words.findIndex((word) => and.has(word))
  if (at < 1) return [name]
  const sides = [words.slice(0, at).join(' '), words.slice(at + 1).join(' ')]
  return [sides.join(' '), ...sides]
}

/** «Нигерии» and Nigeria differ in their last vowel, and Niger in two. */
const lastVowel = /([а-я])[аеиоуыюяй]$/
const lastVowels = /([а-я])[аеиоуыюяйь]+$/
/** The endings of «Южном», «на островах» and «островов». */
const caseEnding = /([а-я])(?:[аеиоуыюяй]+[хм]?|ов)$/

/** «Египет», «в Египте» */
const fleetingVowel = /([а-я])е(т)$/

/** Endings to remove from typed words and from names. The first ones remove fewest letters. */
const endings = [
  { ofTyped: lastVowel, ofName: lastVowel },
  { ofTyped: lastVowels, ofName: lastVowels },
  { ofTyped: caseEnding, ofName: lastVowels },
] as const

const minStemLength = 3

/** Removes the endings of all words of a name. */
export function withoutEndings(name: string, ending: RegExp = caseEnding): string {
  return name
    .split(' ')
    .map((word) => word.replace(ending, '$1'))
    .join(' ')
}
