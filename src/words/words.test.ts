import { expect, it } from 'vitest'
import { words as shopWords } from '../../content/index.ts'
import * as office from '../../content/office.ts'
import { defaultLocale } from './locales.shared.ts'
import { textConstants, wordsOf } from './words.shared.ts'

const inRussian = wordsOf('ru')

it.each([
  [1, '1 день'],
  [2, '2 дня'],
  [4, '4 дня'],
  [5, '5 дней'],
  [11, '11 дней'],
  [12, '12 дней'],
  [14, '14 дней'],
  [21, '21 день'],
  [22, '22 дня'],
  [25, '25 дней'],
  [112, '112 дней'],
  [1000, '1 000 дней'],
])('uses the plural form of %i in Russian: %s', (count, shown) => {
  expect(inRussian('units.days', { count })).toBe(shown.replaceAll(' ', '\u00A0'))
})

it('uses the plural forms one and other in English', () => {
  expect(wordsOf('en')('units.days', { count: 1 })).toBe('1\u00A0day')
  expect(wordsOf('en')('units.days', { count: 0 })).toBe('0\u00A0days')
})

it('groups the thousands of numbers, and not of texts', () => {
  const words = wordsOf('en')
  expect(words('units.perGB', { price: 1000 })).toContain('1\u00A0000')
  expect(words('units.perGB', { price: '1000' })).toContain('1000')
})

it('fills in the product name', () => {
  expect(inRussian('order.title')).toBe('Заказ eSIM')
  // @ts-expect-error the country is missing
  expect(wordsOf('en')('country.title')).toContain('eSIM for')
})

const tables = Object.fromEntries(
  Object.entries(shopWords).map(([lang, shop]) => [lang, { ...shop, office: officeTexts(lang) }]),
)
const defaultTexts = new Map(flatten(tables[defaultLocale] ?? {}))
const all = Object.entries(tables).flatMap(([lang, table]) =>
  flatten(table).map(([key, text]) => [lang, key, text] as const),
)

it.each(all)(
  'has a text in %s for %s, with the parameters of the default locale',
  (_, key, text) => {
    const expected = defaultTexts.get(key) ?? defaultTexts.get(key.replace(/\.\w+$/, '.other'))
    expect(expected, key).toBeTruthy()
    expect(text.trim()).not.toBe('')
    expect(parametersOf(text)).toEqual(parametersOf(expected ?? ''))
  },
)

it.each(Object.entries(tables))('has every plural form of the language in %s', (lang, table) => {
  const categories = new Intl.PluralRules(lang).resolvedOptions().pluralCategories.toSorted()
  const others = flatten(table).filter(([key]) => key.endsWith('.other'))
  for (const [key] of others) {
    const stem = key.slice(0, -'other'.length)
    const forms = flatten(table).flatMap(([each]) =>
      each.startsWith(stem) ? [each.slice(stem.length)] : [],
    )
    expect(forms.toSorted(), key).toEqual(categories)
  }
})

function officeTexts(lang: string): Table {
  const versions = Object.entries(office).map(([kind, texts]): [string, Table] => [
    kind,
    new Map<string, Table>(Object.entries(texts)).get(lang) ?? {},
  ])
  return Object.fromEntries(versions)
}

type Table = { readonly [key: string]: string | Table }

function flatten(table: Table, prefix = ''): [key: string, text: string][] {
  return Object.entries(table).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
}

function parametersOf(text: string): string[] {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  return names.filter((name) => !(name in textConstants)).toSorted()
}
