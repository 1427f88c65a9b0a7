import { expect, it, vi } from 'vitest'
import {
  decimalOf,
  isCurrency,
  minorDigits,
  minorOf,
  pricesIn,
  roundedMinorOf,
  sumOfPrices,
} from './money.shared.ts'
import { cardIn, currencyOf } from '../payments/settings.ts'

it('returns the minor digits of a currency', () => {
  expect(['USD', 'RUB', 'EUR', 'JPY', 'KWD'].map(minorDigits)).toEqual([2, 2, 2, 0, 3])
})

it('returns the same minor digits in every runtime', () => {
  const format = vi.spyOn(Intl, 'NumberFormat')
  expect(['RSD', 'HUF', 'XCG', 'BHD'].map(minorDigits)).toEqual([2, 0, 2, 3])
  expect(format).not.toHaveBeenCalled()
})

it('accepts ISO 4217 codes only', () => {
  expect(['USD', 'RUB', 'EUR', 'JPY'].every(isCurrency)).toBe(true)
  expect(['usd', 'US', 'ABC', 'DOLLAR', ''].some(isCurrency)).toBe(false)
})

it('accepts the same codes in every runtime', () => {
  const listCodes = vi.spyOn(Intl, 'supportedValuesOf')
  expect(['XCG', 'SLE', 'ZWG'].every(isCurrency)).toBe(true)
  expect(['ED ', 'D A', 'USD EUR'].some(isCurrency)).toBe(false)
  expect(listCodes).not.toHaveBeenCalled()
})

it.each([
  ['12.50', 'USD', 1250, '12.50'],
  ['12', 'USD', 1200, '12.00'],
  ['0.29', 'EUR', 29, '0.29'],
  ['1900', 'JPY', 1900, '1900'],
  ['3.85', 'KWD', 3850, '3.850'],
])('converts %s %s to %i minor units and back', (decimal, currency, minor, shown) => {
  expect(minorOf(decimal, currency)).toBe(minor)
  expect(decimalOf({ minor, currency })).toBe(shown)
})

it.each([
  [4.1, 'USD', 410, 410],
  ['9.50', 'USD', 950, 950],
  [0.07, 'USD', 7, 7],
  [1.005, 'USD', 101, 100],
  ['4.000001', 'EUR', 401, 400],
  [1248, 'JPY', 1248, 1248],
  [286.4, 'JPY', 287, 286],
  [0.558, 'KWD', 558, 558],
  [12_345 / 10_000, 'USD', 124, 123],
  [-3.555, 'USD', -355, -356],
])('rounds %s %s up to %i and down to %i', (decimal, currency, up, down) => {
  expect(roundedMinorOf(decimal, currency, 'up')).toBe(up)
  expect(roundedMinorOf(decimal, currency, 'down')).toBe(down)
})

it.each(['', '12,50', '1e3', 1e21, 1e-7, Number.NaN])('refuses to round %s', (decimal) => {
  expect(() => roundedMinorOf(decimal, 'USD', 'up')).toThrow('is not a decimal')
})

it('lists prices in the order of the currencies and omits missing prices', () => {
  expect(pricesIn(['USD', 'RUB', 'EUR'], { EUR: 1100, JPY: 1900, USD: 1250 })).toEqual([
    { minor: 1250, currency: 'USD' },
    { minor: 1100, currency: 'EUR' },
  ])
})

it('names a payment option after its currency', () => {
  expect(['USD', 'RUB', 'EUR'].map(cardIn)).toEqual(['card-usd', 'card-rub', 'card-eur'])
  expect(['card-usd', 'card-jpy', 'cash', 'card-USD', 'card-'].map(currencyOf)).toEqual([
    'USD',
    'JPY',
    null,
    null,
    null,
  ])
})

it('adds prices up in the currencies that every price has', () => {
  const plans = [
    { USD: 100, RUB: 9200, EUR: 90 },
    { USD: 250, EUR: 210 },
    { EUR: 1, USD: 1 },
  ]
  expect(sumOfPrices(plans)).toEqual({ USD: 351, EUR: 301 })
  expect(sumOfPrices([])).toEqual({})
})
