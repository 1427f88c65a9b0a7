import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lacksMoreThan, lettersOf, slipsBetween } from './edit-distance.ts'

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
])('%s is as near to %s, of %i slips at most, as %d', (wanted, word, limit, expected) => {
  expect(slipsBetween(wanted, word, limit)).toBe(expected)
})

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'd'),
  minLength: 6,
  maxLength: 9,
})

it('one slip is never more than one, wherever it is made', () => {
  fc.assert(
    fc.property(word, fc.nat(8), fc.constantFrom('', 'x', 'xy'), (text, at, typed) => {
      const place = at % text.length
      const slipped = text.slice(0, place) + typed.slice(0, 2) + text.slice(place + 1)
      const slips = typed === 'xy' ? 2 : 1
      expect(slipsBetween(slipped, text, 2)).toBeLessThanOrEqual(2 * slips)
    }),
  )
})

it('no word that is near enough is passed over for its letters', () => {
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (wanted, known, limit) => {
      if (slipsBetween(wanted, known, limit) === Infinity) return
      expect(lacksMoreThan(limit, lettersOf(wanted), lettersOf(known))).toBe(false)
    }),
  )
})
