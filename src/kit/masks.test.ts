import { expect, it } from 'vitest'
import { maskEmail, maskPhone } from './masks.shared.ts'

it.each([
  ['anna@example.com', 'an•••@example.com'],
  ['ann@example.com', 'an•••@example.com'],
  ['an@example.com', 'a•••@example.com'],
  ['a@example.com', '•••@example.com'],
])('masks %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

it.each([
  ['+79123456789', '+79•••••6789'],
  ['+3712345678', '+37••••5678'],
  ['+290123', '+290123'],
  ['', ''],
])('shows %s as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked)
})
