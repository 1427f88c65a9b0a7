import { expect, it } from 'vitest'
import { matchCountryNames } from './country-search.shared.ts'
import { searchCountries } from './named-countries.shared.ts'

const country = (countryCode2Letters: string, title: string, ...aliases: string[]) => ({
  countryCode2Letters,
  title,
  aliases,
})
const countries = [
  country('au', 'Australia', 'Австралия', 'Sydney'),
  country('at', 'Austria', 'Австрия', 'Vienna', 'Вена'),
  country('br', 'Brazil', 'Бразилия'),
  country('ci', 'Côte d’Ivoire', 'Кот-д’Ивуар'),
  country('eg', 'Egypt', 'Египет', 'Cairo', 'Каир'),
  country('fo', 'Faroe Islands', 'Фарерские острова', 'Føroyar'),
  country('gn', 'Guinea', 'Гвинея'),
  country('gw', 'Guinea-Bissau', 'Гвинея-Бисау'),
  country('jp', 'Japan', 'Япония', 'Tokyo'),
  country('ru', 'Russia', 'Россия', 'Москва', 'Moscow'),
  country('kr', 'South Korea', 'Южная Корея', 'Корея', 'Korea'),
  country('lc', 'St. Lucia', 'Сент-Люсия'),
  country('tr', 'Türkiye', 'Турция', 'Turkey', 'Istanbul', 'Стамбул'),
  country('ae', 'United Arab Emirates', 'ОАЭ', 'Dubai', 'Дубай'),
  country('us', 'United States', 'США', 'New York', 'Нью-Йорк'),
]
const codesOf = (matches: readonly { readonly countryCode2Letters: string }[]) =>
  matches.map(({ countryCode2Letters }) => countryCode2Letters)
const search = (query: string) => codesOf(searchCountries(countries, query))

it.each([
  ['a prefix of a name', 'aus', ['au', 'at']],
  ['a word inside a name', 'emir', ['ae']],
  ['a city', 'VIENNA', ['at']],
  ['a city in Russian', 'дуб', ['ae']],
  ['a name in the other language', 'турция', ['tr']],
  ['a whole name, ranked before a longer one', 'guinea', ['gn', 'gw']],
  ['a code, ranked before names with that prefix', 'au', ['au', 'at']],
  ['words in another order', 'korea south', ['kr']],
  ['a city and its country', 'istanbul turkey', ['tr']],
  ['words without the space', 'newyork', ['us']],
  ['an abbreviation spelled out', 'saint lu', ['lc']],
])('finds countries by %s: %s', (_, query, expected) => {
  expect(search(query)).toEqual(expected)
})

it.each(["cote d'iv", 'COTE D’IVOIRE', 'cotedivoire'])(
  'ignores case, accents and punctuation: %s',
  (query) => {
    expect(search(query)).toEqual(['ci'])
  },
)

it.each([
  ['foroyar', 'fo'],
  ['turtsiya', 'tr'],
  ['turciya', 'tr'],
  ['turtsia', 'tr'],
  ['moskva', 'ru'],
  ['yaponiya', 'jp'],
  ['egipet', 'eg'],
  ['ssha', 'us'],
  ['avstriya', 'at'],
  ['туркей', 'tr'],
])('matches a transliterated name by sound: %s', (query, expected) => {
  expect(search(query)).toEqual([expected])
})

it.each([
  ['nehwbz', 'tr'],
  ['neh', 'tr'],
  ['vjcrdf', 'ru'],
  [',hfpbkbz', 'br'],
  ['<HFPBKBZ', 'br'],
  ['егклун', 'tr'],
  ['фгыекшф', 'at'],
  ['ьщылмф', 'ru'],
])('matches a name typed in the other keyboard layout: %s', (query, expected) => {
  expect(search(query)).toEqual([expected])
})

it.each([
  ['tukrey', 'swapped letters', ['tr']],
  ['tyrkey', 'a wrong letter', ['tr']],
  ['istnbul', 'a missing letter', ['tr']],
  ['brazzzil', 'an extra letter', ['br']],
  ['туриця', 'swapped letters in Russian', ['tr']],
  ['nehwz', 'a typo in the other layout', ['tr']],
  ['unted arab', 'a typo in one of two words', ['ae']],
  ['austtalia', 'only the nearest name matches', ['au']],
])('tolerates a typo in %s: %s', (query, _, expected) => {
  expect(search(query)).toEqual(expected)
})

it.each([
  'xyz',
  'zzzz',
  'mts',
  'hotel',
  'rai',
  'turkmobile',
  '!',
  'ъ'.repeat(100),
  'a'.repeat(100),
])('returns nothing for %s', (query) => {
  expect(search(query)).toEqual([])
})

it('returns all countries for an empty query, and matches names without typo tolerance', () => {
  expect(search(' ')).toHaveLength(countries.length)
  expect(codesOf(matchCountryNames(countries, 'nehwbz'))).toEqual(['tr'])
  expect(matchCountryNames(countries, 'tukrey')).toEqual([])
})

it('keeps the given order for equal ranks and does not change the list', () => {
  const reversed = countries.toReversed()
  expect(codesOf(searchCountries(reversed, 'aus'))).toEqual(['at', 'au'])
  expect(reversed).toEqual(countries.toReversed())
})
