import type { Money } from '../domain/money.ts'
import { megabytesInGigabyte } from '../domain/tariff.ts'
import type { Locale } from './locales.ts'

const noBreakSpace = '\u00A0'

/** Thousands grouped with (no-break) spaces in both languages; a trailing `.00` goes (specification, section 5). */
export function formatNumber(locale: Locale, value: number | string): string {
  const [whole = '', fraction = ''] = String(value).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, noBreakSpace)
  const separator = locale === 'ru' ? ',' : '.'
  return /^0*$/.test(fraction) ? grouped : grouped + separator + fraction
}

/** `$12.50`, `$12`, `1 140 ₽`: kopecks are shown only where there are any. */
export function formatMoney(locale: Locale, { minor, currency }: Money): string {
  const amount = formatNumber(locale, (Math.abs(minor) / 100).toFixed(2))
  const sign = minor < 0 ? '−' : ''
  if (currency === 'RUB') return `${sign}${amount}${noBreakSpace}₽`
  return locale === 'ru' ? `${sign}${amount}${noBreakSpace}$` : `${sign}$${amount}`
}

/** An amount of data in gigabytes from one gigabyte on, in megabytes below, at most one decimal: `['3.8', 'GB']`. */
export function dataAmount(
  locale: Locale,
  megabytes: number,
): readonly [amount: string, unit: 'GB' | 'MB'] {
  if (megabytes < megabytesInGigabyte) return [formatNumber(locale, Math.round(megabytes)), 'MB']
  const gigabytes = Math.round((megabytes / megabytesInGigabyte) * 10) / 10
  return [formatNumber(locale, gigabytes), 'GB']
}

/** DD.MM.YYYY of a UTC time; a dash for an empty or invalid one. Takes ISO 8601 text. */
export function formatDate(iso: string | null | undefined): string {
  const date = new Date(iso ?? '')
  if (Number.isNaN(date.getTime())) return '—'
  const [year, month, day] = date.toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}

/** `Nov`, `ноя`: the first three letters of a month's name. Takes `2026-11`. */
export function formatMonth(locale: Locale, month: string): string {
  const names = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return names.format(new Date(`${month}-01T00:00:00Z`)).slice(0, 3)
}

/** DD.MM.YYYY HH:MM UTC; a dash for an empty or invalid time. */
export function formatTime(iso: string | null | undefined): string {
  const day = formatDate(iso)
  return day === '—' ? day : `${day} ${new Date(iso ?? '').toISOString().slice(11, 16)} UTC`
}
