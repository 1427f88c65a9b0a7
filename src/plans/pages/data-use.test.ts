import { expect, it } from 'vitest'
import { dataUseOf } from './comparison.ts'

const gigabyte = 1024
const limited = (trafficMb: number, validityDays: number) => ({
  trafficMb,
  validityDays,
  fairUse: null,
})

it.each([
  [limited(gigabyte, 7), { dailyMb: 140, use: 'little', videoHours: 0 }],
  [limited(5 * gigabyte, 15), { dailyMb: 340, use: 'light', videoHours: 3 }],
  [limited(10 * gigabyte, 7), { dailyMb: 1460, use: 'mixed', videoHours: 6 }],
  [limited(100 * gigabyte, 30), { dailyMb: 3410, use: 'work', videoHours: 66 }],
  [limited(gigabyte, 365), { dailyMb: 2, use: 'little', videoHours: 0 }],
])('divides the data of %j by its days', (plan, use) => {
  expect(dataUseOf(plan)).toEqual(use)
})

it('counts the daily limit of an unlimited plan, if the operator states it', () => {
  const unlimited = { trafficMb: null, validityDays: 30 }
  expect(dataUseOf({ ...unlimited, fairUse: { thresholdMb: gigabyte } })).toEqual({
    dailyMb: gigabyte,
    use: 'mixed',
    videoHours: 0,
  })
  expect(dataUseOf({ ...unlimited, fairUse: null })).toBeNull()
})
