import { expect, it } from 'vitest'
import { defaultLocale, localeOf, locales, settingsOf } from './locales.shared.ts'

const all = locales.map((locale) => ({ locale, ...settingsOf(locale) }))

it('has a canonical BCP 47 tag and a unique prefix for every locale', () => {
  expect(locales).toEqual(Intl.getCanonicalLocales([...locales]))
  expect(new Set(all.map(({ prefix }) => prefix)).size).toBe(all.length)
  for (const { locale, prefix } of all) {
    expect(prefix, locale).toMatch(locale === defaultLocale ? /^$/ : /^\/[a-z]{2,8}(-[a-z]+)*$/)
    expect(localeOf(`${prefix}/about`)).toBe(locale)
  }
})

it('assigns each language range to one locale', () => {
  const ranges = all.flatMap(({ locale, accepts }) => [locale.toLowerCase(), ...accepts])
  expect(new Set(ranges).size).toBe(ranges.length)
  expect(ranges).toEqual(ranges.map((range) => range.toLowerCase()))
})

it.each([
  ['en', ['linkedIn']],
  ['ru', ['blog', 'partners', 'telegram', 'vk']],
] as const)('has the links of the specification in %s', (locale, links) => {
  expect(settingsOf(locale).links).toEqual(links)
})
