import type { Money } from '../domain/money.ts'
import { megabytesInGigabyte } from '../domain/tariff.ts'
import { settingsOf } from './locales.ts'
import type { Locale } from './locales.ts'
import { perLocale } from './per-locale.ts'

const noBreakSpace = '\u00A0'

/** `1 140,50`: thousands are grouped, a trailing `.00` is dropped (specification, section 5). */
export function formatNumber(locale: Locale, value: number | string): string {
  const [whole = '', fraction = ''] = String(value).split('.')
  const { groupSeparator, decimalSeparator } = settingsOf(locale)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, groupSeparator)
  return /^0*$/.test(fraction) ? grouped : grouped + decimalSeparator + fraction
}

/** `$12.50`, `$12`, `1 140 ₽`: kopecks are shown only where there are any. */
export function formatMoney(locale: Locale, { minor, currency }: Money): string {
  const amount = formatNumber(locale, (Math.abs(minor) / 100).toFixed(2))
  const sign = minor < 0 ? '−' : ''
  if (currency === 'RUB') return `${sign}${amount}${noBreakSpace}₽`
  return settingsOf(locale).dollarSign === 'after'
    ? `${sign}${amount}${noBreakSpace}$`
    : `${sign}$${amount}`
}

/** Megabytes as text: `['512', 'MB']` below 1 GB, `['3.8', 'GB']` from there. */
export function dataAmount(
  locale: Locale,
  megabytes: number,
): readonly [amount: string, unit: 'GB' | 'MB'] {
  if (megabytes < megabytesInGigabyte) return [formatNumber(locale, Math.round(megabytes)), 'MB']
  const gigabytes = Math.round((megabytes / megabytesInGigabyte) * 10) / 10
  return [formatNumber(locale, gigabytes), 'GB']
}

/** The UTC day of an ISO 8601 time as DD.MM.YYYY; a dash for an empty or invalid one. */
export function formatDate(iso: string | null | undefined): string {
  const date = new Date(iso ?? '')
  if (Number.isNaN(date.getTime())) return '—'
  const [year, month, day] = date.toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}

/** The first three letters of a month's name: `Nov` for `2026-11`. */
export function formatMonth(locale: Locale, month: string): string {
  return monthNames(locale)
    .format(new Date(`${month}-01T00:00:00Z`))
    .slice(0, 3)
}

const monthNames = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }),
)

/** DD.MM.YYYY HH:MM UTC; a dash for an empty or invalid time. */
export function formatTime(iso: string | null | undefined): string {
  const day = formatDate(iso)
  return day === '—' ? day : `${day} ${new Date(iso ?? '').toISOString().slice(11, 16)} UTC`
}
