import { expect, it } from 'vitest'
import { negotiateLocale } from './negotiate.shared.ts'

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['ru', 'ru'],
  ['ru-UA', 'ru'],
  ['kk-KZ', 'ru'],
  ['uk', 'ru'],
  ['be', 'ru'],
  ['ky', 'ru'],
  ['uz', 'ru'],
  ['tg', 'ru'],
  ['hy', 'ru'],
  ['az', 'ru'],
  ['uz-Cyrl', 'ru'],
  ['ro-MD', 'ru'],
  ['ro', 'en'],
  ['ro-RO,ru;q=0.5', 'ru'],
  ['en-GB,ru;q=0.9', 'en'],
  ['ru;q=0.4,en;q=0.6', 'en'],
  ['art-lojban,uk;q=0.8,en;q=0.7', 'ru'],
  ['ru;q=0', 'en'],
  ['ru;q=abc', 'en'],
  ['AB', 'ru'],
  ['mo', 'ru'],
])('selects for Accept-Language %s the locale %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale)
})
