import { expect, it } from 'vitest'
import { excerpt } from './text.shared.ts'

it.each([
  ['Fast.', 5, 'Fast.'],
  ['Fast in Istanbul', 10, 'Fast in…'],
  ['Fast in Istanbul', 8, 'Fast in…'],
  ['Istanbul', 3, 'Ist…'],
  ['😀😀😀', 3, '😀…'],
])('shortens %j to %i characters at a word', (text, length, expected) => {
  expect(excerpt(text, length)).toBe(expected)
})
