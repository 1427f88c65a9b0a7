import { expect, it } from 'vitest'
import { alphabeticName } from '../../src/words/place-names.ts'
import type { Shop } from './shop.ts'

export function describeCatalogue(shop: Shop): void {
  it('lists countries by title in the requested language, or by popularity', async () => {
    const codesIn = async (lang: 'en' | 'ru', query: object) => {
      const { data } = await shop.call('countries', { lang, ...query })
      return data.map(({ countryCode2Letters }) => countryCode2Letters)
    }
    for (const lang of ['en', 'ru'] as const) {
      const { data } = await shop.call('countries', { lang })
      const titles = data.map(({ title }) => alphabeticName(title))
      expect(titles).toEqual(titles.toSorted(new Intl.Collator(lang).compare))
    }
    const english = await codesIn('en', {})
    expect(new Set(await codesIn('ru', {}))).toEqual(new Set(english))
    expect(english).toContain('tr')
    const all = await codesIn('en', { withoutEsimRemains: 'true' })
    expect(all.length).toBeGreaterThanOrEqual(english.length)
    const popular = await codesIn('en', { sortBy: '1' })
    expect(popular.length).toBeLessThanOrEqual(20)
    expect(popular.every((code) => english.includes(code))).toBe(true)
    for (const wrong of [{ lang: 'xx' }, { sortBy: '2' }, { withoutEsimRemains: 'perhaps' }])
      expect(
        Object.keys((await shop.expectRefusal('countries', 'invalid-input', wrong)).errors ?? {}),
      ).toEqual(Object.keys(wrong))
  })

  it('lists the regions of a country, or an empty list', async () => {
    const inEnglish = await shop.call('regions', { lang: 'en', countryCode2Letters: 'ru' })
    const inRussian = await shop.call('regions', { lang: 'ru', countryCode2Letters: 'ru' })
    const titleOf = ({ data }: typeof inEnglish, wanted: string) =>
      data.find(({ ident }) => ident === wanted)?.title
    expect(titleOf(inEnglish, 'mow')).toBe('Moscow')
    expect(titleOf(inRussian, 'mow')).toBe('Москва')
    expect(await shop.call('regions', { countryCode2Letters: 'xx' })).toEqual({ data: [] })
    const { errors } = await shop.expectRefusal('regions', 'invalid-input', {
      countryCode2Letters: 'RUS',
    })
    expect(errors).toHaveProperty('countryCode2Letters')
  })

  it('pages, filters and sorts tariffs', async () => {
    const all = await shop.call('tariffsMarketplace', {})
    expect(all).toMatchObject({ page: 1, per_page: 20 })
    const first = await shop.call('tariffsMarketplace', { per_page: 1 })
    const second = await shop.call('tariffsMarketplace', { per_page: 1, page: 2 })
    expect(first.hasMore).toBe(true)
    expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 2))
    const pricesBy = async (sort: 'price' | '-price') =>
      (await shop.call('tariffsMarketplace', { sort })).data
        .filter(({ inStock }) => inStock)
        .map(({ prices }) => prices['USD'] ?? Number.NaN)
    const rising = await pricesBy('price')
    expect(rising).toEqual(rising.toSorted((a, b) => a - b))
    const falling = await pricesBy('-price')
    expect(falling).toEqual(falling.toSorted((a, b) => b - a))
    const withTurkey = expect.arrayContaining(['tr'])
    const filters = [
      [{ country: 'tr', traffic: '10', days: '30' }, { countryCodes: withTurkey }],
      [
        { country: 'ru', region: 'mow' },
        { kind: 'region', regionIdent: 'mow' },
      ],
      [{ worldRegion: 'europe' }, { kind: 'multi', worldRegion: 'europe' }],
      [{ operator: 'tr-turkcell' }, { operator: { ident: 'tr-turkcell' } }],
      [{ search_string: 'turkcell' }, { operator: { ident: 'tr-turkcell' } }],
      [{ search_string: 'schengen' }, { kind: 'multi', worldRegion: 'europe' }],
    ] as const
    for (const [query, has] of filters) {
      const { data, total } = await shop.call('tariffsMarketplace', query)
      expect(total, JSON.stringify(query)).toBeGreaterThan(0)
      for (const plan of data) expect(plan).toMatchObject(has)
    }
    expect(await shop.call('tariffsMarketplace', { country: 'xx' })).toMatchObject({
      data: [],
      total: 0,
      hasMore: false,
    })
    const repeated = await shop.send('tariffsMarketplace', {}, '?lang=en&per_page=1&per_page=x')
    expect(repeated.body).toEqual(first)
    for (const wrong of [{ per_page: 0 }, { page: 501 }, { sort: 'beauty' }, { traffic: '2' }])
      expect(
        (await shop.expectRefusal('tariffsMarketplace', 'invalid-input', wrong)).errors,
      ).toHaveProperty(Object.keys(wrong))
  })

  it('returns one tariff with its networks, and 404 for an unknown tariff', async () => {
    const { data: plans } = await shop.call('tariffsMarketplace', { country: 'tr', per_page: 1 })
    const id = plans[0]?.tariffID ?? ''
    const { data } = await shop.call('tariff', { id, lang: 'ru' })
    expect(data).toMatchObject({ tariffID: id, placeTitle: 'Турция', prices: plans[0]?.prices })
    const inRussian = await shop.expectRefusal(
      'tariff',
      'not-found',
      { id: 'no-such-plan' },
      { locale: 'ru' },
    )
    expect(inRussian.error).toMatch(/[а-я]/)
    await shop.expectRefusal('tariff', 'invalid-input', { id: '../secrets' })
  })

  it('lists operators by title, by place and by the start of their name', async () => {
    const { data } = await shop.call('operators', { per_page: 100 })
    expect(data.length).toBeGreaterThan(0)
    const turkish = await shop.call('operators', { country: 'tr', search_string: 'turkc' })
    expect(turkish.data.map(({ ident }) => ident)).toEqual(['tr-turkcell'])
    const muscovite = await shop.call('operators', { country: 'ru', region: 'mow' })
    expect(muscovite.total).toBeGreaterThan(0)
    expect(
      (await shop.expectRefusal('operators', 'invalid-input', { per_page: 101 })).errors,
    ).toHaveProperty('per_page')
  })

  it('recommends one tariff in stock for each popular country', async () => {
    const { data } = await shop.call('tariffsPopular', { lang: 'ru' })
    const places = data.map(({ countryCodes }) => countryCodes.join())
    expect(places).toContain('tr')
    expect(new Set(places).size).toBe(places.length)
    expect(data.every(({ inStock }) => inStock)).toBe(true)
    await shop.expectRefusal('tariffsPopular', 'invalid-input', { lang: 'tlh' })
  })

  it('lists the cheapest tariff of each size and validity of a place', async () => {
    const { data } = await shop.call('tariffFares', { country: 'tr' })
    const pairs = data.map(({ trafficMb, validityDays }) => `${trafficMb} ${validityDays}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    expect(data.length).toBeGreaterThan(0)
    for (const fare of data) {
      expect(fare).toMatchObject({ countryCodes: expect.arrayContaining(['tr']), inStock: true })
      const { data: plans } = await shop.call('tariffsMarketplace', {
        country: 'tr',
        per_page: 100,
      })
      const same = plans.filter(
        ({ trafficMb, validityDays, inStock }) =>
          inStock && trafficMb === fare.trafficMb && validityDays === fare.validityDays,
      )
      const lowest = Math.min(...same.map(({ prices }) => prices['USD'] ?? Infinity))
      expect(fare.prices['USD']).toBe(lowest)
    }
    const { data: picks } = await shop.call('tariffFares', { country: 'tr', picks: 'true' })
    expect(data).toEqual(expect.arrayContaining(picks))
    expect(picks.length).toBeLessThanOrEqual(3)
    expect(await shop.call('tariffFares', { country: 'xx' })).toEqual({ data: [] })
    await shop.expectRefusal('tariffFares', 'invalid-input', { country: 'TUR' })
  })

  it('finds the cheapest plans for a trip', async () => {
    const trip = { countries: 'tr', days: 7, gigabytes: 5 }
    const { single, combination } = (await shop.call('tripPlans', trip)).data
    expect(single).toMatchObject({ countryCodes: expect.arrayContaining(['tr']), inStock: true })
    expect(combination).toBeNull()
    await shop.expectRefusal('tripPlans', 'invalid-input', { ...trip, countries: 'tr;gr' })
  })

  it('lists every tariff once, in a fixed order, in parts', async () => {
    const { data } = await shop.call('tariffIndex', { limit: 3 })
    const ids = data.map(({ tariffID }) => tariffID)
    expect(new Set(ids).size).toBe(3)
    const next = await shop.call('tariffIndex', { from: ids[1], limit: 2 })
    expect(next.data).toEqual(data.slice(1))
    const eachSecond = await shop.call('tariffIndex', { every: 2, limit: 2 })
    expect(eachSecond.data).toEqual([data[0], data[2]])
    await shop.expectRefusal('tariffIndex', 'invalid-input', { every: 0 })
  })
}
