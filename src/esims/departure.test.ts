import { expect, it } from 'vitest'
import { departureDates, departureOf, reminderBefore } from './esim-rows.ts'

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
