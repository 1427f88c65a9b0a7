import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config/storefront-config.ts'
import { wordsOf } from '../../src/locale/words.ts'
import type { Fetch } from '../../src/api/api-client.ts'

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const { name } of (await env.CACHE.list()).keys) await env.CACHE.delete(name)
})

/** The shop over an API that answers so. */
async function visit(path: string, fetch: Fetch, config = {}): Promise<Response> {
  const app = createApp({
    config: parseConfig({ ...env, ...config }),
    connect: () => ({ fetch, origin: 'https://api.invalid' }),
  })
  const context = createExecutionContext()
  const response = await app.fetch(new Request(`http://localhost:8787${path}`), env, context)
  await waitOnExecutionContext(context)
  return response
}

const away: Fetch = async () => new Response('', { status: 503 })
const silent: Fetch = async () => {
  throw Object.assign(new Error('too late'), { name: 'TimeoutError' })
}
const plan = '/esim/tariffs/tr-turkcell/tr-1'

describe('while the API is away', () => {
  it('a list says so and offers to ask again, on a page that still stands', async () => {
    for (const [path, locale] of [
      ['/esim/countries', 'en'],
      ['/ru/esim/countries/tr', 'ru'],
      ['/esim/countries/ru/mow', 'en'],
      ['/esim/regions/de', 'en'],
    ] as const) {
      const response = await visit(path, away)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain(wordsOf(locale)('errors.listFailed'))
      expect(html).toContain(`<a href="${path}">${wordsOf(locale)('errors.retry')}</a>`)
      expect(response.headers.get('Cache-Control'), path).toBe('no-store')
    }
  })

  it('a page is kept where it lacks nothing, by an older copy of a list too', async () => {
    const caching = async (path: string, missing: string) => {
      const fetch: Fetch = async ({ url }) =>
        url.includes(missing) ? away(new Request(url)) : Response.json({ data: [] })
      return (await visit(path, fetch)).headers.get('Cache-Control')
    }
    expect(await caching('/about', 'blogs')).toMatch('public')
    expect(await caching('/blog', 'blogs')).toBe('no-store')
    expect(await caching('/ru/about', 'countries')).toBe('no-store')
    const old = { storedAt: Date.now() - 3_600_000, data: [] }
    await env.CACHE.put('countries:ru:popular', JSON.stringify(old))
    expect(await caching('/ru/about', 'countries')).toMatch('public')
  })

  it('an address that can be no country or region of one is not there, and is asked of nobody', async () => {
    const asked: string[] = []
    const noting: Fetch = async ({ url }) => {
      asked.push(new URL(url).pathname)
      return away(new Request(url))
    }
    for (const path of ['/esim/countries/turkey', '/esim/regions/x', '/esim/countries/ru/a_b'])
      expect([path, (await visit(path, noting)).status]).toEqual([path, 404])
    expect(asked.filter((path) => !path.endsWith('-countries'))).toEqual([])
  })

  it('a page of one thing is a server error with the API’s status and a button to refresh', async () => {
    for (const [fetch, status] of [
      [away, 503],
      [silent, 504],
    ] as const) {
      const response = await visit(`/ru${plan}`, fetch)
      expect(response.status).toBe(status)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      const html = await response.text()
      expect(html).toContain(wordsOf('ru')('errors.serverText'))
      expect(html).toContain(`href="/ru${plan}"`)
    }
    const english = await (await visit(plan, away)).text()
    expect(english).toContain('Server Error')
    expect(english).toContain(
      'An unexpected error occurred on the server. Please wait, we will fix it soon.',
    )
  })

  it('what the API refuses without a known status is a 500', async () => {
    expect((await visit(plan, async () => Response.json({}, { status: 418 }))).status).toBe(500)
    expect((await visit(plan, async () => Response.json({}, { status: 404 }))).status).toBe(404)
  })

  it('search engines and readers of feeds are asked to come later, and keep what they have', async () => {
    for (const path of [
      '/sitemap.xml',
      '/sitemap-pages.xml',
      '/sitemap-plans-1.xml',
      '/blog.xml',
    ]) {
      const response = await visit(path, away)
      expect([path, response.status]).toEqual([path, 503])
      expect(response.headers.get('Cache-Control'), path).toBe('no-store')
      expect(response.headers.get('Retry-After'), path).toBe('600')
    }
  })

  it('the shop itself is in good health', async () => {
    expect(await (await visit('/healthz', away)).text()).toBe('ok')
  })
})

it('leads from / to the page the operator has chosen, and from nowhere else', async () => {
  const chosen = { ROOT_REDIRECT: '/esim' }
  const response = await visit('/?utm_source=a', away, chosen)
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/esim?utm_source=a'])
  expect((await visit('/about', away, chosen)).status).toBe(200)
})
