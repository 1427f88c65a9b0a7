import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eidProblem } from './phone-model.ts'

/** An example of GSMA SGP.29, section 10. */
const eid = '89049032123451234512345678901235'

it('accepts an EID with or without spaces', () => {
  expect(eidProblem(eid)).toBeNull()
  expect(eidProblem(' 8904 9032 1234 5123 4512 3456 7890 1235 ')).toBeNull()
})

it.each([
  ['', 'length'],
  ['8904', 'length'],
  ['EID', 'length'],
  ['356938035643809', 'imei'],
  [`${eid}0`, 'length'],
])('refuses %s', (text, problem) => expect(eidProblem(text)).toBe(problem))

it('rejects every mistyped digit and every swap of neighbours', () => {
  const place = fc.nat({ max: 31 })
  fc.assert(
    fc.property(place, fc.nat({ max: 9 }), (at, digit) => {
      const typed = eid.slice(0, at) + String(digit) + eid.slice(at + 1)
      expect(eidProblem(typed)).toBe(typed === eid ? null : 'checkDigits')
    }),
  )
  fc.assert(
    fc.property(fc.nat({ max: 30 }), (at) => {
      const typed = eid.slice(0, at) + eid.charAt(at + 1) + eid.charAt(at) + eid.slice(at + 2)
      expect(eidProblem(typed)).toBe(typed === eid ? null : 'checkDigits')
    }),
  )
})
