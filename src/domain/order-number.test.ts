import { expect, it } from 'vitest'
import { findOrderNumber, orderID, orderNumberOf } from './order-number.ts'
import { secretIDPattern } from './secret-id.ts'

it('creates order numbers that can be read aloud, and ids that cannot be guessed', () => {
  const ids = Array.from({ length: 1000 }, orderID)
  expect(ids.every((id) => id.length === 43 && secretIDPattern.test(id))).toBe(true)
  expect(ids.every((id) => /^[2-9A-HJ-NP-Z]{10}$/.test(orderNumberOf(id)))).toBe(true)
  expect(new Set(ids.map(orderNumberOf)).size).toBe(1000)
  expect(new Set(ids.map((id) => id.slice(10))).size).toBe(1000)
})

it('finds the number in a text', () => {
  for (const number of Array.from({ length: 100 }, () => orderNumberOf(orderID())))
    expect(findOrderNumber(`Order: ${number}.`)).toBe(number)
  expect(findOrderNumber('No order')).toBeNull()
})
