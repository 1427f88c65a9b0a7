import type { Locale } from './locales.ts'

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
