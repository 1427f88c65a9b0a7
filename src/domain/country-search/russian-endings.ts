import type { IndexedCountry, Names } from './search-index.ts'

/** «Нигерии» and Nigeria differ in their last vowel, and Niger in two. */
const lastVowel = /([а-я])[аеиоуыюяй]$/
const lastVowels = /([а-я])[аеиоуыюяйь]+$/
/** The endings of «Южном», «на островах» and «островов». */
const caseEnding = /([а-я])(?:[аеиоуыюяй]+[хм]?|ов)$/

/** Endings to remove from typed words and from names. The first ones remove fewest letters. */
const endings = [
  { ofTyped: lastVowel, ofName: lastVowel },
  { ofTyped: lastVowels, ofName: lastVowels },
  { ofTyped: caseEnding, ofName: lastVowels },
] as const

/** Finds the only country with a name that differs in its Russian endings. */
export function byStem<Country>(
  index: readonly IndexedCountry<Country>[],
  name: string,
): Country | undefined {
  for (const { ofTyped, ofName } of endings) {
    const stem = stemOf(name, ofTyped)
    if (stem === name || stem.length < minStemLength) continue
    const found = index.filter(({ names }) => stemsOf(names, ofName).has(stem))
    if (found.length > 0) return found.length === 1 ? found[0]?.country : undefined
  }
  return undefined
}

const minStemLength = 3

function stemOf(name: string, ending: RegExp): string {
  const words = name.split(' ').map((word) => word.replace(ending, '$1'))
  return words.join(' ')
}

const stems = new Map(
  [lastVowel, lastVowels].map((ending) => [ending, new WeakMap<Names, ReadonlySet<string>>()]),
)

/** Returns the stems of all names of a country. */
function stemsOf(names: Names, ending: RegExp): ReadonlySet<string> {
  const known = stems.get(ending)?.get(names)
  if (known) return known
  const all = new Set([...names.exact].map((name) => stemOf(name, ending)))
  stems.get(ending)?.set(names, all)
  return all
}
