import { beforeAll, expect, it } from 'vitest'
import { stockShop } from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'

beforeAll(() => stockShop(5))

async function redirectOf(
  path: string,
  headers: Record<string, string> = {},
): Promise<[number, string | null]> {
  const response = await visit(path, { headers })
  return [response.status, response.headers.get('Location')]
}

it('redirects / to /ru for a Russian-speaking browser, and no other path', async () => {
  expect(await redirectOf('/?utm_source=a', { 'Accept-Language': 'uk-UA,en;q=0.5' })).toEqual([
    302,
    '/ru?utm_source=a',
  ])
  expect(await redirectOf('/', { 'Accept-Language': 'en-GB,ru;q=0.5' })).toEqual([200, null])
  expect(await redirectOf('/esim/countries', { 'Accept-Language': 'ru' })).toEqual([200, null])
})

it('prefers the locale cookie to the browser’s language', async () => {
  expect(await redirectOf('/', { 'Accept-Language': 'ru', Cookie: 'locale=en' })).toEqual([
    200,
    null,
  ])
  expect(await redirectOf('/', { 'Accept-Language': 'en', Cookie: 'locale=ru' })).toEqual([
    302,
    '/ru',
  ])
  expect(await redirectOf('/', { 'Accept-Language': 'en', Cookie: 'locale=xx' })).toEqual([
    200,
    null,
  ])
})

it('switches the language on the same page and never redirects to another site', async () => {
  const switchTo = async (to: string) => {
    const response = await visit('/locale', { form: { locale: 'ru', to } })
    expect(response.headers.get('Set-Cookie')).toMatch(
      /^locale=ru; Max-Age=31536000; Path=\/; SameSite=Lax$/,
    )
    return response.headers.get('Location')
  }
  expect(await switchTo('/esim/countries/tr?days=7')).toBe('/ru/esim/countries/tr?days=7')
  expect(await switchTo('/esim/tariffs?search_string=south+korea')).toBe(
    '/ru/esim/tariffs?search_string=south+korea',
  )
  expect(await switchTo('/register?redirect=%2Faccount')).toBe(
    '/ru/register?redirect=%2Fru%2Faccount',
  )
  expect(await switchTo('/login?x=a+b&redirect=%2Fru%2Fblog%3Fpage%3D2')).toBe(
    '/ru/login?x=a+b&redirect=%2Fru%2Fblog%3Fpage%3D2',
  )
  expect(await switchTo('/login?redirect=//evil.example')).toBe('/ru/login?redirect=//evil.example')
  expect(await switchTo('//evil.example')).toBe('/ru')
  expect(await switchTo('/\\evil.example')).toBe('/ru')
})

it('keeps the whole query of the visitor’s URL when it switches the language', async () => {
  const switchFrom = async (referer: string, to: string) => {
    const response = await visit('/locale', {
      headers: { Referer: referer },
      form: { locale: 'ru', to },
    })
    return response.headers.get('Location')
  }
  expect(await switchFrom(`${origin}/about?utm_source=a`, '/about')).toBe('/ru/about?utm_source=a')
  expect(await switchFrom(`${origin}/esim/tariffs?x=1&sort=days`, '/esim/tariffs?sort=days')).toBe(
    '/ru/esim/tariffs?x=1&sort=days',
  )
  expect(await switchFrom(`${origin}/blog?page=2`, '/about')).toBe('/ru/about')
  expect(await switchFrom(origin, '/about')).toBe('/ru/about')
  expect(await switchFrom('no address', '/about')).toBe('/ru/about')
})
