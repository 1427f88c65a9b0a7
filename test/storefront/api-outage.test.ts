import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { exampleOf } from '../../scripts/contract/examples.ts'
import { tariff, detailedPlan } from '../../src/plans/operations.ts'
import { content } from '../../src/words/content.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { createIsolate } from '../support/cached-shop.ts'
import { visitWithApi } from '../support/visit-with-api.ts'
import { orderForm } from '../support/visit.ts'

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const { name } of (await env.CACHE.list()).keys) await env.CACHE.delete(name)
})

const answerUnavailable: Fetch = async () => new Response('', { status: 503 })
const timeOut: Fetch = async () => {
  throw Object.assign(new Error('timed out'), { name: 'TimeoutError' })
}
/** Returns the Cache-Control of a second visit, which gets the stored page if there is one. */
async function secondCacheControl(path: string, fetch: Fetch): Promise<string | null> {
  const visit = createIsolate({ fetch, state: { now: Date.now(), version: '' } })
  await visit(path)
  return (await visit(path)).headers.get('Cache-Control')
}

const planPath = '/esim/tariffs/tr-turkcell/tr-1'

describe('a shop whose API is down', () => {
  it('shows an error and a retry link in place of a list', async () => {
    for (const [path, locale] of [
      ['/', 'en'],
      ['/ru', 'ru'],
      ['/sitemap', 'en'],
      ['/ru/sitemap', 'ru'],
      ['/esim/countries', 'en'],
      ['/ru/esim/countries/tr', 'ru'],
      ['/esim/countries/ru/mow', 'en'],
      ['/esim/regions/de', 'en'],
      ['/feedback', 'en'],
    ] as const) {
      const response = await visitWithApi(path, answerUnavailable)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain(wordsOf(locale)('errors.listFailed'))
      expect(html).toContain(`<a href="${path}">${wordsOf(locale)('errors.retry')}</a>`)
      expect(html).not.toContain(wordsOf(locale)('units.countries', { count: 0 }))
      expect(response.headers.get('Cache-Control'), path).not.toContain('public')
    }
  })

  it('does not say that a search found nothing', async () => {
    for (const [path, locale] of [
      ['/esim/countries', 'en'],
      ['/ru/esim/countries', 'ru'],
      ['/esim/trip', 'en'],
    ] as const) {
      const words = wordsOf(locale)
      const text = 'istanbul'
      const search = `${path}?search_string=${text}`
      const html = await (await visitWithApi(search, answerUnavailable)).text()
      expect(html).toContain(words('errors.listFailed'))
      expect(html).toContain(`value="${text}"`)
      expect(html).not.toContain(words('errors.nothingFound'))
      expect(html).not.toContain(words('tripSearch.unknown', { text }))
    }
  })

  it('shows the country in a heading', async () => {
    const html = await (await visitWithApi('/esim/countries/tr', answerUnavailable)).text()
    const heading = wordsOf('en')('country.heading', { country: 'Türkiye' })
    expect(html).toContain(`${heading}</h1>`)
  })

  it('shows that a country has no plans while the list of countries is missing', async () => {
    const noPlans = { data: [], total: 0, page: 1, per_page: 20, hasMore: false }
    const fetch: Fetch = async ({ url }) =>
      url.includes('marketplace') ? Response.json(noPlans) : new Response('', { status: 503 })
    for (const [path, locale] of [
      ['/esim/countries/aq', 'en'],
      ['/ru/esim/countries/aq', 'ru'],
    ] as const) {
      const html = await (await visitWithApi(path, fetch)).text()
      expect(html).toContain(wordsOf(locale)('errors.outOfStock'))
    }
  })

  it('names a region by its plans while the list of regions is missing', async () => {
    const plan = { ...exampleOf(tariff), kind: 'region', placeTitle: 'Adygea', regionIdent: 'ad' }
    const plans = { data: [plan], total: 1, page: 1, per_page: 20, hasMore: false }
    const fetch: Fetch = async ({ url }) =>
      url.includes('marketplace') ? Response.json(plans) : new Response('', { status: 503 })
    const html = await (await visitWithApi('/esim/countries/ru/ad', fetch)).text()
    const heading = wordsOf('en')('region.heading', { region: 'Adygea' })
    expect(html).toContain(`<h1>${heading}</h1>`)
  })

  it('shows no sample reviews in place of real reviews', async () => {
    const html = await (await visitWithApi('/feedback', answerUnavailable)).text()
    expect(html).not.toContain(wordsOf('en')('feedback.lead'))
    for (const { text } of content.en.reviews) expect(html).not.toContain(text)
  })

  it('caches complete pages only, which may use a stale dictionary', async () => {
    const cacheControlOf = async (path: string, failingPath: string) => {
      const fetch: Fetch = async ({ url }) =>
        url.includes(failingPath)
          ? answerUnavailable(new Request(url))
          : Response.json({ data: [] })
      return secondCacheControl(path, fetch)
    }
    expect(await cacheControlOf('/about', 'blogs')).toMatch('public')
    expect(await cacheControlOf('/blog', 'blogs')).toBe('no-cache')
    expect(await cacheControlOf('/ru/about', 'countries')).toBe('no-cache')
    const stale = { storedAt: Date.now() - 3_600_000, data: [] }
    await env.CACHE.put('countries:ru:popular', JSON.stringify(stale))
    expect(await cacheControlOf('/ru/about', 'countries')).toMatch('public')
  })

  it('caches no page without a list that the API refused, so that the retry link works', async () => {
    const cacheControlOf = async (path: string, failingPath: string, status: number) => {
      const fetch: Fetch = async ({ url }) =>
        url.includes(failingPath)
          ? Response.json({ error: 'Refused' }, { status })
          : Response.json({ data: [] })
      return secondCacheControl(path, fetch)
    }
    for (const status of [400, 401, 403, 409, 422])
      expect(await cacheControlOf('/blog', 'blogs', status), `${status}`).toBe('no-cache')
  })

  it('returns 404 for malformed place codes without an API call', async () => {
    const requests: string[] = []
    const recordRequest: Fetch = async ({ url }) => {
      requests.push(new URL(url).pathname)
      return answerUnavailable(new Request(url))
    }
    for (const path of ['/esim/countries/turkey', '/esim/regions/x', '/esim/countries/ru/a_b'])
      expect([path, (await visitWithApi(path, recordRequest)).status]).toEqual([path, 404])
    expect(requests.filter((path) => !path.endsWith('-countries'))).toEqual([])
  })

  it('shows a server error with the API’s status and a refresh button for a plan', async () => {
    for (const [fetch, status] of [
      [answerUnavailable, 503],
      [timeOut, 504],
    ] as const) {
      const response = await visitWithApi(`/ru${planPath}`, fetch)
      expect(response.status).toBe(status)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      const html = await response.text()
      expect(html).toContain(wordsOf('ru')('errors.serverText'))
      expect(html).toContain(`href="/ru${planPath}"`)
      expect(html).toContain('href="mailto:help@meridian.example"')
    }
    const paid = `/payment/success?invoiceID=${'A'.repeat(43)}`
    const unknown = await (await visitWithApi(paid, answerUnavailable)).text()
    expect(unknown).toContain(wordsOf('en')('payment.unknownText'))
    const english = await (await visitWithApi(planPath, answerUnavailable)).text()
    expect(english).toContain('Server Error')
    expect(english).toContain(
      'An unexpected error occurred on the server. Please wait, we will fix it soon.',
    )
  })

  it.each([401, 403, 404, 409, 418, 429, 500, 501, 503, 507])(
    'responds with the status %i of the API',
    async (status) => {
      const response = await visitWithApi(planPath, async () => Response.json({}, { status }))
      expect(response.status).toBe(status)
      expect(await response.text()).toContain(`>${status}</p>`)
    },
  )

  it.each([
    [500, '{}', 'errors.repeatText'],
    [503, '', 'errors.notSent'],
  ] as const)(
    'says what to do when an order fails without a reason: %i',
    async (status, body, advice) => {
      const words = wordsOf('en')
      const failing: Fetch = async ({ url }) =>
        new URL(url).pathname === '/web-esim-tariff'
          ? Response.json({ data: exampleOf(detailedPlan) })
          : new Response(body, { status })
      const fields = orderForm()
      const response = await visitWithApi(
        `/esim-order?tariffID=${exampleOf(tariff).tariffID}`,
        failing,
        { form: fields },
      )
      expect(response.status).toBe(status)
      const html = await response.text()
      expect(html).toContain(`${words('order.failed')}. ${words(advice)}`)
      expect(html).toContain('value="anna@example.com"')
    },
  )

  it('keeps the comment about an answer', async () => {
    const response = await visitWithApi(
      '/klientam/questions-and-answers/choosing/how-much',
      answerUnavailable,
      { form: { helpful: 'no', comment: 'What about maps?' } },
    )
    expect(response.status).toBe(503)
    const html = await response.text()
    expect(html).toContain('>What about maps?</textarea>')
    expect(html).toContain(`role="alert"><p>${wordsOf('en')('faq.reviewFailed')}`)
  })

  it('sends crawlers and feed readers a Retry-After header', async () => {
    for (const path of [
      '/sitemap.xml',
      '/sitemap-pages.xml',
      '/sitemap-plans-1.xml',
      '/blog.xml',
    ]) {
      const response = await visitWithApi(path, answerUnavailable)
      expect([path, response.status]).toEqual([path, 503])
      expect(response.headers.get('Cache-Control'), path).toBe('no-store')
      expect(response.headers.get('Retry-After'), path).toBe('600')
    }
  })

  it('reports the shop itself as healthy', async () => {
    expect(await (await visitWithApi('/healthz', answerUnavailable)).text()).toBe('ok')
  })
})
