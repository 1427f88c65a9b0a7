import { expect, it } from 'vitest'
import { countriesNamed, searchCountries } from './search.ts'

const place = (countryCode2Letters: string, title: string, ...aliases: string[]) => ({
  countryCode2Letters,
  title,
  aliases,
})
const countries = [
  place('au', 'Australia', 'Австралия', 'Sydney'),
  place('at', 'Austria', 'Австрия', 'Vienna', 'Вена'),
  place('br', 'Brazil', 'Бразилия'),
  place('ci', 'Côte d’Ivoire', 'Кот-д’Ивуар'),
  place('eg', 'Egypt', 'Египет', 'Cairo', 'Каир'),
  place('fo', 'Faroe Islands', 'Фарерские острова', 'Føroyar'),
  place('gn', 'Guinea', 'Гвинея'),
  place('gw', 'Guinea-Bissau', 'Гвинея-Бисау'),
  place('jp', 'Japan', 'Япония', 'Tokyo'),
  place('ru', 'Russia', 'Россия', 'Москва', 'Moscow'),
  place('kr', 'South Korea', 'Южная Корея', 'Корея', 'Korea'),
  place('lc', 'St. Lucia', 'Сент-Люсия'),
  place('tr', 'Türkiye', 'Турция', 'Turkey', 'Istanbul', 'Стамбул'),
  place('ae', 'United Arab Emirates', 'ОАЭ', 'Dubai', 'Дубай'),
  place('us', 'United States', 'США', 'New York', 'Нью-Йорк'),
]
const codes = (found: readonly { readonly countryCode2Letters: string }[]) =>
  found.map(({ countryCode2Letters }) => countryCode2Letters)
const found = (text: string) => codes(searchCountries(countries, text))

it.each([
  ['a name, its start and a word of it', 'aus', ['au', 'at']],
  ['a word inside', 'emir', ['ae']],
  ['a city', 'VIENNA', ['at']],
  ['a city in Russian', 'дуб', ['ae']],
  ['the name in the other language', 'турция', ['tr']],
  ['a name as a whole before one that begins so', 'guinea', ['gn', 'gw']],
  ['the code before names that begin so', 'au', ['au', 'at']],
  ['words in another order', 'korea south', ['kr']],
  ['a city and its country', 'istanbul turkey', ['tr']],
  ['words typed as one', 'newyork', ['us']],
  ['a word written out', 'saint lu', ['lc']],
])('finds by %s: %s', (_, text, expected) => {
  expect(found(text)).toEqual(expected)
})

it.each(["cote d'iv", 'COTE D’IVOIRE', 'cotedivoire'])(
  'does not mind accents and marks: %s',
  (text) => {
    expect(found(text)).toEqual(['ci'])
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
])('reads one alphabet by the sound of the other: %s', (text, expected) => {
  expect(found(text)).toEqual([expected])
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
])('reads what was typed in the other keyboard layout: %s', (text, expected) => {
  expect(found(text)).toEqual([expected])
})

it.each([
  ['tukrey', 'two letters swapped', ['tr']],
  ['tyrkey', 'a wrong letter', ['tr']],
  ['istnbul', 'a missing letter', ['tr']],
  ['brazzzil', 'an extra letter', ['br']],
  ['туриця', 'letters swapped in Russian', ['tr']],
  ['nehwz', 'a slip in the other layout', ['tr']],
  ['unted arab', 'a slip in one of the words', ['ae']],
  ['austtalia', 'the nearest alone', ['au']],
])('forgives slips: %s, %s', (text, _, expected) => {
  expect(found(text)).toEqual(expected)
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
])('does not make a country of everything: %s', (text) => {
  expect(found(text)).toEqual([])
})

it('finds everything for nothing, and leaves out guesses where they are not wanted', () => {
  expect(found(' ')).toHaveLength(countries.length)
  expect(codes(countriesNamed(countries, 'nehwbz'))).toEqual(['tr'])
  expect(countriesNamed(countries, 'tukrey')).toEqual([])
})

it('keeps equals in the order given, and the list as it is', () => {
  const reversed = countries.toReversed()
  expect(codes(searchCountries(reversed, 'aus'))).toEqual(['at', 'au'])
  expect(reversed).toEqual(countries.toReversed())
})
