import { expect, it } from 'vitest'
import { activateBy } from './activation-window.ts'
import { trafficRange, unitPrices } from './tariff.ts'

it('prices a gigabyte of a limited plan and a day of an unlimited one', () => {
  const prices = { USD: 1250, RUB: 115000 }
  expect(unitPrices({ trafficMb: 10240, validityDays: 30, prices })).toEqual({
    USD: 125,
    RUB: 11500,
  })
  expect(unitPrices({ trafficMb: null, validityDays: 5, prices })).toEqual({ USD: 250, RUB: 23000 })
})

it('covers every size by exactly one caption', () => {
  expect(trafficRange('1')).toEqual({ from: 1, to: 1024 })
  expect(trafficRange('5')).toEqual({ from: 1025, to: 5120 })
  expect(trafficRange('10')).toEqual({ from: 5121, to: 10240 })
  expect(trafficRange('30')).toEqual({ from: 10241, to: Number.MAX_SAFE_INTEGER })
  expect(trafficRange('unlimited')).toBe('unlimited')
})

it('gives 89 days to activate, and six months to the Russian-market plan', () => {
  const bought = new Date('2026-08-31T12:00:00Z')
  expect(activateBy(bought, 'travel').toISOString()).toBe('2026-11-28T12:00:00.000Z')
  expect(activateBy(bought, 'russia').toISOString()).toBe('2027-02-28T12:00:00.000Z')
  expect(activateBy(new Date('2026-01-15T00:00:00Z'), 'russia').toISOString()).toBe(
    '2026-07-15T00:00:00.000Z',
  )
})
