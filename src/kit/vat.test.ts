import { expect, it } from 'vitest'
import { vatIn, vatInChange } from './receipt-number.ts'

it.each([
  [1200, 20, 200],
  [1250, 20, 208],
  [1250, 12.5, 139],
  [1, 20, 0],
  [100, 5.55, 5],
  [0, 20, 0],
])('finds the VAT in %i minor units at %d %%', (minor, percent, vat) => {
  expect(vatIn({ minor, currency: 'EUR' }, percent)).toEqual({ minor: vat, currency: 'EUR' })
})

it('divides the VAT in a price exactly among its parts', () => {
  let rest = 1250
  const parts = [417, 417, 416].map((minor) => {
    const { minor: vat } = vatInChange({ minor: rest, currency: 'EUR' }, -minor, 20)
    rest -= minor
    return vat
  })
  expect(parts).toEqual([-69, -70, -69])
})
