import { expect, it } from 'vitest'
import { leadSentences } from './place-parts.tsx'

it.each([
  [
    'At home. Hotels are slow. Airports are full.',
    25,
    'At home. Hotels are slow.',
    'Airports are full.',
  ],
  [
    'At home. Hotels are slow. Airports are full.',
    24,
    'At home.',
    'Hotels are slow. Airports are full.',
  ],
  ['At home, on Wi‑Fi.', 5, 'At home, on Wi‑Fi.', ''],
  ['', 5, '', ''],
])('splits %j at %i characters', (text, length, lead, rest) => {
  expect(leadSentences(text, length)).toEqual({ lead, rest })
})
