import { beforeAll, describe, expect, it } from 'vitest'
import { visit, visitText } from '../support/visit.ts'
import { insertHostileContent } from './hostile-content.ts'

beforeAll(insertHostileContent)

const plan = '/esim/tariffs/tr-turkcell/tr-10'

async function mapOf(page: string): Promise<string> {
  const [, src = ''] = / src="([^"]*\/maps\/[^"]+)"/.exec(await visitText(page)) ?? []
  return src
}

describe('a coverage map', () => {
  it.each([
    [plan, /^\/maps\/[\w-]{8}\/tr\.svg$/],
    [`/ru${plan}`, /^\/ru\/maps\/[\w-]{8}\/tr\.svg$/],
  ])('may be cached permanently on %s', async (page, pattern) => {
    const src = await mapOf(page)
    expect(src).toMatch(pattern)
    // The second response is a cache hit.
    for (const _ of [1, 2]) {
      const response = await visit(src)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('image/svg+xml')
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(await response.text()).toMatch(/^<svg .*class="covered" [^>]*d="m/s)
    }
  })

  it('has the coverage as text beside it', async () => {
    expect(await visitText(plan)).toMatch(/<figcaption><p>Works: /)
    expect(await visitText(`/ru${plan}`)).toContain('<p>Работает: ')
  })

  it.each([
    ['/maps/AAAAAAAA/tr.svg', plan],
    ['/ru/maps/AAAAAAAA/tr.svg', `/ru${plan}`],
    ['/maps/%20/tr.svg', plan],
  ])('is not drawn for the wrong version of %s, which redirects', async (src, page) => {
    const response = await visit(src)
    expect([response.status, response.headers.get('Location')]).toEqual([302, await mapOf(page)])
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it.each(['xx', 'trxx', 'TR', 't', '', 'shop', 'trcu', 'cutr', 'trtr'])(
    'does not exist for %s',
    async (name) => {
      expect((await visit(`/maps/AAAAAAAA/${name}.svg`)).status).toBe(404)
    },
  )
})

it('is part of the home page, which shows the countries with plans in stock', async () => {
  const page = await visitText('/')
  expect(page).toMatch(
    /<svg class="shop-map dots" [^>]*role="img" aria-label="World map: plans for/,
  )
  expect(page).toMatch(/<path class="covered" [^>]*d="m\d/)
})

it('is the cover of a country, in two inks of its flag', async () => {
  const page = await visitText('/esim/countries/tr')
  expect(page).toMatch(/<rect width="100%" height="100%" fill="#b60510">/)
  expect(page).toMatch(/<path stroke="#fffdf8" d="m\d/)
  expect(page).toMatch(/<dd><time data-local="Europe\/Istanbul">UTC\+3<\/time><\/dd>/)
  expect(await mapOf('/esim/countries/tr')).toBe('')
})
