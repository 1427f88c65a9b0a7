import { expect, it } from 'vitest'
import { alignRows } from './align-rows.ts'

it('aligns the cells of each column, and leaves out empty columns', () => {
  expect(
    alignRows([
      ['SUMMER', '10%', '', '0 used'],
      ['WELCOME10', '5.00 USD', '', '12 of 500 used'],
    ]),
  ).toEqual(['SUMMER     10%       0 used', 'WELCOME10  5.00 USD  12 of 500 used'])
})

it('leaves no spaces at the end of a line', () => {
  expect(alignRows([['a', 'long'], ['b', ''], ['c']])).toEqual(['a  long', 'b', 'c'])
  expect(alignRows([])).toEqual([])
})
