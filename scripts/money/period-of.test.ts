import { expect, it } from 'vitest'
import { periodOf } from './period-of.ts'

const now = new Date('2026-11-26T03:00:00Z')

it('returns the period of the flags', () => {
  // The first page of the back office shows 30 days that include today.
  expect(periodOf({}, now)).toEqual({ since: new Date('2026-10-28T00:00:00Z') })
  expect(periodOf({ since: '2d' }, now)).toEqual({ since: new Date('2026-11-25T00:00:00Z') })
  expect(periodOf({ since: '12h' }, now)).toEqual({ since: new Date('2026-11-25T15:00:00Z') })
  expect(periodOf({ month: '2026-10' }, now)).toMatchObject({
    since: new Date('2026-10-01T00:00:00Z'),
    until: new Date('2026-11-01T00:00:00Z'),
  })
})

it('rejects an invalid month, an invalid time, and both together', () => {
  expect(periodOf({ month: 'November' }, now)).toBeNull()
  expect(periodOf({ since: '2 days' }, now)).toBeNull()
  expect(periodOf({ since: '2d', month: '2026-10' }, now)).toBeNull()
})
