import rosetta from 'rosetta'
import type { PartialShape, PluralForms } from '../../content/types.ts'
import { BoundedMap } from '../kit/bounded-map.shared.ts'
import { formatNumber } from './formats.shared.ts'
import { defaultLocale, knownLocales, cachePerLocale, type Locale } from './locales.shared.ts'
import { russiaWindowMonths, travelWindowDays } from '../kit/activation-window.shared.ts'
import {
  cookieDays,
  copyPause,
  passwordBounds,
  payoutDetailsBounds,
  warnedPercent,
  codeLifetime,
} from '../kit/limits.shared.ts'
import { product } from '../kit/product.shared.ts'
import { minuteMs } from '../kit/time.shared.ts'
import { words } from '../../content/index.ts'

/** The dotted names of a table's texts. */
export type KeysOf<Table> = {
  [K in keyof Table & string]: Table[K] extends string | PluralForms
    ? K
    : `${K}.${KeysOf<Table[K]>}`
}[keyof Table & string]

type ValueAt<T, Key extends string> = Key extends `${infer Head}.${infer Tail}`
  ? Head extends keyof T
    ? ValueAt<T[Head], Tail>
    : never
  : Key extends keyof T
    ? T[Key]
    : never

type ParamNames<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never
type ParamNamesAt<Table, Key extends string> =
  ValueAt<Table, Key> extends infer Leaf
    ? Leaf extends string
      ? Exclude<ParamNames<Leaf>, keyof typeof textConstants>
      : Leaf extends PluralForms
        ? Exclude<ParamNames<Leaf['other']>, keyof typeof textConstants> | 'count'
        : never
    : never

export type WordArgs<Table, Key extends string> = [ParamNamesAt<Table, Key>] extends [never]
  ? []
  : [
      params: {
        readonly [name in ParamNamesAt<Table, Key>]: name extends 'count' ? number : string | number
      },
    ]

/**
 * Returns a text of one language: `words('country.title', { country })`. A missing or unknown param
 * does not compile. `Key` extends string so that the compiler reports an unknown key as unknown,
 * instead of as a missing param.
 */
export type WordsIn<Table> = <Key extends string>(
  key: Key extends KeysOf<Table> ? Key : KeysOf<Table>,
  ...args: WordArgs<Table, Key>
) => string

export type Params = { readonly [name: string]: string | number }
type WordTable = { readonly [key: string]: string | PluralForms | WordTable }
type WordTables<Table> = { readonly [lang in typeof defaultLocale]: Table } & {
  readonly [lang: string]: PartialShape<NoInfer<Table>>
}

/**
 * Texts of a locale that are cached with their params, such as `7 days`, because lists repeat them.
 */
const maxTexts = 4000

const pluralRules = cachePerLocale((locale) => new Intl.PluralRules(locale))

/**
 * Creates the words of each locale. Missing keys come from the default locale. Formats numbers with
 * thousands separators. `count` selects the plural form.
 */
export function wordsFrom<Table extends WordTable>(tables: WordTables<Table>) {
  const dictionary = rosetta<object>()
  for (const locale of knownLocales) dictionary.set(locale, tables[locale] ?? {})
  return {
    wordsOf: cachePerLocale((locale): WordsIn<Table> =>
      cacheTexts((key, params) => text(locale, key, params)),
    ),
    hasOwnWord: (locale: Locale, key: KeysOf<Table>) => find(locale, key, {}) !== '',
  }

  function text(locale: Locale, key: string, params: Params): string {
    const shown = { ...textConstants, ...formatParams(locale, params) }
    const count = Number(params['count'])
    return textIn(locale, key, shown, count) || textIn(defaultLocale, key, shown, count)
  }

  function textIn(locale: Locale, key: string, shown: Params, count: number): string {
    const found = find(locale, key, shown)
    if (typeof found === 'string') return found
    const category = pluralRules(locale).select(count)
    return dictionary.t(`${key}.${category in found ? category : 'other'}`, shown, locale)
  }

  /** Returns an object for a text with plural forms, which the types of rosetta omit. */
  function find(locale: Locale, key: string, shown: Params): string | PluralForms {
    return dictionary.t(key, shown, locale)
  }
}

/** Caches the texts that `find` returns. */
function cacheTexts(find: (key: string, params: Params) => string) {
  const texts = new BoundedMap<string, string>(maxTexts)
  return (key: string, params?: Params): string => {
    const name = params === undefined ? key : nameOf(key, params)
    const known = texts.get(name)
    if (known !== undefined) return known
    const found = find(key, params ?? {})
    texts.set(name, found)
    return found
  }
}

/**
 * Returns a name for a text with its params. It is shorter than JSON, and takes less time. Numbers
 * and strings differ, because a text has `1 000` for 1000, and `1000` for '1000'.
 */
function nameOf(key: string, params: Params): string {
  let name = key
  for (const param in params) {
    const value = params[param]
    name += `${typeof value === 'number' ? '\0\0' : '\0'}${param}\0${value}`
  }
  return name
}

function formatParams(locale: Locale, params: Params): Params {
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatNumber(locale, value) : value,
  ])
  return Object.fromEntries(shown)
}

/** Parameters that every text may use, with the rules of the shop. Callers do not pass them. */
export const textConstants = {
  product: product.name,
  passwordMin: passwordBounds.min,
  passwordMax: passwordBounds.max,
  payoutMin: payoutDetailsBounds.min,
  payoutMax: payoutDetailsBounds.max,
  activationDays: travelWindowDays,
  activationMonths: russiaWindowMonths,
  referralDays: cookieDays.marketing,
  warnedPercent,
  codeMinutes: codeLifetime / 60,
  copyMinutes: copyPause / minuteMs,
} as const

type DefaultWords = (typeof words)[typeof defaultLocale]

export type WordKey = KeysOf<DefaultWords>

/** Returns a text of the shop in one language. */
export type Words = WordsIn<DefaultWords>

export const { wordsOf, hasOwnWord } = wordsFrom<DefaultWords>(words)

/** Returns a text without plural forms as it is in `content/`, with its variables. */
export function wordTemplate(locale: Locale, key: WordKey): string {
  const tables: WordTables<DefaultWords> = words
  const textIn = (table: unknown) =>
    key.split('.').reduce((found, name) => found && Reflect.get(Object(found), name), table)
  const text = textIn(tables[locale]) ?? textIn(tables[defaultLocale])
  return typeof text === 'string' ? text : ''
}
