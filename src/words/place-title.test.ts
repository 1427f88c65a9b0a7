import { expect, it } from 'vitest'
import { placeTitle } from './place-names.ts'

it.each([
  ['en', 'tr', 'Türkiye'],
  ['ru', 'tr', 'Турция'],
  ['en', 'mm', 'Myanmar'],
  ['ru', 'us', 'США'],
  ['ru', 'fo', 'Фарерские острова'],
  ['en', 'zz', 'Unknown Region'],
  ['en', 'xq', null],
  ['ru', 'ru/mow', null],
] as const)('returns in %s for the place %s the title %s', (locale, place, title) => {
  expect(placeTitle(locale, place)).toBe(title)
})
