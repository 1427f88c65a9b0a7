import { expect, it } from 'vitest'
import { formatPhone } from './phone-mask.ts'

it.each([
  ['', ''],
  ['+', '+'],
  ['7', '+7'],
  ['+79123456789', '+7 912 345 67 89'],
  ['89123456789', '+7 912 345 67 89'],
  ['+7 912 345-67-89', '+7 912 345 67 89'],
  ['+442079460018', '+44 207 946 001 8'],
  ['+12025550123', '+1 202 555 0123'],
  ['phone', ''],
  ['+1234567890123456789', '+1 234 567 8901 2345'],
])('%j is shown as %j', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown)
  expect(formatPhone(shown)).toBe(shown)
})

it.each([
  ['89123456789', '+7 912 345 67 89'],
  ['87011234567', '+7 701 123 45 67'],
  ['+84912345678', '+84 912 345 678'],
  ['819012345678', '+81 901 234 567 8'],
])('%j, typed one by one, is shown as %j', (keys, shown) => {
  expect(Array.from(keys).reduce((text, key) => formatPhone(text + key), '')).toBe(shown)
})
