import { expect, it } from 'vitest'
import { activateBy } from './activation-window.shared.ts'
import { dayRangeOf, trafficSizeOf, unitPrices } from './plan-sizes.shared.ts'

it('calculates the price per GB of a limited plan and per day of an unlimited one', () => {
  const prices = { USD: 1250, RUB: 115000 }
  expect(unitPrices({ trafficMb: 10240, validityDays: 30, prices })).toEqual({
    USD: 125,
    RUB: 11500,
  })
  expect(unitPrices({ trafficMb: null, validityDays: 5, prices })).toEqual({ USD: 250, RUB: 23000 })
  expect(unitPrices({ trafficMb: 1536, validityDays: 7, prices: { JPY: 1000 } })).toEqual({
    JPY: 667,
  })
})

it('assigns every size and validity to one filter', () => {
  const sizes = [1, 1024, 1025, 5120, 5121, 10240, 10241, 1_000_000, null].map(trafficSizeOf)
  expect(sizes).toEqual(['1', '1', '5', '5', '10', '10', '30', '30', 'unlimited'])
  expect([1, 7, 8, 15, 16, 30, 31, 366].map(dayRangeOf)).toEqual([
    '7',
    '7',
    '15',
    '15',
    '30',
    '30',
    '31',
    '31',
  ])
})

it('allows a plan to start until the end of the 89th day, or of 6 months for a Russian-market plan', () => {
  const purchased = new Date('2026-08-31T12:00:00Z')
  expect(activateBy(purchased, 'travel').toISOString()).toBe('2026-11-28T23:59:59.999Z')
  expect(activateBy(purchased, 'russia').toISOString()).toBe('2027-02-28T23:59:59.999Z')
  expect(activateBy(new Date('2026-01-15T00:00:00Z'), 'russia').toISOString()).toBe(
    '2026-07-15T23:59:59.999Z',
  )
})
