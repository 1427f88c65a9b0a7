import { expect, it } from 'vitest'
import { validityText } from './plan-words.ts'
import { wordsOf } from './words.shared.ts'

const end = '2026-12-19T06:30:00.000Z'

it.each([
  ['en', 'Valid until 19.12.2026 06:30 UTC', 'Was valid until 19.12.2026'],
  ['ru', 'Действует до 19.12.2026 06:30 UTC', 'Действовал до 19.12.2026'],
] as const)('names the hour in %s while a plan works', (locale, current, expired) => {
  const words = wordsOf(locale)
  const texts = [false, true].map((isExpired) => validityText(words, end, isExpired))
  expect(texts.map((text) => text.replaceAll('\u00A0', ' '))).toEqual([current, expired])
})
