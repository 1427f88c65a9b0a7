import { expect, it } from 'vitest'
import { canonicalMailbox } from './mailbox.ts'

it.each([
  ['anna@example.com', 'anna@example.com'],
  ['Anna+trip@Example.com', 'anna@example.com'],
  ['a.nn.a@example.com', 'a.nn.a@example.com'],
  ['a.nn.a+1+2@gmail.com', 'anna@gmail.com'],
  ['ANNA@googlemail.com', 'anna@gmail.com'],
])('counts %s as %s', (email, mailbox) => {
  expect(canonicalMailbox(email)).toBe(mailbox)
})
