import { expect, it } from 'vitest'
import {
  dataAmount,
  formatDate,
  formatList,
  formatExactMoney,
  formatMoney,
  formatMonth,
  formatNumber,
  formatNumbersIn,
  formatPercent,
  formatTyped,
  formatTime,
} from './formats.shared.ts'

it.each([
  ['en', 1200, '1 200'],
  ['en', 1234567, '1 234 567'],
  ['en', 999, '999'],
  ['en', '12.00', '12'],
  ['en', '12.50', '12.50'],
  ['ru', '1234.50', '1 234,50'],
  ['ru', '1200.00', '1 200'],
] as const)('groups thousands and drops a trailing 00: %s %s', (locale, value, shown) => {
  expect(formatNumber(locale, value)).toBe(shown.replaceAll(' ', '\u00A0'))
})

it.each([
  ['en', 1250, 'USD', '$12.50'],
  ['en', 1200, 'USD', '$12'],
  ['en', 114000, 'RUB', '1 140 ₽'],
  ['ru', 114050, 'RUB', '1 140,50 ₽'],
  ['ru', 1250, 'USD', '12,50 $'],
  ['en', -300, 'USD', '−$3'],
  ['ru', -300, 'USD', '−3 $'],
  ['en', 1149, 'EUR', '€11.49'],
  ['ru', 1149, 'EUR', '11,49 €'],
  ['en', 1900, 'JPY', '¥1 900'],
  ['ru', 1900, 'JPY', '1 900 ¥'],
  ['en', 3850, 'KWD', '3.850 KWD'],
  ['en', 560_000, 'KZT', '5 600 ₸'],
  ['ru', 1700, 'CAD', '17 CA$'],
] as const)('formats money in %s: %s %s', (locale, minor, currency, shown) => {
  expect(formatMoney(locale, { minor, currency })).toBe(shown.replaceAll(' ', '\u00A0'))
})

it.each([
  ['en', 1200, 'USD', '$12.00'],
  ['ru', -114_000, 'RUB', '−1 140,00 ₽'],
  ['en', 1900, 'JPY', '¥1 900'],
] as const)('formats money on documents in %s: %s %s', (locale, minor, currency, shown) => {
  expect(formatExactMoney(locale, { minor, currency })).toBe(shown.replaceAll(' ', '\u00A0'))
})

it.each([
  ['en', 36, '36%'],
  ['en', 12.5, '12.5%'],
  ['en', -1200, '−1 200%'],
  ['ru', 12.5, '12,5 %'],
] as const)('formats percent in %s: %s', (locale, percent, shown) => {
  expect(formatPercent(locale, percent)).toBe(shown.replaceAll(' ', '\u00A0'))
})

it.each([
  ['2026-12-14T10:00:00Z', '14.12.2026'],
  ['2026-01-01T23:59:59.999Z', '01.01.2026'],
  ['', '—'],
  ['not a date', '—'],
  ['2026-02-31', '—'],
  ['2026-02-31T10:00:00Z', '—'],
  ['Room 5', '—'],
  ['+010000-01-01', '—'],
  [null, '—'],
  [undefined, '—'],
])('formats the date %s as %s', (iso, shown) => {
  expect(formatDate(iso)).toBe(shown)
})

it('formats a time in UTC, and null as a dash', () => {
  expect(formatTime('2026-11-21T08:05:00Z')).toBe('21.11.2026 08:05\u00A0UTC')
  expect(formatTime(null)).toBe('—')
})

it('abbreviates a month to three letters', () => {
  expect([formatMonth('en', '2026-11'), formatMonth('ru', '2026-11')]).toEqual(['Nov', 'ноя'])
  expect([formatMonth('en', '2026-01'), formatMonth('ru', '2026-05')]).toEqual(['Jan', 'май'])
})

it('formats data in GB from 1 GB on, and in MB below 1 GB', () => {
  expect(dataAmount('en', 10240)).toEqual(['10', 'GB'])
  expect(dataAmount('ru', 3891)).toEqual(['3,8', 'GB'])
  expect(dataAmount('en', 512)).toEqual(['512', 'MB'])
})

it.each([
  ['en', 'and', 'Egypt, Spain and Italy'],
  ['en', 'or', 'Egypt, Spain or Italy'],
  ['ru', 'and', 'Egypt, Spain и Italy'],
  ['ru', 'or', 'Egypt, Spain или Italy'],
] as const)('joins a list as the texts of the shop do: %s %s', (locale, joinedBy, shown) => {
  expect(formatList(locale, ['Egypt', 'Spain', 'Italy'], joinedBy)).toBe(shown)
})

it('formats the numbers of a stored text', () => {
  expect(formatNumbersIn('ru', '1.00 USD = 1092.50 RUB')).toBe('1,00 USD = 1\u00A0092,50 RUB')
  expect(formatNumbersIn('en', '10%, 1092.50 RUB')).toBe('10%, 1\u00A0092.50 RUB')
})

it('formats an amount as people type it, without spaces between thousands', () => {
  expect(formatTyped('ru', { minor: 114050, currency: 'RUB' })).toBe('1140,50')
  expect(formatTyped('en', { minor: 114050, currency: 'RUB' })).toBe('1140.50')
})
