import type { IndexedCountry, Names } from './search-index.ts'

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
export function byStem<Country>(
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
