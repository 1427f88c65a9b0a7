import { expect, it } from 'vitest'
import { findPlaces, findStops, unfinishedTrip, worldRegionsNamed } from './trip-search.shared.ts'

const countries = [
  ['au', 'Australia', 'Австралия'],
  ['at', 'Austria', 'Австрия'],
  ['bq', 'Caribbean Netherlands'],
  ['gr', 'Greece', 'Греция'],
  ['nl', 'Netherlands'],
  ['tg', 'Togo', 'Того'],
  ['tr', 'Türkiye', 'Turkey', 'Турция', 'Istanbul'],
  ['us', 'United States', 'США'],
  ['ae', 'United Arab Emirates', 'ОАЭ', 'Dubai'],
  ['gb', 'United Kingdom', 'Великобритания'],
  ['in', 'India', 'Индия'],
  ['it', 'Italy', 'Италия'],
  ['kp', 'North Korea', 'Северная Корея'],
  ['mp', 'Northern Mariana Islands', 'Северные Марианские острова'],
  ['dm', 'Dominica', 'Доминика'],
  ['do', 'Dominican Republic', 'Доминиканская Республика'],
  ['gn', 'Guinea', 'Гвинея'],
  ['gw', 'Guinea-Bissau', 'Гвинея-Бисау'],
  ['ne', 'Niger', 'Нигер'],
  ['ng', 'Nigeria', 'Нигерия'],
  ['kr', 'South Korea', 'Южная Корея', 'Korea'],
  ['cu', 'Cuba', 'Куба'],
  ['fr', 'France', 'Франция', 'Париж'],
  ['pf', 'French Polynesia', 'Французская Полинезия', 'Polynésie française'],
  ['mk', 'North Macedonia', 'Северная Македония'],
  ['cy', 'Cyprus', 'Кипр'],
  ['nc', 'New Caledonia', 'Новая Каледония'],
  ['nz', 'New Zealand', 'Новая Зеландия'],
  ['ru', 'Russia', 'Россия', 'Saint Petersburg'],
  ['st', 'São Tomé & Príncipe', 'Сан-Томе и Принсипи'],
  ['to', 'Tonga', 'Тонга'],
  ['yt', 'Mayotte', 'Майотта'],
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
  ['from Greece to Turkey', ['gr', 'tr']],
  ['from Greece, to Turkey', ['gr', 'tr']],
  ['esim for Greece and the internet in Italy', ['gr', 'it']],
  ['United Kingdom Italy', ['gb', 'it']],
  ['Новая Зеландия Австралия', ['nz', 'au']],
  ['Korea Australia', ['kr', 'au']],
  ['Grece Australiya', ['gr', 'au']],
  ['Netherland Grece', ['nl', 'gr']],
  ['из Италии в Австралию', ['it', 'au']],
  ['по Турции из Греции', ['tr', 'gr']],
  ['во Франции и на Кубе', ['fr', 'cu']],
  ['Кубу Францию', ['cu', 'fr']],
  ['Niger Nigeria', ['ne', 'ng']],
  ['Нигерия Нигер', ['ng', 'ne']],
  ['Guinea Guinea-Bissau', ['gn', 'gw']],
  ['Dominica Dominican Republic', ['dm', 'do']],
])('finds the countries of the trip %j', (text, codes) => {
  expect(findCodes(text)).toMatchObject({ countries: codes, isTrip: true })
})

it.each([
  ['Italy in May', ['it'], ['May']],
  ['Италия в мае', ['it'], ['мае']],
  ['north cyprus', ['cy'], ['north']],
  ['Northern Cyprus', ['cy'], ['Northern']],
  ['Северный Кипр', ['cy'], ['Северный']],
  ['на север Италии', ['it'], ['север']],
  ['юг Франции', ['fr'], ['юг']],
  ['south of France', ['fr'], ['south', 'of']],
  ['на Кубу', ['cu'], []],
  ['Кубу', ['cu'], []],
  ['guinea bissau', ['gw'], []],
  ['korea north', ['kp'], []],
  ['Italy in May, Xyzxyz', ['it'], ['May', 'Xyzxyz']],
  ['trip to Tonga', ['to'], []],
  ['esim for Italy', ['it'], []],
  ['St Petersburg', ['ru'], []],
  ['untied states', ['us'], []],
  ['xyzxyz may', [], ['xyzxyz may']],
  ['Italy for two weeks', ['it'], ['two', 'weeks']],
])('finds only the names in %j', (text, codes, unknown) => {
  expect(findCodes(text)).toMatchObject({ countries: codes, isTrip: false })
  expect(findStops(countries, text).unknown).toEqual(unknown)
})

it('searches a long text as a whole', () => {
  const text = `${'abc '.repeat(12)}Greece`
  expect(findStops(countries, text)).toEqual({ countries: [], unknown: [text] })
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
