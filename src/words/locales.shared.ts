import type { CountryCode } from 'libphonenumber-js/min'
import type { Currency } from '../kit/money.shared.ts'

export type LocaleSettings = {
  readonly prefix: '' | `/${string}`
  /** Accept-Language ranges in lower case that select the locale, in addition to its own tag. */
  readonly accepts: readonly string[]
  readonly direction: 'ltr' | 'rtl'
  /** The language with a territory, as Open Graph requires. Lists follow its punctuation. */
  readonly openGraph: `${string}_${string}`
  readonly label: string
  /** The currency that pages show first and the order form preselects, if the shop sells in it. */
  readonly currency: Currency
  readonly groupSeparator: string
  readonly decimalSeparator: string
  /** The country of phone numbers typed without a country code. Null rejects these numbers. */
  readonly phoneCountry: CountryCode | null
  readonly links: readonly OptionalLink[]
}

export type OptionalLink = 'blog' | 'partners' | 'telegram' | 'vk' | 'linkedIn'

export const noBreakSpace = '\u00A0'

/**
 * Every language of the shop. The key is the BCP 47 tag. It is also the `lang` of pages and of the
 * API, the locale of `Intl`, and the folder's name in `content/`.
 */
const table = {
  en: {
    prefix: '',
    accepts: [],
    direction: 'ltr',
    openGraph: 'en_GB',
    label: 'En',
    currency: 'USD',
    groupSeparator: noBreakSpace,
    decimalSeparator: '.',
    phoneCountry: null,
    links: ['linkedIn'],
  },
  ru: {
    prefix: '/ru',
    accepts: ['kk', 'uk', 'be', 'ky', 'uz', 'tg', 'hy', 'az', 'mo', 'ro-md', 'ab'],
    direction: 'ltr',
    openGraph: 'ru_RU',
    label: 'Ру',
    currency: 'RUB',
    groupSeparator: noBreakSpace,
    decimalSeparator: ',',
    phoneCountry: 'RU',
    links: ['blog', 'partners', 'telegram', 'vk'],
  },
} as const satisfies { readonly [tag: string]: LocaleSettings }

export type Locale = keyof typeof table

export const defaultLocale = 'en' satisfies Locale

/** Every language that the shop has texts in. Orders and messages keep theirs. */
export const knownLocales = Object.keys(table) as readonly Locale[] // the keys of a literal object

const chosen = [...knownLocales]
/** The languages of pages. `chooseLocales` removes those that the shop has switched off. */
export const locales: readonly Locale[] = chosen

/** Returns the languages in the setting LANGUAGES. Without a valid setting, returns all. */
export function languagesIn(setting: unknown): readonly Locale[] {
  const tags = typeof setting === 'string' ? setting.split(' ') : []
  const named = knownLocales.filter((locale) => tags.includes(locale))
  return named.includes(defaultLocale) ? named : knownLocales
}

/** Sets the languages of pages. Modules that read `locales` must be loaded later. */
export function chooseLocales(setting: unknown): void {
  chosen.splice(0, chosen.length, ...languagesIn(setting))
}

export function settingsOf(locale: Locale): LocaleSettings {
  return table[locale]
}

/** A language that is switched off has the pages of the default locale. */
export function localePrefix(locale: Locale): string {
  return locales.includes(locale) ? settingsOf(locale).prefix : ''
}

export function localeOf(pathname: string): Locale {
  return (
    locales.find((locale) => locale !== defaultLocale && isUnder(localePrefix(locale), pathname)) ??
    defaultLocale
  )
}

export function pathInLocale(locale: Locale, path: string): string {
  const current = localePrefix(localeOf(path.split('?')[0] ?? path))
  const bare = path.slice(current.length)
  const prefix = localePrefix(locale)
  if (prefix === '') return bare.startsWith('/') ? bare : `/${bare}`
  return prefix + (bare === '/' ? '' : bare.replace(/^\/\?/, '?'))
}

function isUnder(prefix: string, pathname: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}

/**
 * Creates one value per locale on first use, because `Intl` objects take up to a millisecond each.
 */
export function cachePerLocale<T>(create: (locale: Locale) => T): (locale: Locale) => T {
  const created = new Map<Locale, T>()
  return (locale) => {
    const known = created.get(locale)
    if (known !== undefined) return known
    const value = create(locale)
    created.set(locale, value)
    return value
  }
}

/**
 * Returns the name of a language in itself, after its short label: `En, English`. The name of a
 * button begins with its text, so that voice control can find it.
 */
export const languageName = cachePerLocale((locale) => {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return `${settingsOf(locale).label}, ${name}`
})
