import { expect, it } from 'vitest'
import { words as en } from '../../content/en/words.ts'
import { words as ru } from '../../content/ru/words.ts'
import { wordsOf } from './words.ts'

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
])('counts %i in Russian as %s', (count, shown) => {
  expect(inRussian('units.days', { count })).toBe(shown.replaceAll(' ', '\u00A0'))
})

it('counts in English with one and other', () => {
  expect(wordsOf('en')('units.days', { count: 1 })).toBe('1\u00A0day')
  expect(wordsOf('en')('units.days', { count: 0 })).toBe('0\u00A0days')
})

it('says the name of the product without being told', () => {
  expect(inRussian('order.title')).toBe('Заказ eSIM')
  // @ts-expect-error the country is missing
  expect(wordsOf('en')('country.title')).toContain('eSIM for')
})

const texts = new Map(flatten(en))

it.each(flatten(ru))(
  'has %s in both languages, with the same blanks and no empty text',
  (key, russian) => {
    const english = texts.get(key) ?? texts.get(key.replace(/\.(few|many)$/, '.other'))
    expect(english, key).toBeTruthy()
    expect(russian.trim()).not.toBe('')
    expect(blanks(russian).filter((name) => name !== 'product')).toEqual(
      blanks(english ?? '').filter((name) => name !== 'product'),
    )
  },
)

type Table = { readonly [key: string]: string | Table }

function flatten(table: Table, prefix = ''): [key: string, text: string][] {
  return Object.entries(table).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
}

function blanks(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted()
}
