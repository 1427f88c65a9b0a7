import { expect, it } from 'vitest'
import { departureDates, departureOf, reminderBefore, usageOutlook } from './esim-dates.ts'

const usage = {
  dataUsedMb: 2048,
  dataLimitMb: 10_240,
  startedAt: new Date('2026-11-20T12:00:00Z'),
  measuredAt: new Date('2026-11-24T12:00:00Z'),
  validUntil: new Date('2026-12-20T12:00:00Z'),
  validityDays: 30,
}
const now = new Date('2026-11-24T15:00:00Z')

it('returns the end of the data at the pace so far', () => {
  // 512 MB a day: 8,192 MB last 16 days from the measurement.
  expect(usageOutlook(usage, now)).toEqual({
    daysTotal: 30,
    daysLeft: 26,
    lastsUntil: new Date('2026-12-10T12:00:00Z'),
    dailyMb: 315,
  })
})

it('returns the end of the plan when the data lasts longer', () => {
  const outlook = usageOutlook({ ...usage, dataUsedMb: 10 }, now)
  expect(outlook?.lastsUntil).toEqual(usage.validUntil)
})

it('returns no pace without use, and in the first six hours', () => {
  expect(usageOutlook({ ...usage, dataUsedMb: 0 }, now)?.lastsUntil).toBeNull()
  const early = new Date('2026-11-20T17:59:00Z')
  expect(usageOutlook({ ...usage, measuredAt: early }, early)?.lastsUntil).toBeNull()
})

it('counts only days for an unlimited plan', () => {
  expect(usageOutlook({ ...usage, dataLimitMb: null }, now)).toEqual({
    daysTotal: 30,
    daysLeft: 26,
    lastsUntil: null,
    dailyMb: null,
  })
})

it('returns 0 MB a day for a plan that is used up', () => {
  expect(usageOutlook({ ...usage, dataUsedMb: 11_000 }, now)).toMatchObject({ dailyMb: 0 })
})

it('returns null before the first connection and after the end', () => {
  expect(usageOutlook({ ...usage, startedAt: null, validUntil: null }, now)).toBeNull()
  expect(usageOutlook(usage, usage.validUntil)).toBeNull()
})

it('counts the last hour as a day', () => {
  const lastHour = new Date('2026-12-20T11:00:00Z')
  expect(usageOutlook(usage, lastHour)).toMatchObject({ daysLeft: 1, dailyMb: 8192 })
})

it('counts from the plan’s own start when the first report comes late', () => {
  const startedAt = new Date('2026-11-24T11:00:00Z')
  expect(usageOutlook({ ...usage, startedAt }, now)).toEqual(usageOutlook(usage, now))
})

it('counts the days that a top-up adds to a plan', () => {
  const validUntil = new Date('2026-12-30T12:00:00Z')
  expect(usageOutlook({ ...usage, validUntil }, now)).toMatchObject({ daysTotal: 40, daysLeft: 36 })
})

it('reminds in the morning of the day before the departure', () => {
  const reminder = reminderBefore('2027-01-01')
  expect(reminder.toISOString()).toBe('2026-12-31T06:00:00.000Z')
  expect(departureOf(reminder)).toBe('2027-01-01')
})

it.each([
  ['2026-11-21T05:59:59Z', '2026-11-22'],
  ['2026-11-21T06:00:00Z', '2026-11-23'],
  ['2026-12-31T23:59:59Z', '2027-01-02'],
])('offers the first date whose email is still ahead at %s', (now, from) => {
  const end = new Date('2027-02-18T23:59:59.999Z')
  expect(departureDates(new Date(now), end)).toEqual({ from, to: '2027-02-18' })
})
