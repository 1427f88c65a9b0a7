import { expect, it } from 'vitest'
import { worldRegionsNamed } from './named-groups.shared.ts'
import { findPlaces, findStops, unfinishedTrip } from './trip-search.shared.ts'

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
  ['Италия в мае', ['it'], []],
  ['north cyprus', ['cy'], []],
  ['Northern Cyprus', ['cy'], []],
  ['Северный Кипр', ['cy'], []],
  ['на север Италии', ['it'], []],
  ['юг Франции', ['fr'], []],
  ['south of France', ['fr'], []],
  ['turkey, narnia', ['tr'], ['narnia']],
  ['на Кубу', ['cu'], []],
  ['Кубу', ['cu'], []],
  ['guinea bissau', ['gw'], []],
  ['korea north', ['kp'], []],
  ['Italy in May, Xyzxyz', ['it'], ['May', 'Xyzxyz']],
  ['trip to Tonga', ['to'], []],
  ['esim for Italy', ['it'], []],
  ['St Petersburg', ['ru'], []],
  ['xyzxyz may', [], []],
  ['Italy for two weeks', ['it'], []],
])('finds only the names in %j', (text, codes, unknown) => {
  expect(findCodes(text)).toMatchObject({ countries: codes, isTrip: false })
  expect(findStops(countries, text).unknown).toEqual(unknown)
})

it.each([
  ['Grece Australiya', [['gr'], ['au']]],
  ['Netherland', [['nl']]],
  ['guinea', []],
  ['train to Tongo', []],
  ['Italians in Austria', []],
])('asks about the misspelt names in %j', (text, codes) => {
  const { maybe } = findStops(countries, text)
  const asked = maybe.map((each) => each.countries.map((country) => country.countryCode2Letters))
  expect(asked).toEqual(codes)
})

it.each([
  ['untied states', ['us']],
  ['Netherland Grece', ['nl', 'gr']],
])('lists %j as similar names, not as results', (text, codes) => {
  expect(findCodes(text)).toMatchObject({ countries: [], similar: codes, isTrip: false })
})

it('finds a country after many other words', () => {
  expect(findCodes(`${'abc '.repeat(24)}Greece`).countries).toEqual(['gr'])
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
