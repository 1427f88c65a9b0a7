import { expect, it } from 'vitest'
import { findOrderNumber, orderID, orderNumberOf, orderReferencesIn } from './order-number.ts'
import { secretIDPattern } from './tokens.shared.ts'

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

it('finds the numbers of orders and eSIMs in a message', () => {
  const text = 'Order: A2B3C4D5E6\n\nI TRANSFERRED 5000000000, then JDSPDMZ8AG and A2B3C4D5E6.'
  expect(orderReferencesIn(text)).toEqual(['A2B3C4D5E6', 'JDSPDMZ8AG'])
  expect(orderReferencesIn('ICCID 8910300000000184936, please')).toEqual(['8910300000000184936'])
  expect(orderReferencesIn('transplant A2B3C4D5E6F and x-A2B3C4D5E6')).toEqual([])
  expect(orderReferencesIn('A2B3C4D5E6 B2B3C4D5E6 C2B3C4D5E6 D2B3C4D5E6')).toHaveLength(3)
})
