import { editScore, maxEditDistance } from './edit-distance.shared.ts'
import { switchKeyboardLayout, normalize, pairs, phoneticKey } from '../kit/text.shared.ts'
import { homeMarkets, type HomeMarket, type PhoneAnswers, type PhoneModel } from './phone-model.ts'

/** `model` is the best match. `near` has other models with the typed words, closest first. */
type FoundModels = { readonly model: PhoneModel | null; readonly near: readonly PhoneModel[] }

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
      .toSorted((a, b) => a.typos - b.typos || a.rest - b.rest || a.turned - b.turned)
    if (matches.length > 0) return chooseModel(matches)
  }
  return { model: null, near: [] }
}

/**
 * `typos` is Infinity when a word of the query is missing. `rest` is the number of words in the
 * name that were not typed. `turned` is 1 for the Redmi 5A, if the Redmi A5 was typed.
 */
type NameMatch = { readonly typos: number; readonly rest: number; readonly turned: 0 | 1 }

function chooseModel(matches: readonly (NameMatch & { readonly model: PhoneModel })[]) {
  const [first, second] = matches
  const isOnly =
    second === undefined ||
    second.typos > (first?.typos ?? 0) ||
    second.rest > 0 ||
    second.turned > (first?.turned ?? 0)
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
  const rest = left.filter((word) => !mayMiss.has(word)).length
  return { typos, rest, turned: isTurned(query, words) ? 1 : 0 }
}

/** Returns whether a letter and a number beside each other are the other way round. */
function isTurned(query: readonly string[], words: readonly string[]): boolean {
  return query.some((typed, index) => {
    const next = query[index + 1] ?? ''
    const isPair = [typed, next].some((word) => /^[a-z]$/.test(word)) && /\d/.test(typed + next)
    return isPair && words.some((word, at) => word === next && words[at + 1] === typed)
  })
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

/** Series of which few phones have eSIM, by a word of their names. */
const seriesWithoutEsim = mapOf(
  'redmi Redmi poco POCO realme realme infinix Infinix tecno Tecno a Galaxy_A m Galaxy_M',
)

/** Returns the series that a text names, and the phones of the list that have eSIM, or null. */
export function seriesOf(models: readonly PhoneModel[], query: string) {
  const words = modelWords(query)
  const isOfOther = models.some(
    ({ brand }) => brand !== 'Samsung' && words.includes(brand.toLowerCase()),
  )
  const [named] = words.flatMap((word) => seriesWithoutEsim.get(word) ?? [])
  // `A18` is a Galaxy A, and `OPPO A18` is not.
  if (named === undefined || (isOfOther && named.startsWith('Galaxy'))) return null
  const title = named.replace('_', ' ')
  const known = models.filter((model) => model.title.startsWith(title) && model.esim !== 'no')
  return { title, models: known.map((model) => model.title.replace(/^Redmi |^POCO /, '')) }
}

/** Removes the market from `iPhone 13 Hong Kong` and «айфон 13 из Китая». */
export function withoutMarket(query: string): {
  readonly name: string
  readonly market: PhoneAnswers['boughtIn']
} {
  const words = normalize(query.replaceAll('+', ' plus ')).split(' ')
  const [market = null] = words.flatMap((word) => marketOf(word) ?? [])
  const name = words.filter((word) => !marketOf(word) && !versionWords.has(word)).join(' ')
  return market === null || name === '' ? { name: query, market: null } : { name, market }
}

/** Words of markets, and beginnings of words with more than three letters. */
const marketWords = [
  ...mapOf(`hong hk kong hk hk hk maca hk гонконг hk макао hk mainland cn china cn chinese cn кита cn
    taiwan tw таиван tw korea kr коре kr japan jp япон jp us us usa us united us states us americ us
    сша us америк us austral au австрал au global elsewhere europ elsewhere европ elsewhere
    глобал elsewhere ростест elsewhere рст elsewhere`),
]
const versionWords = new Set(
  'from for in bought made south version model из для в на южная южнои версия куплен'.split(' '),
)

function marketOf(word: string): PhoneAnswers['boughtIn'] {
  const found = marketWords.find(([start]) =>
    start.length > 3 ? word.startsWith(start) : word === start,
  )
  return boughtIn.find((market) => market === found?.[1]) ?? null
}

const boughtIn = [...homeMarkets, 'elsewhere'] as const

/** Returns the model of a code such as `SM-S911B`, which is Android's Build.MODEL. */
export function modelByCode(models: readonly PhoneModel[], code: string): PhoneModel | null {
  const typed = code.toLowerCase()
  const isMatch = (known: string) =>
    known.endsWith('*')
      ? typed.startsWith(known.slice(0, -1).toLowerCase())
      : typed === known.toLowerCase()
  return models.find(({ codes }) => codes.some(isMatch)) ?? null
}

/** Suffixes of the number in Samsung's codes: `SM-S9110` is sold in China and Hong Kong. */
const samsungMarkets: { readonly [suffix: string]: HomeMarket } = {
  '0': 'cn',
  '8': 'cn',
  N: 'kr',
  S: 'kr',
  K: 'kr',
  L: 'kr',
  U: 'us',
  U1: 'us',
  V: 'us',
  A: 'us',
  T: 'us',
}

/** Returns the market of sale from Samsung's codes, or null for other makers. */
export function homeMarketByCode(code: string): HomeMarket | 'elsewhere' | null {
  const [, suffix] = /^SM-[A-Z]\d{3}(\w*)$/i.exec(code) ?? []
  if (suffix === undefined) return null
  return samsungMarkets[suffix.toUpperCase()] ?? 'elsewhere'
}

/**
 * Returns the code of the visitor's phone from the client hint Sec-CH-UA-Model, or from the
 * User-Agent of an older browser (`Android 13; SM-S911B`). In the User-Agent, Chrome writes `K` for
 * all phones.
 */
export function codeFromHeaders(hint: string | undefined, userAgent: string): string | null {
  const hinted = /^"([\w .+()/-]{1,40})"$/.exec(hint ?? '')?.[1]
  if (hinted !== undefined) return hinted
  const [, named] =
    /Android [\d.]+; (?:SAMSUNG )?([\w .+()/-]{2,40}?)(?: Build\/|[;)])/.exec(userAgent) ?? []
  return named === undefined || /^(Mobile|Tablet)$/.test(named) ? null : named
}

/**
 * Returns the words and numbers of a name or a query: `S23+` and `с23 плюс` both become `s`, `23`,
 * `plus`.
 */
function modelWords(text: string): readonly string[] {
  return normalize(text.replaceAll('+', ' plus '))
    .split(' ')
    .flatMap((word) => latin(word).match(/\d+|\D+/g) ?? [])
}

function latin(word: string): string {
  return spoken.get(word) ?? (/[а-я]/.test(word) ? phoneticKey(word) : word)
}

/** Names as people write them in Russian, after `normalize` has changed й to и, and ё to е. */
const spoken = mapOf(`аифон iphone аипад ipad эпл apple самсунг samsung галакси galaxy
  гэлакси galaxy пиксель pixel гугл google сяоми xiaomi ксиаоми xiaomi ксяоми xiaomi шаоми xiaomi
  ми mi редми redmi поко poco хуавеи huawei хонор honor оппо oppo виво vivo реалми realme
  ванплас oneplus моторола motorola нокиа nokia нокия nokia сони sony иксперия xperia ноут note
  нот note про pro плюс plus макс max мини mini ультра ultra лаит lite фолд fold флип flip зет z
  се se хр xr х x хс xs икс x`)

function mapOf(text: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(pairs(text)))
}
