import { expect, it } from 'vitest'
import { paymentMethods } from './payment-methods.ts'

it.each([
  ['', {}],
  ['RUB:mir,sbp USD:visa', { RUB: ['mir', 'sbp'], USD: ['visa'] }],
])('reads the methods of %j', (value, methods) => {
  expect(paymentMethods.parse(value)).toEqual(methods)
})

it.each(['mir', 'RUB', 'RUB:', 'RUB:mir,', 'RUB:cash', 'XXXX:mir', 'RUB:mir:sbp', 'rub:mir'])(
  'rejects %j',
  (value) => {
    expect(paymentMethods.safeParse(value).success).toBe(false)
  },
)
