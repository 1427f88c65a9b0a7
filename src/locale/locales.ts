export const locales = ['en', 'ru'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'en'

/** English lives at the root, every other locale under its own prefix. */
export function localePrefix(locale: Locale): string {
  return locale === defaultLocale ? '' : `/${locale}`
}

/** The locale a path belongs to: `/ru` and `/ru/…` are Russian, everything else is English. */
export function localeOf(pathname: string): Locale {
  return (
    locales.find((locale) => locale !== defaultLocale && isUnder(localePrefix(locale), pathname)) ??
    defaultLocale
  )
}

/** The same page in another language; takes a path with or without its query. */
export function inLocale(locale: Locale, path: string): string {
  const current = localePrefix(localeOf(path.split('?')[0] ?? path))
  const bare = path.slice(current.length)
  const prefix = localePrefix(locale)
  if (prefix === '') return bare.startsWith('/') ? bare : `/${bare}`
  return prefix + (bare === '/' ? '' : bare.replace(/^\/\?/, '?'))
}

function isUnder(prefix: string, pathname: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}
