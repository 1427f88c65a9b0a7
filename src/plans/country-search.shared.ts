import { normalize, phoneticKey, switchKeyboardLayout } from '../kit/text.shared.ts'

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

export type SearchableCountry = {
  readonly countryCode2Letters: string
  readonly title: string
  readonly aliases: readonly string[]
}

type IndexedCountry<Country> = {
  readonly country: Country
  readonly names: Names
  readonly phoneticNames: Names
  /** Distinct words of all names, as phonetic keys. */
  readonly words: readonly IndexedWord[]
}

type IndexedWord = { readonly word: string; readonly mask: number; readonly isOfTitle: boolean }

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

/**
 * Returns the number of typos accepted in a word: 0 up to 3 letters, 1 up to 7, 2 from 8. A typo in
 * a short word would match too many other words.
 */
export function maxEditDistance(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

export function letterMask(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask
}

/**
 * A cheap lower bound. False if `queryMask` has more than `maxDistance` letters that `wordMask`
 * lacks, because each such letter costs at least one edit.
 */
export function canBeWithin(maxDistance: number, queryMask: number, wordMask: number): boolean {
  let missing = queryMask & ~wordMask
  for (let left = maxDistance; missing !== 0 && left > 0; left--) missing &= missing - 1
  return missing === 0
}

/** Longer words never match. This limits the size of the rows. */
const maxWordLength = 64
const rows = [0, 1, 2].map(() => new Uint8Array(maxWordLength + 1))

/**
 * Scores how close `query` is to `word`: twice the edit distance, plus 1 when only a prefix of
 * `word` is that close. Infinity when the distance exceeds `maxDistance`.
 *
 * An edit is a wrong, missing or extra letter, or two swapped neighbours (optimal string alignment,
 * also called restricted Damerau–Levenshtein distance).
 */
export function editScore(query: string, word: string, maxDistance: number): number {
  const columns = Math.min(word.length, query.length + maxDistance)
  if (query.length > maxWordLength - maxDistance || columns < query.length - maxDistance)
    return Infinity
  // Typos in the first letter of a short word are rare, and accepting them gives false matches.
  if (query.length < 5 && query[0] !== word[0]) return Infinity
  let [beforePrevious, previous, current] = rows as [Uint8Array, Uint8Array, Uint8Array] // length 3
  for (let column = 0; column <= columns; column++) previous[column] = column
  let rowMin = 0
  for (let row = 1; row <= query.length && rowMin <= maxDistance; row++) {
    const letter = query.charCodeAt(row - 1)
    const letterBefore = query.charCodeAt(row - 2)
    let cost = row
    current[0] = rowMin = row
    for (let column = 1; column <= columns; column++) {
      const other = word.charCodeAt(column - 1)
      const diagonal = previous[column - 1] ?? 0
      cost = Math.min(cost, previous[column] ?? 0) + 1
      cost = Math.min(cost, letter === other ? diagonal : diagonal + 1)
      const isSwap = letterBefore === other && letter === word.charCodeAt(column - 2)
      if (isSwap) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1)
      current[column] = cost
      if (cost < rowMin) rowMin = cost
    }
    const spare = beforePrevious
    beforePrevious = previous
    previous = current
    current = spare
  }
  if (rowMin > maxDistance) return Infinity
  const wholeWord = columns === word.length ? (previous[columns] ?? Infinity) : Infinity
  return Math.min(2 * rowMin + 1, 2 * wholeWord)
}

/** «Нигерии» and Nigeria differ in their last vowel, and Niger in two. */
const lastVowel = /([а-я])[аеиоуыюяй]$/
const lastVowels = /([а-я])[аеиоуыюяйь]+$/
/** The endings of «Южном», «на островах» and «островов». */
const caseEnding = /([а-я])(?:[аеиоуыюяй]+[хм]?|ов)$/

type StemsOfNames = WeakMap<Names, ReadonlySet<string>>
const withoutLastVowel: StemsOfNames = new WeakMap()
const withoutLastVowels: StemsOfNames = new WeakMap()

/** Endings to remove from typed words and from names. The first ones remove fewest letters. */
const endings = [
  { ofTyped: lastVowel, ofName: lastVowel, known: withoutLastVowel },
  { ofTyped: lastVowels, ofName: lastVowels, known: withoutLastVowels },
  { ofTyped: caseEnding, ofName: lastVowels, known: withoutLastVowels },
] as const

/** Finds the only country with a name that differs in its Russian endings. */
function byStem<Country>(
  index: readonly IndexedCountry<Country>[],
  name: string,
): Country | undefined {
  for (const { ofTyped, ofName, known } of endings) {
    const stem = stemOf(name, ofTyped)
    if (stem === name || stem.length < minStemLength) continue
    const found = index.filter(({ names }) => stemsOf(names, ofName, known).has(stem))
    if (found.length > 0) return found.length === 1 ? found[0]?.country : undefined
  }
  return undefined
}

const minStemLength = 3

function stemOf(name: string, ending: RegExp): string {
  const words = name.split(' ').map((word) => word.replace(ending, '$1'))
  return words.join(' ')
}

/** Returns the stems of all names of a country. */
function stemsOf(names: Names, ending: RegExp, known: StemsOfNames): ReadonlySet<string> {
  const stems = known.get(names) ?? new Set([...names.exact].map((name) => stemOf(name, ending)))
  known.set(names, stems)
  return stems
}

/** Suggestions that fit on a phone's screen. The results page shows all matches. */
export const maxSuggestions = 8

export type CountrySuggestions = {
  readonly countries: readonly SuggestedCountry[]
  /** Missing from a copy that the browser stored before the release that added world regions. */
  readonly worldRegions?: readonly SuggestedWorldRegion[]
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
