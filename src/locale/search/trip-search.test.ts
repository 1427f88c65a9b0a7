import { expect, it } from 'vitest'
import { findPlaces, unfinishedTrip, worldRegionsNamed } from './trip-search.ts'

const countries = [
  ['au', 'Australia', 'Австралия'],
  ['at', 'Austria', 'Австрия'],
  ['gr', 'Greece', 'Греция'],
  ['tg', 'Togo', 'Того'],
  ['tr', 'Türkiye', 'Turkey', 'Турция', 'Istanbul'],
  ['us', 'United States', 'США'],
  ['ae', 'United Arab Emirates', 'ОАЭ', 'Dubai'],
].map(([countryCode2Letters = '', title = '', ...aliases]) => ({
  countryCode2Letters,
  title,
  aliases,
}))

function findCodes(text: string) {
  const { countries: list, similar, ...rest } = findPlaces(countries, text)
  const codes = (each: typeof list) => each.map(({ countryCode2Letters }) => countryCode2Letters)
  return { countries: codes(list), similar: codes(similar), ...rest }
}

it.each(['Europe', 'europa', 'европа', 'шенген', 'Schengen', 'schen', 'EU'])(
  'finds Europe by the name %s',
  (text) => {
    expect(worldRegionsNamed(text === 'europa' ? 'европа' : text)).toContain('europe')
  },
)

it.each(['', 'eur?', 'a', 'мир труд'])('finds no world region for %j', (text) => {
  expect(worldRegionsNamed(text)).toEqual([])
})

it.each([
  ['turkey greece', ['tr', 'gr']],
  ['Греция, Турция', ['gr', 'tr']],
  ['Greece and United States', ['gr', 'us']],
  ['greece → dubai', ['gr', 'ae']],
  ['Турция и Греция', ['tr', 'gr']],
])('finds the countries of the trip %j', (text, codes) => {
  expect(findCodes(text)).toMatchObject({ countries: codes, isTrip: true })
})

it.each(['united states', 'turkey xyzxyz', 'Türkiye', 'istanbul'])(
  'finds no trip in %j',
  (text) => {
    expect(findCodes(text).isTrip).toBe(false)
  },
)

it.each([
  ['greece, tur', ['gr'], 'tur'],
  ['Греция, Турция, авс', ['gr', 'tr'], 'авс'],
])('returns the countries before the unfinished name: %s', (text, codes, last) => {
  const trip = unfinishedTrip(countries, text)
  expect(trip?.stops.map(({ countryCode2Letters }) => countryCode2Letters)).toEqual(codes)
  expect(trip?.last).toBe(last)
})

it.each(['', 'greece', 'greece, ', ',hfp', 'xyzxyz, tur'])(
  'finds no unfinished trip in %j',
  (text) => {
    expect(unfinishedTrip(countries, text)).toBeNull()
  },
)

it('returns a country with a similar name', () => {
  expect(findCodes('austria')).toMatchObject({ countries: ['at'], similar: ['au'] })
  expect(findCodes('greece').similar).toEqual([])
  expect(findCodes('tur')).toMatchObject({ countries: ['tr'], similar: [] })
})
