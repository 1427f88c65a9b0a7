import { expect, it } from 'vitest'
import { parsePhone } from './phone.ts'

it.each([
  ['ru', '+7 912 345-67-89', '+79123456789'],
  ['ru', '8 (912) 345-67-89', '+79123456789'],
  ['ru', '9123456789', '+79123456789'],
  ['ru', '+44 20 7946 0018', '+442079460018'],
  ['en', '+44 20 7946 0018', '+442079460018'],
  ['en', '44 20 7946 0018', '+442079460018'],
  ['en', '020 7946 0018', null],
  ['en', '9123456789', null],
  ['en', '+44 7400 123456', '+447400123456'],
  ['en', '+7 912 345', null],
  ['ru', 'phone', null],
  ['ru', '', null],
] as const)('parses in %s %j as %j', (locale, text, expected) => {
  expect(parsePhone(locale, text)).toBe(expected)
})
