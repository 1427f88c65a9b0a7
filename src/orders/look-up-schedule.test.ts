import { expect, it } from 'vitest'
import { nextLookUp } from './look-ups.ts'
import { minuteMs } from '../kit/time.shared.ts'

const startedAt = new Date('2026-11-21T10:00:00Z')
const at = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs)
const day = 24 * 60

it.each([
  ['five minutes in the first hour', 59, null, 0, 64],
  ['an hour from the second hour on', 60, null, 0, 120],
  ['ten minutes after a failure', 10, null, 1, 20],
  ['two hours after a failure of an older payment', 60, null, 1, 180],
  ['at most six hours after many failures', 600, null, 20, 960],
  ['an hour if unpaid for less than two days', 2 * day - 1, null, 0, 2 * day + 59],
  ['a day if unpaid for two days', 2 * day, null, 0, 3 * day],
  ['a day after a failure of an old unpaid payment', 2 * day, null, 1, 3 * day],
  ['a day if unpaid for up to 40 days', 40 * day, null, 0, 41 * day],
  ['an hour if charged up to 180 days ago', 181 * day, day, 0, 181 * day + 60],
] as const)('looks a payment up again after %s', (_title, now, charged, failures, expected) => {
  const chargedAt = charged === null ? null : at(charged)
  expect(nextLookUp({ startedAt, chargedAt, failures }, at(now))).toEqual(at(expected))
})

it('stops 40 days after the start of an unpaid payment and 180 days after a charge', () => {
  expect(nextLookUp({ startedAt, chargedAt: null, failures: 0 }, at(40 * day + 1))).toBeNull()
  const chargedAt = at(day)
  expect(nextLookUp({ startedAt, chargedAt, failures: 0 }, at(181 * day + 1))).toBeNull()
})
