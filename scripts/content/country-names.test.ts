import { describe, expect, it } from 'vitest'
import { placePhrases } from '../../content/ru/place-phrases.ts'
import { locales } from '../../src/words/locales.shared.ts'
import { placeTitle } from '../../src/words/place-names.ts'
import { sampleCodes, sampleCountries } from '../../test/fixtures/sample-countries.ts'
import { findPlaces, findStops } from '../../src/plans/trip-search.shared.ts'
import { readTripText } from '../../src/plans/trip-text.shared.ts'

const now = new Date('2026-11-27')

describe.each(locales)('the trip planner in %s', (locale) => {
  const countries = sampleCountries(locale)
  const codesIn = (text: string) =>
    findStops(countries, readTripText(text, now).places).countries.map(
      ({ countryCode2Letters }) => countryCode2Letters,
    )

  it.each(sampleCodes)('finds only %s by its titles', (code) => {
    const titles = locales.flatMap((each) => placeTitle(each, code) ?? [])
    for (const title of titles) {
      const plain = title.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
      for (const name of [title, title.toLowerCase(), plain])
        for (const text of [name, `to ${name}`, `trip to the ${name}`, `в ${name}`, `на ${name}`])
          expect(codesIn(text), text).toEqual([code])
    }
  })

  it.each(sampleCodes.map((code) => [placePhrases.places[code] ?? '', code]))(
    'finds only the country in «%s»',
    (phrase, code) => {
      const withoutPreposition = phrase.replace(/^\S+\s/, '')
      for (const text of [phrase, withoutPreposition, phrase.replaceAll('ё', 'е').toLowerCase()])
        expect(codesIn(text), text).toEqual([code])
    },
  )

  it.each([
    ['остров Рождество', ['cx']],
    ['в Новую Зеландию и на Филиппинские острова', ['nz', 'ph']],
    ['из Нигерии в Южную Корею', ['ng', 'kr']],
    ['с Багамских островов', ['bs']],
    ['в Южном Судане и в Боснии', ['ss', 'ba']],
    ['в Южном Судане в Боснии', ['ss', 'ba']],
    ['Республика Кипр', ['cy']],
    ['в Республике Албания', ['al']],
    ['Republic of Albania', ['al']],
    ['Kingdom of the Netherlands', ['nl']],
    ['Democratic Republic of the Congo', ['cd']],
    ['People’s Republic of China', ['cn']],
    ['Ivory Coast, Ghana', ['ci', 'gh']],
    ['trip to US', ['us']],
    ['U.S.', ['us']],
    ['Hawaii', ['us']],
    ['на Гавайи и на Таити', ['us', 'pf']],
    ['Tahiti', ['pf']],
    ['Канары, Азорские острова, Сицилия, Корсика', ['es', 'pt', 'it', 'fr']],
    ['Canary Islands, Azores, Sicily, Corsica', ['es', 'pt', 'it', 'fr']],
    ['esim for us', []],
    ['US Mexico', ['us', 'mx']],
    ['us mexico', ['us', 'mx']],
    ['canada us', ['ca', 'us']],
    ['mexico for us', ['mx']],
    ['esim UK US', ['gb', 'us']],
    ['U.S. Mexico', ['us', 'mx']],
    ['американские Виргинские острова', ['vi']],
  ])('finds the countries in %j', (text, codes) => {
    expect(codesIn(text)).toEqual(codes)
  })

  it.each([
    [
      'us',
      'US',
      'us',
      'U.S.',
      'u.s.',
      'U.S',
      'USA',
      'usa',
      'U.S.A.',
      'u.s.a',
      'США',
      'С.Ш.А.',
      'NYC',
    ],
    ['gb', 'UK', 'uk', 'U.K.', 'u.k', 'GB', 'G.B.', 'Соединённое Королевство'],
    ['ae', 'UAE', 'uae', 'U.A.E.', 'ОАЭ', 'О.А.Э.', 'оаэ'],
    ['vi', 'US Virgin Islands', 'U.S. Virgin Islands', 'u.s. virgin islands', 'USVI'],
    ['vg', 'British Virgin Islands', 'BVI'],
    ['za', 'ЮАР', 'юар', 'RSA'],
    ['kr', 'Корея', 'korea', 'S. Korea', 'S.Korea', 'ROK', 'Ю. Корея'],
    ['kp', 'КНДР', 'DPRK', 'N. Korea'],
    ['cn', 'КНР', 'PRC', 'P.R.C.'],
    ['sa', 'KSA'],
    ['cf', 'ЦАР'],
    ['pg', 'PNG'],
    ['ru', 'РФ', 'Питер', 'СПб'],
    ['nz', 'NZ', 'N.Z.'],
    ['cd', 'DRC', 'D.R.C.', 'ДРК'],
  ])('finds %s first by short names', (code, ...names) => {
    for (const name of names) {
      const [first] = findPlaces(countries, name).countries
      expect(first?.countryCode2Letters, name).toBe(code)
    }
  })
})
