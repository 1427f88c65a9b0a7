import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { placePhrase, placeTitle } from './place-names.ts'
import { wordsOf } from './words.shared.ts'

it.each([
  ['en', 'tr', 'Türkiye', 'Türkiye'],
  ['en', 'nl', 'Netherlands', 'the Netherlands'],
  ['en', 'cd', 'DR Congo', 'the DR Congo'],
  ['en', 'vc', 'St. Vincent & Grenadines', 'St. Vincent & the Grenadines'],
  ['ru', 'tr', 'Турция', 'в\u00A0Турции'],
  ['ru', 'ru/mow', 'Москва', 'в\u00A0Москве'],
  ['ru', 'xk', 'Косово', 'в\u00A0стране Косово'],
  ['ru', 'kz/alm', 'Алматы', 'в\u00A0регионе Алматы'],
] as const)('returns in %s for %s (%s) the phrase %s', (locale, place, title, phrase) => {
  expect(placePhrase(locale, place, title)).toBe(phrase)
})

const codes = readFileSync('catalogue/countries.csv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.slice(0, 2))

/** A name with a plural or a common noun needs an article, either first or before the noun. */
const commonNoun =
  /\b(\w+ands|\w+ines|Republic|Territor\w+|Kingdom|States|Emirates|Isle|Congo|Gambia|Bahamas|Maldives|Seychelles|Comoros)\b/

/**
 * Returns every sentence that has a country's name after a preposition, or needs a Russian case.
 */
function sentencesOf(locale: 'en' | 'ru', country: string): string[] {
  const words = wordsOf(locale)
  return [
    words('country.title', { country }),
    words('country.heading', { country }),
    words('country.description', { country, price: '$1' }),
    words('country.descriptionOutOfStock', { country }),
    words('regions.title', { country }),
    words('regions.heading', { country }),
    words('regions.description', { country }),
    words('regions.none', { country }),
    words('tripSearch.missing', { countries: country }),
    words('tariff.checkCountry', { place: country }),
    words('tariff.checkPlaces', { places: country }),
    words('order.worksIn', { place: country }),
    words('review.heading', { place: country }),
  ]
}

it('has a phrase for every country', () => {
  expect(codes).toHaveLength(249)
})

it.each(codes)('uses %s with its article in English sentences', (code) => {
  const title = placeTitle('en', code) ?? ''
  const phrase = placePhrase('en', code, title)
  expect(phrase.includes('the ')).toBe(commonNoun.test(title))
  for (const sentence of sentencesOf('en', phrase))
    expect(sentence.split(phrase)[0]).toMatch(/\b(for|in|to|of)\s$/)
})

it.each(codes)('uses %s with its preposition and case in Russian sentences', (code) => {
  const phrase = placePhrase('ru', code, placeTitle('ru', code) ?? '')
  expect(phrase).toMatch(/^(в|во|на)\u00A0/)
  // A phrase starts with a small letter, so it must not follow a colon.
  for (const sentence of sentencesOf('ru', phrase))
    expect(sentence.split(phrase)[0]).toMatch(/[^:.,]\s$/)
})
