import { expect, it } from 'vitest'
import { placePhrase } from './place-phrase.ts'

it.each([
  ['en', 'tr', 'Türkiye', 'Türkiye'],
  ['en', 'nl', 'Netherlands', 'the Netherlands'],
  ['ru', 'tr', 'Турция', 'в\u00A0Турции'],
  ['ru', 'ru/mow', 'Москва', 'в\u00A0Москве'],
  ['ru', 'xk', 'Косово', 'в\u00A0стране Косово'],
  ['ru', 'kz/alm', 'Алматы', 'в\u00A0регионе Алматы'],
] as const)('in %s, the phrase of %s (%s) is %s', (locale, place, title, phrase) => {
  expect(placePhrase(locale, place, title)).toBe(phrase)
})
