import { expect, it, vi } from 'vitest'
import { decimalOf, isCurrency, minorDigits, minorOf, pricesIn } from './money.ts'
import { cardIn, currencyOf } from './payment-options.ts'

it('knows the minor digits of a currency', () => {
  expect(['USD', 'RUB', 'EUR', 'JPY', 'KWD'].map(minorDigits)).toEqual([2, 2, 2, 0, 3])
})

it('accepts ISO 4217 codes only', () => {
  expect(['USD', 'RUB', 'EUR', 'JPY'].every(isCurrency)).toBe(true)
  expect(['usd', 'US', 'ABC', 'DOLLAR', ''].some(isCurrency)).toBe(false)
})

it('lists the ISO 4217 codes on first use, because the boot script imports the module', async () => {
  vi.resetModules()
  const listCodes = vi.spyOn(Intl, 'supportedValuesOf')
  const money = await import('./money.ts')
  expect(listCodes).not.toHaveBeenCalled()
  expect(money.isCurrency('USD')).toBe(true)
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

it('lists prices in the order of the currencies and leaves out those a plan is not sold in', () => {
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
