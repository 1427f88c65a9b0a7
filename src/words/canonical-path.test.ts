import { expect, it } from 'vitest'
import { canonicalPath } from './canonical-path.ts'

it.each([
  ['/en', '/'],
  ['/en/', '/'],
  ['/en/about?a=1&b=2', '/about?a=1&b=2'],
  ['/en/ESIM/countries/TR/', '/esim/countries/tr'],
  ['/en/ru/about', '/ru/about'],
  ['/EN/about', '/about'],
  ['/RU', '/ru'],
  ['/En/Ru/about', '/ru/about'],
  ['/en/en/about', '/about'],
  ['/en//evil.test', '/evil.test'],
  ['//en//about', '/about'],
  ['/en//en/about', '/about'],
  ['/esim/tr/turkcell/tariffs', '/esim/countries/tr?operator=turkcell'],
  ['/esim/TR/turkcell/tariffs/', '/esim/countries/tr?operator=turkcell'],
  [
    '/ru/esim/ru/mow/mts/tariffs?utm_source=a',
    '/ru/esim/countries/ru/mow?utm_source=a&operator=mts',
  ],
  ['/en/esim/ru/mow/mts/tariffs', '/esim/countries/ru/mow?operator=mts'],
  ['/esim/tr/turkcell/tariffs?operator=x&a=1', '/esim/countries/tr?a=1&operator=turkcell'],
  ['/esim/us/at&t/tariffs', '/esim/countries/us?operator=at%26t'],
  ['/esim/us/a+b%26c/tariffs', '/esim/countries/us?operator=a%2Bb%26c'],
  ['/esim/tr/tariffs', '/esim/countries/tr'],
  ['/esim/countries/TR', '/esim/countries/tr'],
  ['/ru/esim/countries/RU/MOW?sort=price', '/ru/esim/countries/ru/mow?sort=price'],
  ['/about/', '/about'],
  ['/RU/ABOUT', '/ru/about'],
  ['/ESIM/COUNTRIES', '/esim/countries'],
  ['/Esim/Regions/RU', '/esim/regions/ru'],
  ['/ESIM-Instruction?hash=aB', '/esim-instruction?hash=aB'],
  ['/Esim/Tariffs/Tr-Turkcell/Tr-1GB', '/esim/tariffs/Tr-Turkcell/Tr-1GB'],
  ['/Payment/Success', '/payment/success'],
  ['/BLOG/Some-Post', '/blog/Some-Post'],
  ['/KLIENTAM/questions-and-answers', '/klientam/questions-and-answers'],
  ['/ru/', '/ru'],
  ['/og/%74r.png', '/og/tr.png'],
  ['/%72u/%65sim/countries/%54R', '/ru/esim/countries/tr'],
  ['/blog/%d0%b0', '/blog/%D0%B0'],
])('redirects %s to %s, which is canonical', (from, to) => {
  const [pathname = '', search = ''] = from.split(/(?=\?)/)
  expect(canonicalPath(pathname, search)).toBe(to)
  const [targetPath = '', targetSearch = ''] = to.split(/(?=\?)/)
  expect(canonicalPath(targetPath, targetSearch)).toBeNull()
})

it.each([
  '/',
  '/ru',
  '/english',
  '/esim/tariffs/tr-turkcell/tr-turkcell-1gb-7d',
  '/blog/Some-Post',
  '/ESIM/nothing',
  '/ABOUT/nothing',
  '/a//b',
  '/esim/tr//tariffs',
  '/esim/tr//turkcell/tariffs',
  '/blog/%D0%B0%25',
  '/a%',
])('does not redirect %s', (path) => {
  expect(canonicalPath(path, '')).toBeNull()
})

it.each(['/en/\\evil.test', '/en/%09/evil.test', '/en/%5cevil.test', '/en/%2f%2fevil.test'])(
  'does not redirect the unsafe path %s',
  (path) => {
    expect(canonicalPath(path, '')).toBeNull()
  },
)

it('removes repeated slashes, and does not redirect unknown paths', () => {
  expect(canonicalPath(`/a${'/'.repeat(900)}`, '')).toBe('/a')
  expect(canonicalPath(`/a${'/'.repeat(16_000)}`, '')).toBeNull()
})
