import { expect, it } from 'vitest'
import { groupFare, isSimplest, tripNeed } from './trip.ts'

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

it.each([
  ['15 % more', { USD: 11_500, RUB: 1 }, { USD: 10_000, RUB: 0 }, true],
  ['16 % more', { USD: 11_600, RUB: 2 }, { USD: 10_000, RUB: 1 }, false],
  ['$3 more', { USD: 800, RUB: 64_000 }, { USD: 500, RUB: 40_000 }, true],
  ['$3.01 more', { USD: 801, RUB: 64_080 }, { USD: 500, RUB: 40_000 }, false],
  ['no dollars, 15 % more', { RUB: 1150 }, { RUB: 1000 }, true],
  ['no dollars, 16 % more', { RUB: 1160 }, { RUB: 1000 }, false],
])('compares one plan with several: %s', (_, single, several, isSimple) => {
  expect(isSimplest(single, several, 'USD' in single ? 'USD' : 'RUB')).toBe(isSimple)
})

it('prefers the plan of a group that misses the fewest countries, then the cheapest', () => {
  const fare = (price: number, countryCodes: string, trafficMb: number | null = 5120) => ({
    prices: { USD: price },
    countryCodes: countryCodes.split(' '),
    trafficMb,
    fairUse: null,
    validityDays: 30,
  })
  const need = { days: 14, gigabytes: 5, members: ['dk', 'no', 'se'] }
  const whole = fare(900, 'dk no se fi')
  const fares = [fare(500, 'dk no'), fare(700, 'dk no se', 1024), fare(950, 'dk no se'), whole]
  expect(groupFare(fares, need, 'USD')).toBe(whole)
  expect(groupFare(fares.slice(0, 1), need, 'USD')).toBe(fares[0])
  expect(groupFare(fares, { ...need, days: 31 }, 'USD')).toBeUndefined()
  expect(groupFare([fare(1, 'dk no se', null)], { ...need, gigabytes: 20 }, 'USD')).toBeUndefined()
})
