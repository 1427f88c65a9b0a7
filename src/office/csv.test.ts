import { expect, it } from 'vitest'
import { csvOf } from './money-files.ts'

it('quotes cells, and writes numbers for the language of the spreadsheet', () => {
  const rows = [
    ['plan', 'amount'],
    ['a "good", one', { decimal: '-12.50' }],
  ]
  expect(csvOf(rows, '.')).toBe('\uFEFFplan,amount\r\n"a ""good"", one",-12.50\r\n')
  expect(csvOf(rows, ',')).toBe('\uFEFFplan;amount\r\n"a ""good"", one";-12,50\r\n')
})

it.each(['=HYPERLINK("http://evil.example")', '+1', '-1', '@sum', '\tx', '\rx', '\n=1'])(
  'writes %j as text, not as a formula',
  (text) => {
    expect(csvOf([[text]], '.').replace('"', '')).toMatch(/^\uFEFF'/)
  },
)
