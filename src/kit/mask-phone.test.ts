import { expect, it } from 'vitest'
import { maskPhone } from './email.shared.ts'

it.each([
  ['+79123456789', '+79•••••6789'],
  ['+3712345678', '+37••••5678'],
  ['+290123', '+290123'],
  ['', ''],
])('shows %s as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked)
})
