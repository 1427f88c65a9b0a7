import { expect, it } from 'vitest'
import { hasEnded, monthBeside, monthOf, parseMonth } from './time.shared.ts'

it('parses a month in UTC', () => {
  expect(parseMonth('2026-12')).toEqual({
    name: '2026-12',
    since: new Date('2026-12-01T00:00:00Z'),
    until: new Date('2027-01-01T00:00:00Z'),
  })
  for (const text of ['', '2026-13', '2026-00', '2026-1', '1999-01', '2026-11-01'])
    expect(parseMonth(text)).toBeNull()
})

it('returns the month of a time and the months beside it', () => {
  const month = monthOf(new Date('2026-01-31T23:59:59.999Z'))
  expect(month.name).toBe('2026-01')
  expect(monthBeside(month, -1).name).toBe('2025-12')
  expect(monthBeside(monthBeside(month, 11), 1).name).toBe('2027-01')
})

it('is over when the longest job that began in it has ended', () => {
  const november = monthOf(new Date('2026-11-15T00:00:00Z'))
  expect(hasEnded(november, new Date('2026-12-01T00:14:59Z'))).toBe(false)
  expect(hasEnded(november, new Date('2026-12-01T00:15:00Z'))).toBe(true)
})
