import { expect, it } from 'vitest'
import { giftDates, isWithin } from './activation-window.shared.ts'

const now = new Date('2026-11-21T23:59:00Z')

it('allows dates from today until the last day to connect', () => {
  expect(giftDates(now, ['travel'])).toEqual({ from: '2026-11-21', to: '2027-02-18' })
  expect(giftDates(now, ['russia'])).toEqual({ from: '2026-11-21', to: '2027-05-21' })
})

it('uses the plan with the earliest deadline', () => {
  expect(giftDates(now, ['russia', 'travel']).to).toBe('2027-02-18')
})

it('includes the first and the last date', () => {
  const dates = giftDates(now, ['travel'])
  const days = ['2026-11-20', '2026-11-21', '2027-02-18', '2027-02-19']
  expect(days.map((day) => isWithin(dates, day))).toEqual([false, true, true, false])
})
