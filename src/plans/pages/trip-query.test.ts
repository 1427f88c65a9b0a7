import { expect, it } from 'vitest'
import { timeInOpen } from './trip-query.ts'

const stopsOf = (...inStock: readonly boolean[]) => inStock.map((each) => ({ inStock: each }))

it('leaves out the days in countries without plans at the start and the end', () => {
  const trip = { days: 19, stays: [3, 5, 7, 4] }
  const time = timeInOpen(trip, stopsOf(false, true, true, false))
  expect(time).toEqual({ days: 12, stays: [5, 7] })
})

it('counts the days in a country without plans between two others, so that a plan for both lasts', () => {
  const trip = { days: 30, stays: [5, 20, 5] }
  const time = timeInOpen(trip, stopsOf(true, false, true))
  expect(time).toEqual({ days: 30, stays: null })
})

it('returns the days in the only country with plans', () => {
  const time = timeInOpen({ days: 12, stays: [5, 7] }, stopsOf(false, true))
  expect(time).toEqual({ days: 7, stays: null })
})
