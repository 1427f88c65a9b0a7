import { expect, it } from 'vitest'
import { vatIn } from './vat.ts'

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
