import { expect, it } from 'vitest'
import { salesBy, salesByDay, sumOf } from './profit.ts'

const none = {
  promoCode: '',
  returnedLines: 0,
  unknownLines: 0,
  unknownRevenue: 0,
  unconvertedLines: 0,
  unconvertedCurrencies: [],
}
const known = { returnedLines: 0, hasRevenue: true, hasCost: true }
const sales = [
  { day: '2026-11-20', place: 'tr', lines: 2, revenue: 2500, cost: 1000, ...none },
  { day: '2026-11-20', place: 'th', lines: 1, revenue: 500, cost: 700, ...none },
  { ...none, day: '2026-11-22', place: 'tr', lines: 1, revenue: 0, cost: 0, unknownRevenue: 900 },
]

it('adds sales up by place', () => {
  expect(salesBy(sales, 'place')).toEqual([
    { name: 'tr', lines: 3, revenue: 2500, cost: 1000, profit: 1500, unknown: 900, ...known },
    { name: 'th', lines: 1, revenue: 500, cost: 700, profit: -200, unknown: 0, ...known },
  ])
})

it('returns a sum for every day, including days without sales', () => {
  const days = salesByDay(sales, new Date('2026-11-20T00:00:00Z'), 3)
  expect(days.map(({ name, profit }) => [name, profit])).toEqual([
    ['2026-11-20', 1300],
    ['2026-11-21', 0],
    ['2026-11-22', 0],
  ])
})

it('reports whether the revenue and the cost of any sale are known', () => {
  const unknown = { ...none, day: '2026-11-20', place: 'tr', revenue: 0, cost: 0, lines: 2 }
  const lines = { unknownLines: 2, unconvertedLines: 2 }
  expect(sumOf('', [{ ...unknown, ...lines }])).toMatchObject({ hasRevenue: false, hasCost: false })
  expect(sumOf('', [{ ...unknown, ...lines, unconvertedLines: 1 }])).toMatchObject({
    hasRevenue: true,
    hasCost: false,
  })
  expect(sumOf('', [])).toMatchObject({ hasRevenue: true, hasCost: true })
})
