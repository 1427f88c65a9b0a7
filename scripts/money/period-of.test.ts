import { expect, it } from 'vitest'
import { periodOf } from './period-of.ts'

const now = new Date('2026-11-26T03:00:00Z')

it('returns the period of the flags', () => {
  expect(periodOf({}, now)).toEqual({ since: new Date('2026-10-27T03:00:00Z') })
  expect(periodOf({ since: '2d' }, now)).toEqual({ since: new Date('2026-11-24T03:00:00Z') })
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
