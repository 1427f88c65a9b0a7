import { defaultLocale, locales, settingsOf, type Locale } from './locales.shared.ts'

const range = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/

/**
 * Selects the locale for an Accept-Language header by RFC 4647 lookup in the order of q-values.
 * Returns the default locale for a missing or malformed header, for `*`, and when no range matches.
 */
export function negotiateLocale(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined) return defaultLocale
  const ranges = acceptLanguage
    .toLowerCase()
    .split(',')
    .flatMap((entry) => readRange(entry.trim()))
    .filter(({ quality }) => quality > 0)
    // oxlint-disable-next-line unicorn/no-array-sort -- Safari 15 has no toSorted
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of ranges) {
    const match = localeFor(tag) ?? localeFor(tag.split('-')[0] ?? tag)
    if (match) return match
  }
  return defaultLocale
}

function localeFor(tag: string): Locale | undefined {
  const hasTag = (locale: Locale) => locale.toLowerCase() === tag
  return locales.find(hasTag) ?? locales.find((locale) => settingsOf(locale).accepts.includes(tag))
}

function readRange(entry: string): { tag: string; quality: number }[] {
  const [, tag, quality = '1'] = range.exec(entry) ?? []
  return tag === undefined ? [] : [{ tag, quality: Number(quality) }]
}
