import { beforeAll, expect, it } from 'vitest'
import { origin, visit, visitText } from '../support/visit.ts'
import { insertHostileContent } from './hostile-content.ts'

beforeAll(insertHostileContent)

it('describes a page with Open Graph tags in its language', async () => {
  const html = await visitText('/ru/esim/countries/tr')
  for (const [name, content] of [
    ['og:type', 'website'],
    ['og:site_name', 'Meridian'],
    ['og:url', `${origin}/ru/esim/countries/tr`],
    ['og:locale', 'ru_RU'],
    ['og:locale:alternate', 'en_GB'],
    ['og:image', `${origin}/ru/og/tr.png`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', 'Плакат: Турция'],
  ])
    expect(html).toContain(`<meta property="${name}" content="${content}"/>`)
  expect(html).toMatch(/<meta property="og:title" content="[^"]*Турци/)
  expect(html).toMatch(/<meta property="og:description" content="[^"]+"/)
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>')
})

it('sets the type of plans and posts, and no tags on noindex pages', async () => {
  const typeOf = async (path: string) =>
    /<meta property="og:type" content="([^"]*)"/.exec(await visitText(path))?.[1]
  expect(await typeOf('/esim/tariffs/tr-turkcell/tr-10')).toBe('product')
  expect(await typeOf('/blog/borders')).toBe('article')
  expect(await typeOf('/esim/countries/tr?sort=days')).toBeUndefined()
  expect(await typeOf('/esim-instruction')).toBeUndefined()
})

it('serves a share picture to other sites for each country and language, and for nothing else', async () => {
  const files = new Set<string>()
  for (const path of [
    '/og/tr.png',
    '/ru/og/tr.png',
    '/og/cu.png',
    '/og/shop.png',
    '/ru/og/shop.png',
  ]) {
    // The second response is a cache hit.
    for (const _ of [1, 2]) {
      const response = await visit(path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('Content-Type'), path).toBe('image/png')
      expect(response.headers.get('Cross-Origin-Resource-Policy'), path).toBe('cross-origin')
      expect(response.headers.get('Cache-Control'), path).toBe('public, max-age=86400')
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect(String.fromCharCode(...bytes.subarray(1, 4)), path).toBe('PNG')
      files.add(bytes.toString())
    }
  }
  expect(files.size).toBe(5)
  for (const path of ['/og/xx.png', '/og/tr.svg', '/og/tr', '/og/TR.png'])
    expect((await visit(path)).status, path).toBe(404)
})

it('redirects other spellings of a picture’s URL', async () => {
  for (const path of ['/og/%74r.png', '/%6fg/tr.png', '/og/tr.png/', '/en/og/tr.png']) {
    const response = await visit(path)
    expect([path, response.status, response.headers.get('Location')]).toEqual([
      path,
      301,
      '/og/tr.png',
    ])
  }
})
