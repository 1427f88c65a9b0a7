import { expect, it } from 'vitest'
import { fileSizeText } from './formats.shared.ts'
import { wordsOf } from './words.shared.ts'

it.each([
  [0, '0 B'],
  [1023, '1 023 B'],
  [1024, '1 kB'],
  [1536, '1.5 kB'],
  [1024 ** 2 - 1, '1 MB'],
  [5 * 1024 ** 2, '5 MB'],
  [1024 ** 3, '1 GB'],
  [1024 ** 4, '1 TB'],
  [2000 * 1024 ** 4, '2 000 TB'],
])('formats %i bytes as %j', (bytes, text) => {
  const shown = fileSizeText({ locale: 'en', words: wordsOf('en') }, bytes)
  expect(shown.replaceAll('\u00A0', ' ')).toBe(text)
})

it('formats sizes in Russian', () => {
  const shown = fileSizeText({ locale: 'ru', words: wordsOf('ru') }, 1536)
  expect(shown).toBe('1,5\u00A0кБ')
})
