import { describe, expect, it } from 'vitest'
import { readAddress } from './email.shared.ts'
import { typedDecimal } from './money.shared.ts'
import { readNumber, readText, readWord } from './typed.shared.ts'

const kinds = {
  'an email address': readAddress,
  'a promo code': readWord,
  'a number': readNumber,
  'an amount in dollars': (text: string) => typedDecimal(text, 'USD'),
  'an amount in roubles': (text: string) => typedDecimal(text, 'RUB'),
  'an amount in yen': (text: string) => typedDecimal(text, 'JPY'),
  'a text': readText,
} as const

const meant: { readonly [kind in keyof typeof kinds]: readonly [string, string | null][] } = {
  'an email address': [
    ['anna@gmail.com.', 'anna@gmail.com'],
    ['mailto:anna@gmail.com?subject=Hi', 'anna@gmail.com'],
    ['Anna Smith <anna@gmail.com>', 'anna@gmail.com'],
    ['"Anna" <mailto:anna@gmail.com>,', 'anna@gmail.com'],
    ['\u200B\uFEFF anna\u00AD@gmail.com\u00A0', 'anna@gmail.com'],
    ['«anna@gmail.com»', 'anna@gmail.com'],
    ['anna @ gmail. com', 'anna@gmail.com'],
    ['anna＠gmail．com', 'anna@gmail.com'],
    ['Anna@Gmail.com', 'Anna@Gmail.com'],
    ['info@ПРИМЕР.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['anna smith@gmail.com', 'anna smith@gmail.com'],
    ["o'brien@example.ie", "o'brien@example.ie"],
    ['', ''],
  ],
  'a promo code': [
    ['SALE10 ', 'SALE10'],
    ['SALE10.', 'SALE10'],
    ['“Sale10”', 'Sale10'],
    ['«SALE10».', 'SALE10'],
    ['SALE\u200B10', 'SALE10'],
    ['SALE 10', 'SALE 10'],
    ['ＳＡＬＥ10', 'SALE10'],
    ['-SALE_10-', '-SALE_10-'],
  ],
  'a number': [
    ['A2B3-C4D5-E6', 'A2B3C4D5E6'],
    ['№ a2b3 c4d5 e6', 'A2B3C4D5E6'],
    ['123 456', '123456'],
  ],
  'an amount in dollars': [
    ['12.50', '12.50'],
    ['12,5', '12.5'],
    ['$1,250.50', '1250.50'],
    ['1 250,50 USD', '1250.50'],
    ['1,250', '1250'],
    ['1.250.000,5', '1250000.5'],
    ["1'250", '1250'],
    ['−5', '-5'],
    ['12.505', null],
    ['1,25.50', null],
    ['12 EUR', null],
    ['five', null],
    ['', null],
  ],
  'an amount in roubles': [
    ['1\u00A0250 ₽', '1250'],
    ['990 руб.', '990'],
  ],
  'an amount in yen': [
    ['¥1,250', '1250'],
    ['12.5', null],
  ],
  'a text': [
    ['Happy \u202Ebirthday\u202C!', 'Happy birthday!'],
    ['👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
  ],
}

describe.each(Object.entries(meant))('%s', (kind, examples) => {
  it.each(examples)('%j is read as %j', (typed, value) => {
    expect(kinds[kind as keyof typeof kinds](typed)).toBe(value)
  })
})

it.each([
  ['a promo code', `a${'('.repeat(50_000)}a`],
  ['an email address', `<${'@'.repeat(50_000)}`],
  ['an email address', `a${' '.repeat(50_000)}a`],
] as const)('%s of 50,000 signs is read in a moment', (kind, typed) => {
  const start = performance.now()
  kinds[kind](typed)
  expect(performance.now() - start).toBeLessThan(1000)
})
