import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bestUnitPrice, nearestFares, picksOf, pricePerGigabyte, fareRows } from './fares.ts'
import { findFare, findRepeatedFare } from './trip.ts'
import { dailyUse } from './trip-bounds.shared.ts'
import { dayRangeOf } from '../kit/plan-sizes.shared.ts'

/** @param limit GB a day at full speed, or 0 if not stated */
const fare = (gigabytes: number | null, validityDays: number, dollars: number, limit = 3) => ({
  trafficMb: gigabytes === null ? null : gigabytes * 1024,
  fairUse: gigabytes === null && limit > 0 ? { thresholdMb: limit * 1024 } : null,
  validityDays,
  prices: { USD: Math.round(dollars * 100) },
})

const turkey = [
  fare(1, 1, 1.5),
  fare(1, 7, 2.4),
  fare(3, 15, 5.6),
  fare(5, 7, 6),
  fare(5, 15, 8),
  fare(5, 30, 8.5),
  fare(10, 30, 14),
  fare(20, 30, 23),
  fare(50, 90, 48.5),
  fare(null, 1, 3.3),
  fare(null, 15, 29.5),
]

it('picks the cheapest plan that fits each kind of trip', () => {
  expect(picksOf(turkey, 'USD')).toEqual([
    { name: 'weekend', fare: fare(1, 7, 2.4) },
    { name: 'fortnight', fare: fare(5, 15, 8) },
    { name: 'month', fare: fare(20, 30, 23) },
  ])
})

it('picks a cheaper unlimited plan for a month, and omits trips that no plan fits', () => {
  expect(picksOf([fare(20, 30, 23), fare(null, 31, 22)], 'USD')).toEqual([
    { name: 'month', fare: fare(null, 31, 22) },
  ])
})

it('returns the cheapest plan that lasts a trip', () => {
  expect(findFare(turkey, { days: 3, use: 'light' }, 'USD')).toEqual(fare(1, 7, 2.4))
  expect(findFare(turkey, { days: 10, use: 'mixed' }, 'USD')).toEqual(fare(10, 30, 14))
  expect(findFare(turkey, { days: 15, use: 'work' }, 'USD')).toEqual(fare(null, 15, 29.5))
  expect(findFare(turkey, { days: 90, use: 'work' }, 'USD')).toBeUndefined()
})

it('ignores unlimited plans that would be slow for most of each day', () => {
  const work = { days: 14, use: 'work' } as const
  const [slow, unstated] = [fare(null, 15, 36.5, 1), fare(null, 15, 36.5, 0)]
  for (const endless of [slow, unstated]) {
    expect(findFare([endless, fare(30, 30, 38)], work, 'USD')).toEqual(fare(30, 30, 38))
    expect(findRepeatedFare([endless, fare(10, 30, 20)], work, 'USD')?.fare).toEqual(
      fare(10, 30, 20),
    )
    expect(findFare([endless], { days: 14, use: 'mixed' }, 'USD')).toEqual(endless)
    expect(findRepeatedFare([endless], work, 'USD')).toBeUndefined()
  }
  expect(findFare([fare(null, 15, 36.5, 2), fare(30, 30, 38)], work, 'USD')?.trafficMb).toBeNull()
})

it('prefers more data and then more days at the same price', () => {
  const same = [
    fare(5, 30, 8),
    fare(10, 15, 8),
    fare(10, 30, 8),
    fare(null, 1, 8),
    fare(null, 2, 8),
  ]
  expect(findFare(same, { days: 14, use: 'light' }, 'USD')).toEqual(fare(10, 30, 8))
  expect(findFare(same, { days: 1, use: 'light' }, 'USD')).toEqual(fare(null, 2, 8))
})

it('finds the best price per GB among limited plans, without rounding', () => {
  expect(bestUnitPrice(turkey, 'USD')).toBe(97)
  expect(bestUnitPrice([fare(null, 1, 1)], 'USD')).toBeNull()
  const [third, close] = [fare(3, 7, 1), fare(1, 7, 0.34)]
  expect(pricePerGigabyte(third, 'USD')).toBeLessThan(pricePerGigabyte(close, 'USD') ?? 0)
})

it('has a row for each size, with the lowest price of each range of days', () => {
  const rows = fareRows(turkey, 'USD')
  const pricesOf = rows.map(({ trafficMb, fares }) => [
    trafficMb === null ? null : trafficMb / 1024,
    ...fares.map(({ prices }) => prices.USD),
  ])
  expect(pricesOf).toEqual([
    [1, 150],
    [3, 560],
    [5, 600, 800, 850],
    [10, 1400],
    [20, 2300],
    [50, 4850],
    [null, 330, 2950],
  ])
})

const anyFare = fc.record({
  trafficMb: fc.option(fc.integer({ min: 1, max: 200 }).map((count) => count * 512)),
  fairUse: fc.constant({ thresholdMb: 5120 }),
  validityDays: fc.integer({ min: 1, max: 365 }),
  prices: fc.record({ USD: fc.integer({ min: 1, max: 9999 }) }),
})

it('never returns a plan that is too small, too short, or more expensive than another that fits', () => {
  const trip = fc.record({
    days: fc.integer({ min: 1, max: 90 }),
    use: fc.constantFrom('light', 'mixed', 'work'),
  })
  fc.assert(
    fc.property(fc.array(anyFare), trip, (fares, { days, use }) => {
      const fits = ({ trafficMb, validityDays }: (typeof fares)[number]) =>
        validityDays >= days && (trafficMb === null || trafficMb >= days * dailyUse[use])
      const found = findFare(fares, { days, use }, 'USD')
      const lowest = Math.min(...fares.filter(fits).map(({ prices }) => prices.USD))
      expect(found?.prices.USD ?? Infinity).toBe(lowest)
      expect(found === undefined || fits(found)).toBe(true)
    }),
  )
})

it('shows at most twelve sizes, and the lowest price of every range of days', () => {
  fc.assert(
    fc.property(fc.array(anyFare), (fares) => {
      const rows = fareRows(fares, 'USD')
      expect(rows.length).toBeLessThanOrEqual(12)
      for (const { trafficMb, fares: shown } of rows) {
        const ofSize = fares.filter((each) => each.trafficMb === trafficMb)
        const byRange = Map.groupBy(ofSize, ({ validityDays }) => dayRangeOf(validityDays))
        expect(shown).toHaveLength(byRange.size)
        for (const { validityDays, prices } of shown) {
          const inRange = byRange.get(dayRangeOf(validityDays)) ?? []
          expect(prices.USD).toBe(Math.min(...inRange.map((each) => each.prices.USD)))
        }
      }
    }),
  )
})

it('returns the fares closest in size, and prefers the closest days for equal sizes', () => {
  const sold = { trafficMb: 5 * 1024, validityDays: 30 }
  expect(nearestFares(turkey, sold, 3)).toEqual([fare(5, 30, 8.5), fare(5, 15, 8), fare(5, 7, 6)])
  const endless = { trafficMb: null, validityDays: 15 }
  expect(nearestFares(turkey, endless, 2)).toEqual([fare(null, 15, 29.5), fare(null, 1, 3.3)])
  expect(nearestFares([], sold, 3)).toEqual([])
})

it('covers a long trip with the cheapest few eSIMs of one plan', () => {
  const work = { days: 60, use: 'work' } as const
  expect(findRepeatedFare(turkey, work, 'USD')).toEqual({ fare: fare(null, 15, 29.5), count: 4 })
  const light = { days: 90, use: 'light' } as const
  expect(findRepeatedFare([fare(20, 30, 23)], light, 'USD')).toEqual({
    fare: fare(20, 30, 23),
    count: 3,
  })
  expect(findRepeatedFare([fare(1, 7, 2.4)], light, 'USD')).toEqual({
    fare: fare(1, 7, 2.4),
    count: 18,
  })
  expect(findRepeatedFare([], light, 'USD')).toBeUndefined()
})

it('repeats a plan when no single plan lasts the trip', () => {
  const trips = fc.record({
    days: fc.integer({ min: 1, max: 90 }),
    use: fc.constantFrom('light', 'mixed', 'work'),
  })
  fc.assert(
    fc.property(trips, (trip) => {
      const count = findRepeatedFare(turkey, trip, 'USD')?.count ?? 0
      return findFare(turkey, trip, 'USD') !== undefined || count > 1
    }),
  )
})
