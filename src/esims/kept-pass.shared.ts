import { dayMs } from '../kit/time.shared.ts'
import { dataAmount } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'

/** What a browser keeps of an eSIM in use, to show it on every page. It is never sent. */
export type KeptPass = {
  /** The place, in the language of the page. */
  readonly place: string
  readonly locale: Locale
  /** Lower-case code of the country, or null for several countries. */
  readonly country: string | null
  /** MB left, or null if unlimited. */
  readonly leftMb: number | null
  /** Days before the first connection, or null if the days count until `until`. */
  readonly days: number | null
  /** ISO 8601: the end of the plan, or the last moment to connect for the first time. */
  readonly until: string
  /** Path and query of the page that it opens. */
  readonly path: string
  /** The inks of the country, as `#rrggbb`. */
  readonly band: string
  readonly ink: string
}

/** On a page that knows the eSIM and not its balance, the browser keeps the pass that it has. */
export const samePass = 'same'

/** Returns the name of the place. Browsers know the countries in every language. */
export function placeIn(locale: Locale, { place, country, locale: own }: KeptPass): string {
  if (country === null || locale === own) return place
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return names.of(country.toUpperCase()) ?? place
}

/** Returns the data and the days left: `6.2 GB · 24 days`. @param now milliseconds since 1970 */
export function stateIn(locale: Locale, { leftMb, days, until }: KeptPass, now: number): string {
  const left = days ?? Math.ceil((Date.parse(until) - now) / dayMs)
  return `${leftMb === null ? '∞' : amountIn(locale, leftMb)} · ${unitIn(locale, 'day', left)}`
}

function amountIn(locale: Locale, megabytes: number): string {
  const [amount, unit] = dataAmount(locale, megabytes)
  return unitIn(locale, unit === 'GB' ? 'gigabyte' : 'megabyte', 0).replace('0', amount)
}

/** `24 days`, `0 ГБ`: browsers know the names of units and their plurals. */
function unitIn(locale: Locale, unit: 'day' | 'gigabyte' | 'megabyte', value: number): string {
  const unitDisplay = unit === 'day' ? 'long' : 'short'
  return value.toLocaleString(locale, { style: 'unit', unit, unitDisplay })
}
