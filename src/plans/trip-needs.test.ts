import { expect, it } from 'vitest'
import { tripNeed } from './trip.ts'

const thailand = 0b001
const vietnam = 0b010
const georgia = 0b100

it('needs the whole trip and equal shares of the data without stays', () => {
  const trip = { stops: 3, days: 42, stays: null }
  expect(tripNeed(trip, vietnam)).toEqual({ days: 42, part: 1, whole: 3 })
  expect(tripNeed(trip, thailand | georgia)).toEqual({ days: 42, part: 2, whole: 3 })
})

it('needs the days from the first to the last country of a plan, and the data of its own days', () => {
  const trip = { stops: 3, days: 42, stays: [21, 14, 7] }
  expect(tripNeed(trip, thailand)).toEqual({ days: 21, part: 21, whole: 42 })
  expect(tripNeed(trip, thailand | vietnam)).toEqual({ days: 35, part: 35, whole: 42 })
  expect(tripNeed(trip, thailand | georgia)).toEqual({ days: 42, part: 28, whole: 42 })
  expect(tripNeed(trip, thailand | vietnam | georgia)).toEqual({ days: 42, part: 42, whole: 42 })
})
