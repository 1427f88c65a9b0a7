import { editScore, maxEditDistance } from '../country-search/edit-distance.ts'
import { switchKeyboardLayout } from '../spelling.ts'
import { modelWords } from './model-words.ts'
import type { PhoneModel } from './phone-model.ts'

/** `model` is the best match. `near` has other models with the typed words, closest first. */
export type FoundModels = {
  readonly model: PhoneModel | null
  readonly near: readonly PhoneModel[]
}

/**
 * Finds the model that a text means: `s23`, `айфон 12`, `galaxi s 23 ultra 256gb`, `ы23`. Tolerates
 * typos in words, but not in numbers.
 */
export function findModels(models: readonly PhoneModel[], query: string): FoundModels {
  const index = indexModels(models)
  for (const reading of [query, withoutExtras(query), switchKeyboardLayout(query)]) {
    const words = modelWords(reading)
    const matches = index
      .map(({ model, names }) => ({ model, ...bestMatch(words, names) }))
      .filter(({ typos }) => typos < Infinity)
      .toSorted((a, b) => a.typos - b.typos || a.rest - b.rest)
    if (matches.length > 0) return chooseModel(matches)
  }
  return { model: null, near: [] }
}

/**
 * `typos` is Infinity when a word of the query is missing. `rest` is the number of words in the
 * name that were not typed.
 */
type NameMatch = { readonly typos: number; readonly rest: number }

function chooseModel(
  matches: readonly (NameMatch & { readonly model: PhoneModel })[],
): FoundModels {
  const [first, second] = matches
  const isOnly = second === undefined || second.typos > (first?.typos ?? 0) || second.rest > 0
  const model = first?.rest === 0 && isOnly ? first.model : null
  return { model, near: matches.map((match) => match.model).filter((each) => each !== model) }
}

type IndexedModel = { readonly model: PhoneModel; readonly names: readonly Name[] }

const indexes = new WeakMap<readonly PhoneModel[], readonly IndexedModel[]>()

function indexModels(models: readonly PhoneModel[]): readonly IndexedModel[] {
  const known = indexes.get(models)
  if (known) return known
  const index = models.map((model) => ({ model, names: namesOf(model) }))
  indexes.set(models, index)
  return index
}

/** Visitors omit the brand and the family: `s23`, `12 pro max`. */
const optional = new Set(['galaxy', 'iphone', 'ipad', 'pixel', 'generation', 'inch'])

type Name = { readonly words: readonly string[]; readonly optional: ReadonlySet<string> }

function namesOf({ brand, title, aliases }: PhoneModel): readonly Name[] {
  const brandWords = modelWords(brand)
  return [title, ...aliases].map((name) => {
    const words = modelWords(name)
    const isNamed = brandWords.every((word) => words.includes(word))
    return {
      words: isNamed ? words : [...brandWords, ...words],
      optional: new Set([...optional, ...brandWords]),
    }
  })
}

function bestMatch(query: readonly string[], names: readonly Name[]): NameMatch {
  return names
    .map((name) => matchWords(query, name))
    .reduce((best, match) =>
      match.typos < best.typos || (match.typos === best.typos && match.rest < best.rest)
        ? match
        : best,
    )
}

function matchWords(query: readonly string[], { words, optional: mayMiss }: Name): NameMatch {
  const left = [...words]
  let typos = query.length === 0 ? Infinity : 0
  for (const typed of query) {
    const scores = left.map((word) => wordTypos(typed, word))
    const fewest = Math.min(...scores, Infinity)
    typos += fewest
    left.splice(scores.indexOf(fewest), fewest < Infinity ? 1 : 0)
  }
  return { typos, rest: left.filter((word) => !mayMiss.has(word)).length }
}

/** Numbers must match exactly, because 12 and 13 are two phones. */
function wordTypos(typed: string, word: string): number {
  if (typed === word) return 0
  return /\d/.test(typed) ? Infinity : editScore(typed, word, maxEditDistance(typed))
}

/** Removes the memory size and the network, which are not part of a name. */
function withoutExtras(query: string): string {
  return query.replace(/\b(\d+ ?(gb|tb|гб|тб)|[45]g|lte|dual ?sim)\b|смартфон|телефон/gi, ' ')
}
