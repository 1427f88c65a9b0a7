import { BoundedMap } from '../kit/bounded-map.shared.ts'
import { decimalOf, type Currency, type Money } from '../kit/money.shared.ts'
import { megabytesInGigabyte } from '../kit/plan-sizes.shared.ts'
import { noBreakSpace, settingsOf, cachePerLocale, type Locale } from './locales.shared.ts'
import type { Words } from './words.shared.ts'

/**
 * Formats `1140.50` as `1 140,50`. Groups thousands and drops a trailing `.00` (specification,
 * section 5).
 */
export function formatNumber(locale: Locale, value: number | string): string {
  const text = String(value)
  const [whole = '', fraction = ''] = text.split('.')
  return formatDecimal(locale, /^0*$/.test(fraction) ? whole : text)
}

/** Formats a decimal number with all of its digits. */
function formatDecimal(locale: Locale, decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const { groupSeparator, decimalSeparator } = settingsOf(locale)
  const grouped = whole.length < 4 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, groupSeparator)
  return fraction === '' ? grouped : grouped + decimalSeparator + fraction
}

/** Formats `36%` or `12,5 %`, with the sign and the space of the locale. */
export function formatPercent(locale: Locale, percent: number): string {
  const sign = percent < 0 ? '−' : ''
  return sign + formatNumber(locale, Math.abs(percent)) + percentSign(locale)
}

const percentSign = cachePerLocale((locale) =>
  new Intl.NumberFormat(locale, { style: 'percent' })
    .formatToParts(1)
    .flatMap(({ type, value }) => (type === 'integer' ? [] : [value]))
    .join(''),
)

/** Formats an amount for an input: `1140,50`. People do not type the spaces between thousands. */
export function formatTyped(locale: Locale, money: Money): string {
  return decimalOf(money).replace('.', settingsOf(locale).decimalSeparator)
}

/** Formats the numbers in a stored text: `1.00 USD = 92.50 RUB` → `1,00 USD = 92,50 RUB`. */
export function formatNumbersIn(locale: Locale, text: string): string {
  return text.replace(/(\d+(?:\.\d+)?)(%)?/g, (_, decimal: string, sign?: string) =>
    sign === undefined
      ? formatDecimal(locale, decimal)
      : formatDecimal(locale, decimal) + percentSign(locale),
  )
}

/** Formats `$12.50`, `$12` or `1 140 ₽`. Drops cents when they are zero. */
export function formatMoney(locale: Locale, money: Money): string {
  const key = `${locale} ${money.minor} ${money.currency}`
  const known = amounts.get(key)
  if (known !== undefined) return known
  const text = withSymbol(locale, money, formatNumber)
  amounts.set(key, text)
  return text
}

/** Formatted amounts, because a plan's page has its price five times. */
const amounts = new BoundedMap<string, string>(2000)

/** Formats `$12.00`, for documents whose amounts are below each other. */
export function formatExactMoney(locale: Locale, money: Money): string {
  return withSymbol(locale, money, formatDecimal)
}

function withSymbol(
  locale: Locale,
  { minor, currency }: Money,
  format: (locale: Locale, decimal: string) => string,
): string {
  const { symbol, comesFirst } = currencySymbol(locale, currency)
  const sign = minor < 0 ? '−' : ''
  const amount = format(locale, decimalOf({ minor: Math.abs(minor), currency }))
  return comesFirst ? `${sign}${symbol}${amount}` : `${sign}${amount}${noBreakSpace}${symbol}`
}

/** Formats `Egypt, Spain and Italy`, or the list with `or`. */
export function formatList(
  locale: Locale,
  items: readonly string[],
  joinedBy: keyof typeof listFormats = 'and',
): string {
  return listFormats[joinedBy](locale).format(items)
}

const listFormats = {
  and: cachePerLocale((locale) => new Intl.ListFormat(tagOf(locale))),
  or: cachePerLocale((locale) => new Intl.ListFormat(tagOf(locale), { type: 'disjunction' })),
}

/** Returns `en-GB`: American lists have a comma before `and`, unlike the texts of the shop. */
function tagOf(locale: Locale): string {
  return settingsOf(locale).openGraph.replace('_', '-')
}

type CurrencySymbol = { readonly symbol: string; readonly comesFirst: boolean }
const symbols = new Map<string, CurrencySymbol>()

/**
 * Returns the symbol and its position in the locale. A currency without a symbol in the locale gets
 * its own symbol after the amount: `1 140 ₽` in English too.
 */
function currencySymbol(locale: Locale, currency: Currency): CurrencySymbol {
  const key = `${locale} ${currency}`
  const known = symbols.get(key)
  if (known) return known
  const local = symbolFrom(locale, { currency, currencyDisplay: 'symbol' })
  const narrow = symbolFrom(locale, { currency, currencyDisplay: 'narrowSymbol' })
  const found = local.symbol === currency ? { ...narrow, comesFirst: false } : local
  symbols.set(key, found)
  return found
}

function symbolFrom(locale: Locale, options: Intl.NumberFormatOptions): CurrencySymbol {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', ...options }).formatToParts(1)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? ''
  return { symbol, comesFirst: parts[0]?.type === 'currency' }
}

/** Returns a function that compares titles by the locale's alphabet. */
export const titleOrder = cachePerLocale((locale) => new Intl.Collator(locale).compare)

/** Formats an amount of data as `['512', 'MB']` below 1 GB, or `['3.8', 'GB']` from 1 GB. */
export function dataAmount(
  locale: Locale,
  megabytes: number,
): readonly [amount: string, unit: 'GB' | 'MB'] {
  if (megabytes < megabytesInGigabyte) return [formatNumber(locale, Math.round(megabytes)), 'MB']
  const gigabytes = Math.round((megabytes / megabytesInGigabyte) * 10) / 10
  return [formatNumber(locale, gigabytes), 'GB']
}

/**
 * Formats the UTC date of an ISO 8601 time as DD.MM.YYYY, or an empty or invalid time as a dash.
 */
export function formatDate(iso: string | null | undefined): string {
  const key = iso ?? ''
  const known = dates.get(key)
  if (known !== undefined) return known
  const date = readTime(key)?.toISOString()
  const text =
    date === undefined ? '—' : `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`
  dates.set(key, text)
  return text
}

/** Formatted dates, because the reviews of a place are on the pages of all its plans. */
const dates = new BoundedMap<string, string>(2000)

/**
 * Returns null for an invalid date. `Date` alone would parse 31 February as 3 March, and accept
 * other strings as dates.
 */
function readTime(iso: string | null | undefined): Date | null {
  const [written = '', dayOfMonth] = /^\d{4}-\d{2}-(\d{2})(?=T|$)/.exec(iso ?? '') ?? []
  const [day, time] = [new Date(written), new Date(iso ?? '')]
  const isValid = day.getUTCDate() === Number(dayOfMonth) && !Number.isNaN(time.getTime())
  return isValid ? time : null
}

export function formatMonth(locale: Locale, month: string): string {
  return monthNames(locale)
    .format(new Date(`${month}-01T00:00:00Z`))
    .slice(0, 3)
}

const monthNames = cachePerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }),
)

/** Formats a time as DD.MM.YYYY HH:MM UTC, or an empty or invalid time as a dash. */
export function formatTime(iso: string | null | undefined): string {
  const day = formatDate(iso)
  return day === '—' ? day : `${day} ${new Date(iso ?? '').toISOString().slice(11, 16)}\u00A0UTC`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/**
 * Formats a size as `5 MB` or `1.5 kB`, in base 1024 with one decimal (specification, section 5).
 */
export function fileSizeText(
  { locale, words }: { readonly locale: Locale; readonly words: Words },
  bytes: number,
): string {
  let size = bytes
  let step = 0
  // Rounding must not show 1 024 kB.
  while (roundToTenth(size) >= 1024 && step < units.length - 1) {
    size /= 1024
    step += 1
  }
  const unit = units[step] ?? 'B'
  return formatNumber(locale, roundToTenth(size)) + noBreakSpace + words(`units.${unit}`)
}

function roundToTenth(size: number): number {
  return Math.round(size * 10) / 10
}
