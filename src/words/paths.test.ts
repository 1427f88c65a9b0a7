import { expect, it } from 'vitest'
import { pathInLocale, localeOf } from './locales.shared.ts'
import { href, pathsOf } from './paths.shared.ts'

it('prefixes paths in every locale except the default', () => {
  expect(href('en', 'home')).toBe('/')
  expect(href('ru', 'home')).toBe('/ru')
  expect(href('en', 'country', { country: 'tr' })).toBe('/esim/countries/tr')
  expect(href('ru', 'country', { country: 'tr' })).toBe('/ru/esim/countries/tr')
})

it('omits optional segments and undefined parameters, and escapes other values', () => {
  expect(href('en', 'questions')).toBe('/klientam/questions-and-answers')
  expect(href('ru', 'questions', { block: 'a', question: 'b c' })).toBe(
    '/ru/klientam/questions-and-answers/a/b%20c',
  )
  expect(href('en', 'order', null, { tariffID: 'tr-1', promo: undefined })).toBe(
    '/esim-order?tariffID=tr-1',
  )
  // @ts-expect-error the country is missing
  expect(href('ru', 'country', {})).toBe('/ru/esim/countries')
})

it('builds the paths of another product from its slug', () => {
  expect(pathsOf('simcard')).toMatchObject({
    countries: '/simcard/countries',
    tariff: '/simcard/tariffs/:operator/:tariffID',
    instruction: '/simcard-instruction',
    order: '/simcard-order',
  })
})

it.each([
  ['/', 'ru', '/ru'],
  ['/?a=1', 'ru', '/ru?a=1'],
  ['/ru', 'en', '/'],
  ['/ru?a=1', 'en', '/?a=1'],
  ['/esim/countries/tr?traffic=5', 'ru', '/ru/esim/countries/tr?traffic=5'],
  ['/ru/blog', 'en', '/blog'],
  ['/ru/blog', 'ru', '/ru/blog'],
  ['/russia', 'ru', '/ru/russia'],
] as const)('translates the path %s to %s as %s', (path, locale, other) => {
  expect(pathInLocale(locale, path)).toBe(other)
})

it('reads the language of a path from its first segment', () => {
  expect(localeOf('/ru')).toBe('ru')
  expect(localeOf('/ru/about')).toBe('ru')
  expect(localeOf('/russia')).toBe('en')
})
