import { expect, it } from 'vitest'
import { methodsByCurrency } from './settings.ts'

it.each([
  ['', {}],
  ['RUB:mir,sbp USD:visa', { RUB: ['mir', 'sbp'], USD: ['visa'] }],
])('reads the methods of %j', (value, methods) => {
  expect(methodsByCurrency.parse(value)).toEqual(methods)
})

it.each(['mir', 'RUB', 'RUB:', 'RUB:mir,', 'RUB:cash', 'XXXX:mir', 'RUB:mir:sbp', 'rub:mir'])(
  'rejects %j',
  (value) => {
    expect(methodsByCurrency.safeParse(value).success).toBe(false)
  },
)
