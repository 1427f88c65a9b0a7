import rosetta from 'rosetta'
import type { PluralForms } from '../../content/types.ts'
import { words as en } from '../../content/en/words.ts'
import { words as ru } from '../../content/ru/words.ts'
import { product } from '../domain/product.ts'
import { formatNumber } from './formats.ts'
import type { Locale } from './locales.ts'

type English = typeof en

/** Dotted names of every text: `'country.title'`. */
export type WordKey = KeysOf<English>
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string | PluralForms ? K : `${K}.${KeysOf<T[K]>}`
}[keyof T & string]

type At<T, Key extends string> = Key extends `${infer Head}.${infer Tail}`
  ? Head extends keyof T
    ? At<T[Head], Tail>
    : never
  : Key extends keyof T
    ? T[Key]
    : never

type Holes<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Holes<Rest>
  : never
type HolesAt<Key extends string> =
  At<English, Key> extends infer Leaf
    ? Leaf extends string
      ? Exclude<Holes<Leaf>, 'product'>
      : Leaf extends PluralForms
        ? Exclude<Holes<Leaf['other']>, 'product'> | 'count'
        : never
    : never

type WordArgs<Key extends string> = [HolesAt<Key>] extends [never]
  ? []
  : [params: { readonly [name in HolesAt<Key>]: name extends 'count' ? number : string | number }]

/**
 * `t('country.title', { country })`: the text in one language; a missing or unknown param does not compile. Key is any string and the
 * argument is not, so that of an unknown key the compiler says that, and not that params are missing.
 */
export type Words = <Key extends string>(
  key: Key extends WordKey ? Key : WordKey,
  ...args: WordArgs<Key>
) => string

type Table = { readonly [key: string]: string | PluralForms | Table }
const dictionary = rosetta<Table>({ en, ru })
const plurals = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') }

/** The words of one language. Numbers are grouped; `count` also picks the plural form. */
export function wordsOf(locale: Locale): Words {
  const tables: { readonly [key in Locale]: Table } = { en, ru }
  return (key, ...[given]) => {
    const params: { readonly [name: string]: string | number } = given ?? {}
    const shown = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'number' ? formatNumber(locale, value) : value,
      ]),
    )
    const form = pluralForm(locale, tables[locale], key, params['count'])
    return dictionary.t(form, { product: product.name, ...shown }, locale)
  }
}

function pluralForm(
  locale: Locale,
  table: Table,
  key: string,
  count: string | number | undefined,
): string {
  if (typeof count !== 'number') return key
  const forms = key
    .split('.')
    .reduce<Table[string] | undefined>(
      (at, name) => (typeof at === 'object' ? (at as Table)[name] : undefined),
      table,
    )
  if (typeof forms !== 'object') return key
  const category = plurals[locale].select(count)
  return category in forms ? `${key}.${category}` : `${key}.other`
}
