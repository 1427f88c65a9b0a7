import { expect, it } from 'vitest'
import { searchCountries } from './named-countries.shared.ts'
import { searchOrder } from './search-order.ts'

const country = (countryCode2Letters: string, title: string, inStock = true) => ({
  countryCode2Letters,
  title,
  aliases: [],
  inStock,
})
const turkmenistan = country('tm', 'Turkmenistan', false)
const islands = country('tc', 'Turks and Caicos Islands')
const turkiye = country('tr', 'Türkiye')
const all = [turkmenistan, islands, turkiye]
const popular = [turkiye]

it('returns popular countries first and countries without plans last', () => {
  expect(searchCountries(all, 'tur')).toEqual(all)
  expect(searchCountries(searchOrder(all, popular), 'tur')).toEqual([
    turkiye,
    islands,
    turkmenistan,
  ])
})

it('returns the same list for the same dictionaries, so that it is indexed once', () => {
  expect(searchOrder(all, popular)).toBe(searchOrder(all, popular))
  expect(searchOrder(all, [])).toEqual([islands, turkiye, turkmenistan])
})
