import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canBeWithin, editScore, letterMask } from './edit-distance.shared.ts'

it.each([
  ['turkei', 'turkei', 1, 0],
  ['turke', 'turkei', 1, 1],
  ['tukrei', 'turkei', 1, 2],
  ['turkie', 'turkei', 1, 2],
  ['tyrke', 'turkeistan', 1, 3],
  ['tyrkex', 'turkei', 1, Infinity],
  ['tyrkex', 'turkei', 2, 4],
  ['xokio', 'tokio', 1, 2],
  ['xoki', 'toki', 1, Infinity],
])('scores %s against %s with at most %i edits as %d', (query, word, maxDistance, score) => {
  expect(editScore(query, word, maxDistance)).toBe(score)
})

const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 6, maxLength: 9 })

it('never scores one edit as more than one', () => {
  fc.assert(
    fc.property(anyWord, fc.nat(8), fc.constantFrom('', 'x', 'xy'), (word, position, typed) => {
      const index = position % word.length
      const misspelt = word.slice(0, index) + typed.slice(0, 2) + word.slice(index + 1)
      const edits = typed === 'xy' ? 2 : 1
      expect(editScore(misspelt, word, 2)).toBeLessThanOrEqual(2 * edits)
    }),
  )
})

it('never skips a word within the distance because of its letters', () => {
  fc.assert(
    fc.property(anyWord, anyWord, fc.constantFrom(1, 2), (query, word, maxDistance) => {
      if (editScore(query, word, maxDistance) === Infinity) return
      expect(canBeWithin(maxDistance, letterMask(query), letterMask(word))).toBe(true)
    }),
  )
})
