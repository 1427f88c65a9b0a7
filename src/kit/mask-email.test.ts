import { expect, it } from 'vitest'
import { maskEmail } from './email.shared.ts'

it.each([
  ['anna@example.com', 'an•••@example.com'],
  ['ann@example.com', 'an•••@example.com'],
  ['an@example.com', 'a•••@example.com'],
  ['a@example.com', '•••@example.com'],
])('masks %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
