import { expect, it } from 'vitest'
import { searchText } from './search-text.ts'

it.each([
  ['  QR\u2011код\u00A0в  Wi\u2011Fi ', 'qr-код в wi-fi'],
  ['QR-код', 'qr-код'],
])('converts %s to the text that visitors type', (text, typed) => {
  expect(searchText(text)).toBe(typed)
})
