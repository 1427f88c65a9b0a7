import type { Locale } from './locales.ts'

/** Browsers in these languages fall back to Russian (specification, section 1). */
const russianSpeaking = new Set([
  'ru',
  'kk',
  'uk',
  'be',
  'ky',
  'uz',
  'tg',
  'hy',
  'az',
  'mo',
  'ro-md',
  'ab',
])
const range = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/

/**
 * The language to greet a browser in: RFC 4647 lookup over Accept-Language by q-value, the first entry that is English or
 * Russian wins; absent, `*` and malformed mean English.
 */
export function negotiateLocale(acceptLanguage: string | undefined): Locale {
  const ranges = (acceptLanguage ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((entry) => readRange(entry.trim()))
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { tag } of ranges) {
    const primary = tag.split('-')[0] ?? tag
    if (primary === 'en') return 'en'
    if (russianSpeaking.has(tag) || russianSpeaking.has(primary)) return 'ru'
  }
  return 'en'
}

function readRange(entry: string): { tag: string; quality: number }[] {
  const [, tag, quality = '1'] = range.exec(entry) ?? []
  return tag === undefined ? [] : [{ tag, quality: Number(quality) }]
}
