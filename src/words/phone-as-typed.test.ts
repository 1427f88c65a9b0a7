import { expect, it } from 'vitest'
import { formatPhoneAsTyped } from './phone-as-typed.shared.ts'

it.each([
  ['', ''],
  ['+', '+'],
  ['+7', '+7'],
  ['+79123456789', '+7 912 345 67 89'],
  ['+7 912 345-67-89', '+7 912 345 67 89'],
  ['+442079460018', '+44 20 7946 0018'],
  // The hint of the field has this format.
  ['+447400123456', '+44 7400 123456'],
  ['+12025550123', '+1 202 555 0123'],
  ['+375291234567', '+375 29 123 45 67'],
  ['phone', ''],
  ['9123456789', '9123456789'],
])('formats %j as %j without a default country', (typed, formatted) => {
  expect(formatPhoneAsTyped(typed, undefined)).toBe(formatted)
  expect(formatPhoneAsTyped(formatted, undefined)).toBe(formatted)
})

it.each([
  ['89123456789', '8 (912) 345-67-89'],
  ['9123456789', '912 345-67-89'],
  ['+84912345678', '+84 912 345 678'],
  ['+819012345678', '+81 90 1234 5678'],
])('formats %j, typed key by key in Russia, as %j', (keys, formatted) => {
  expect(Array.from(keys).reduce((text, key) => formatPhoneAsTyped(text + key, 'RU'), '')).toBe(
    formatted,
  )
})
