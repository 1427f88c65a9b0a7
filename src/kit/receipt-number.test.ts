import { expect, it } from 'vitest'
import {
  formatReceiptNumber,
  parseReceiptNumber,
  wordJoiner,
  receiptPrefixPattern,
} from './receipt-number.ts'

it('reads a number with the characters that prevent line breaks', () => {
  expect(parseReceiptNumber(`C-${wordJoiner}7`)).toEqual({ prefix: 'C-', number: 7 })
})

it('prints a number with its prefix, and reads it again', () => {
  for (const prefix of [null, 'A-', '2026/', 'КВ-', 'SHOP.'])
    for (const number of [1, 10, 4_294_967_296]) {
      const text = formatReceiptNumber({ prefix, number }) ?? ''
      expect(parseReceiptNumber(text.toLowerCase())).toEqual({ prefix, number })
    }
  expect(formatReceiptNumber({ prefix: 'A-', number: null })).toBeNull()
})

it('reads no number from other texts', () => {
  for (const text of ['', 'A-', '0', 'A-0', 'anna@example.com', 'a b 1', '1 2', '9'.repeat(16)])
    expect([text, parseReceiptNumber(text)]).toEqual([text, null])
})

it('accepts prefixes that cannot be confused with the number', () => {
  for (const prefix of ['', 'A', 'A-', '2026-', 'КВ/']) expect(prefix).toMatch(receiptPrefixPattern)
  for (const prefix of ['1', 'A-1', 'a-', 'A B-', 'ABCDEFGHIJKLM'])
    expect(prefix).not.toMatch(receiptPrefixPattern)
})
