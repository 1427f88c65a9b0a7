import { describe, expect, it } from 'vitest'
import { parseSupportHours, supportStateAt } from './support-hours.ts'

const stateAt = (text: string, time: string) => {
  const hours = parseSupportHours(text)
  if (hours === null) throw new Error(`invalid hours: ${text}`)
  return supportStateAt(hours, new Date(time))
}

describe('parseSupportHours', () => {
  it('reads days, times and a time zone', () => {
    expect(parseSupportHours('mon-fri 09:00-20:00, Sat 10:30-24:00 Europe/London')).toEqual({
      hours: [
        { from: 0, to: 4, opens: 540, closes: 1200 },
        { from: 5, to: 5, opens: 630, closes: 1440 },
      ],
      zone: 'Europe/London',
    })
  })

  it.each([
    '09:00-20:00 Europe/London',
    'mon-fri 09:00-20:00',
    'mon-fri 9-20 Europe/London',
    'mon-fri 20:00-09:00 Europe/London',
    'mon-fri 09:00-24:01 Europe/London',
    'mon-fri 09:60-20:00 Europe/London',
    'fri-mon 09:00-20:00 Europe/London',
    'day 09:00-20:00 Europe/London',
    'mon-fri 09:00-20:00, Europe/London',
    'mon-fri 09:00-20:00 Europe/Atlantis',
  ])('rejects %j', (text) => {
    expect(parseSupportHours(text)).toBeNull()
  })
})

describe('supportStateAt', () => {
  const week = 'mon-fri 09:00-20:00, sat 10:00-16:00 Europe/London'

  it.each([
    // 26 November 2026 is a Thursday.
    ['2026-11-26T18:30:00Z', { isOpen: true, minutes: 90 }],
    ['2026-11-26T08:59:00Z', { isOpen: false, minutes: 1 }],
    ['2026-11-26T20:00:00Z', { isOpen: false, minutes: 13 * 60 }],
    ['2026-11-28T16:00:00Z', { isOpen: false, minutes: 41 * 60 }],
    // British summer time
    ['2026-07-01T08:00:00Z', { isOpen: true, minutes: 11 * 60 }],
  ])('at %s', (time, state) => {
    expect(stateAt(week, time)).toEqual(state)
  })

  it('joins hours that continue on the next day', () => {
    const nights = 'sun 20:00-24:00, mon 00:00-02:00, mon 01:00-03:00 UTC'
    expect(stateAt(nights, '2026-11-29T23:00:00Z')).toEqual({ isOpen: true, minutes: 240 })
    expect(stateAt(nights, '2026-11-30T02:00:00Z')).toEqual({ isOpen: true, minutes: 60 })
  })

  it('never closes around the clock', () => {
    expect(stateAt('mon-sun 00:00-24:00 UTC', '2026-11-29T23:00:00Z')).toEqual({
      isOpen: true,
      minutes: null,
    })
  })
})
