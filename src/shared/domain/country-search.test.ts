import { expect, it } from 'vitest'
import { searchCountries } from './country-search.ts'

const countries = [
  { countryCode2Letters: 'at', title: 'Austria', aliases: ['Vienna', 'Вена'] },
  { countryCode2Letters: 'au', title: 'Australia', aliases: ['Sydney'] },
  { countryCode2Letters: 'ci', title: 'Côte d’Ivoire', aliases: [] },
  { countryCode2Letters: 'ae', title: 'United Arab Emirates', aliases: ['Dubai', 'Дубай'] },
]
const found = (text: string) =>
  searchCountries(countries, text).map(({ countryCode2Letters }) => countryCode2Letters)

it('finds a country by the start of its name, of a word in it, by its code and by its cities in both languages', () => {
  expect(found('aus')).toEqual(['at', 'au'])
  expect(found('emir')).toEqual(['ae'])
  expect(found('au')).toEqual(['au', 'at'])
  expect(found('дуб')).toEqual(['ae'])
  expect(found('VIENNA')).toEqual(['at'])
})

it('does not mind accents and apostrophes', () => {
  expect(found("cote d'iv")).toEqual(['ci'])
})

it('finds nothing where nothing begins so, and everything for nothing', () => {
  expect(found('stria')).toEqual([])
  expect(found(' ')).toHaveLength(4)
})
