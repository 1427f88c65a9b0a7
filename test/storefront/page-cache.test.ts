import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { pause } from '../../src/kit/deadlines.ts'
import { queryValues } from '../../src/site/page-input.ts'
import { ContentVersion } from '../../src/site/content-version.ts'
import { pageAddresses } from '../../src/site/page-input.ts'
import { PageCache } from '../../src/site/page-cache.ts'
import type { PageAnswer } from '../../src/site/stored-pages.ts'
import { wholeOf } from '../../src/site/page-parts.ts'
import { questionsPage } from '../../src/texts/pages/questions.tsx'
import { pages } from '../../src/routes.ts'
import { createIsolate } from '../support/cached-shop.ts'
import { origin } from '../support/visit.ts'
import { pairs } from './fuzz-requests.ts'

const second = 1000
/** The stub API's blog has one post, whose title contains the number of requests. */
let requests: number
let respond: () => Response | Promise<Response>
let state: { now: number; version: string }

beforeEach(async () => {
  requests = 0
  state = { now: Date.parse('2026-11-21T10:00:00Z'), version: '1' }
  respond = () => {
    const post = { id: 'post', title: `Post ${requests}`, description: '', date: '2026-11-01' }
    return Response.json({ data: [post], total: 1, page: 1, per_page: 20, hasMore: false })
  }
  for (const { name } of (await env.CACHE.list()).keys) await env.CACHE.delete(name)
})

const blogAPI: Fetch = async ({ url }) => {
  if (!url.includes('blogs')) return Response.json({ data: [] })
  requests += 1
  return respond()
}
const answerUnavailable = () => new Response('', { status: 503 })

/** Creates an isolate that has read the content version. */
async function isolate(colo?: Cache) {
  const visit = createIsolate({ fetch: blogAPI, state, ...(colo && { colo }) })
  await visit('/about')
  const titleAt = async (path: string) =>
    /Post \d+/.exec(await (await visit(path)).text())?.[0] ?? 'no post'
  return { visit, titleAt }
}

async function textOf({ body }: PageAnswer): Promise<string> {
  return new TextDecoder().decode(body instanceof Uint8Array ? body : await wholeOf(body))
}

it('renders a page once a minute', async () => {
  const { titleAt } = await isolate()
  expect(await titleAt('/blog')).toBe('Post 1')
  state.now += 59 * second
  expect(await titleAt('/blog')).toBe('Post 1')
  expect(requests).toBe(1)
})

it('serves a stale page for ten minutes while it renders the next page', async () => {
  const { titleAt } = await isolate()
  await titleAt('/blog')
  state.now += 55 * second
  await titleAt('/blog')
  state.now += 5 * second
  expect(await titleAt('/blog')).toBe('Post 1')
  expect(await titleAt('/blog')).toBe('Post 2')
  state.now += 601 * second
  expect(await titleAt('/blog')).toBe('Post 3')
})

it('shows a change of the content within ten seconds', async () => {
  const { titleAt } = await isolate()
  await titleAt('/blog')
  state.version = '2'
  state.now += 10 * second
  // This visit starts reading the version.
  expect(await titleAt('/blog')).toBe('Post 1')
  expect(await titleAt('/blog')).toBe('Post 2')
})

it('serves a stale page after a pause once it has read the version', async () => {
  const { titleAt } = await isolate()
  await titleAt('/blog')
  state.now += 300 * second
  expect(await titleAt('/blog')).toBe('Post 1')
  expect(await titleAt('/blog')).toBe('Post 1')
  expect(await titleAt('/blog')).toBe('Post 2')
})

it('waits for the version before it serves a page that is older than a minute', async () => {
  const { titleAt } = await isolate()
  await titleAt('/blog')
  state.version = '2'
  state.now += 60 * second
  expect(await titleAt('/blog')).toBe('Post 2')
})

it('sends browsers the age of the page, and a 304 for a copy that is current', async () => {
  const { visit } = await isolate()
  await visit('/blog')
  const first = await visit('/blog')
  state.now += 30 * second
  const tag = first.headers.get('ETag') ?? ''
  const again = await visit('/blog', { headers: { 'If-None-Match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('Age')).toBe('30')
  expect(again.headers.get('Cache-Control')).toBe('public, max-age=60, stale-if-error=86400')
  expect((await visit('/blog', { headers: { 'If-None-Match': 'W/"other"' } })).status).toBe(200)
  const head = await visit('/blog', { method: 'HEAD' })
  expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, ''])
})

it('allows browsers to use a prefetched page of any age for ten seconds', async () => {
  const { visit } = await isolate()
  await visit('/blog')
  state.now += 300 * second
  expect((await visit('/blog')).headers.get('Age')).toBe('50')
})

it('shows a page that was rendered before the version was known for a minute', async () => {
  const readVersion = async () => {
    await pause(5)
    return state.version
  }
  const visit = createIsolate({ fetch: blogAPI, state, readVersion })
  const titles = []
  for (const seconds of [0, 30, 30]) {
    state.now += seconds * second
    titles.push(/Post \d+/.exec(await (await visit('/blog')).text())?.[0])
  }
  expect(titles).toEqual(['Post 1', 'Post 1', 'Post 2'])
})

it('stores no home page without its lists', async () => {
  const visit = createIsolate({ fetch: async () => answerUnavailable(), state })
  for (const _ of ['rendered', 'rendered again']) {
    const response = await visit('/', { headers: { 'Accept-Language': 'en' } })
    expect(response.status).toBe(200)
    // The headers may leave before the API has failed.
    expect(['private, no-cache', 'no-store']).toContain(response.headers.get('Cache-Control'))
    expect(response.headers.get('ETag')).toBeNull()
  }
})

it('renders a page again when its render hangs for five seconds', async () => {
  const { visit, titleAt } = await isolate()
  const ready = respond
  const { promise, resolve } = Promise.withResolvers<Response>()
  respond = () => promise
  const hanging = visit('/blog')
  await vi.waitFor(() => expect(requests).toBe(1))
  respond = ready
  state.now += 5 * second
  expect(await titleAt('/blog')).toBe('Post 2')
  resolve(answerUnavailable())
  await hanging
  expect(await titleAt('/blog')).toBe('Post 2')
})

it('renders a page again for visitors who joined a render that never ends', async () => {
  vi.useFakeTimers()
  const version = new ContentVersion(Date.now)
  const cache = new PageCache({ version, colo: null, origin, staleFor: 0, now: Date.now })
  let renders = 0
  const source = {
    read: async () => '1',
    waitUntil: () => undefined,
    render: async () => {
      renders += 1
      const response = new Response('page', { headers: { 'Cache-Control': 'public' } })
      return renders > 1 ? { response } : new Promise<never>(() => undefined)
    },
  }
  const visit = async () => cache.get({ path: '/blog', store: 'linked' }, source)
  void visit()
  await vi.advanceTimersByTimeAsync(1000)
  const joined = [visit(), visit(), visit()]
  await vi.advanceTimersByTimeAsync(4000)
  vi.useRealTimers()
  const bodies = await Promise.all((await Promise.all(joined)).map(textOf))
  expect([bodies, renders]).toEqual([['page', 'page', 'page'], 2])
})

it('serves the last copy when a new render takes four seconds, and then the new page', async () => {
  vi.useFakeTimers()
  const version = new ContentVersion(Date.now)
  const cache = new PageCache({ version, colo: null, origin, staleFor: 0, now: Date.now })
  let [content, delay] = ['old', 0]
  const source = {
    read: async () => content,
    waitUntil: () => undefined,
    render: async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, delay)
      })
      return { response: new Response(content, { headers: { 'Cache-Control': 'public' } }) }
    },
  }
  const visit = async () => textOf(await cache.get({ path: '/blog', store: 'linked' }, source))
  await version.current(source)
  const first = visit()
  await vi.advanceTimersByTimeAsync(0)
  expect(await first).toBe('old')
  ;[content, delay] = ['new', 20_000]
  await vi.advanceTimersByTimeAsync(60_000)
  const visits = [visit(), visit()]
  await vi.advanceTimersByTimeAsync(4000)
  expect(await Promise.all(visits)).toEqual(['old', 'old'])
  await vi.advanceTimersByTimeAsync(16_000)
  expect(await visit()).toBe('new')
  vi.useRealTimers()
})

it('renders a page once for 100 simultaneous visitors', async () => {
  const { titleAt } = await isolate()
  const titles = await Promise.all(Array.from({ length: 100 }, async () => titleAt('/blog')))
  expect(new Set(titles)).toEqual(new Set(['Post 1']))
  expect(requests).toBe(1)
})

it('serves the last good page for a day while the API fails, and retries every ten seconds', async () => {
  const { visit, titleAt } = await isolate()
  await titleAt('/blog')
  respond = answerUnavailable
  state.now += 3600 * second
  state.version = '2'
  for (const _ of [1, 2, 3]) expect(await titleAt('/blog')).toBe('Post 1')
  expect(requests).toBe(2)
  state.now += 10 * second
  expect(await titleAt('/blog')).toBe('Post 1')
  expect(requests).toBe(3)
  state.now += 86_400 * second
  const response = await visit('/blog')
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
  expect(await response.text()).not.toContain('Post 1')
})

it('does not store a page with the countries of an older version', async () => {
  let countries: () => Response = () => Response.json({ data: [] })
  const fetch: Fetch = async ({ url }) =>
    url.includes('countries') ? countries() : Response.json({ data: [] })
  const visit = createIsolate({ fetch, state })
  // The second visit gets the stored page, if there is one.
  const cacheControl = async (path: string) => {
    await visit(path)
    return (await visit(path)).headers.get('Cache-Control')
  }
  await visit('/contacts')
  expect(await cacheControl('/about')).toContain('public')
  countries = answerUnavailable
  state.version = '2'
  state.now += 10 * second
  await visit('/about')
  expect(await cacheControl('/esim')).not.toContain('public')
  countries = () => Response.json({ data: [] })
  state.now += 60 * second
  expect(await cacheControl('/about')).toContain('public')
})

it('returns a request id with every page except a page from memory', async () => {
  const { visit } = await isolate()
  const idAt = async (path: string) => (await visit(path)).headers.get('X-Request-ID')
  const ids = [await idAt('/blog'), await idAt('/blog?page=2'), await idAt('/blog?page=2')]
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(ids).size).toBe(3)
  expect(await idAt('/blog')).toBeNull()
})

it('does not store a page without its list', async () => {
  const { titleAt } = await isolate()
  const works = respond
  respond = answerUnavailable
  expect(await titleAt('/blog')).toBe('no post')
  respond = works
  expect(await titleAt('/blog')).toBe('Post 2')
})

it('shares pages between the isolates of a colo', async () => {
  const colo = await caches.open('colo')
  const [one, other] = [await isolate(colo), await isolate(colo)]
  expect(await one.titleAt('/blog')).toBe('Post 1')
  const headersOf = async ({ visit }: typeof one) => {
    const { headers } = await visit('/blog')
    return [...headers].filter(([name]) => name !== 'x-request-id')
  }
  expect(await headersOf(other)).toEqual(await headersOf(one))
  expect(requests).toBe(1)
  state.version = '2'
  expect(await (await isolate(colo)).titleAt('/blog')).toBe('Post 2')
})

it('shows a change at once in the isolate that made it', async () => {
  const version = new ContentVersion(() => state.now)
  const source = { read: async () => state.version, waitUntil: () => undefined }
  expect(await version.current(source)).toBe('1')
  state.version = '2'
  expect(await version.current(source)).toBe('1')
  version.invalidate()
  expect(await version.current(source)).toBe('2')
})

it('discards a read of the version that a change has overtaken', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const version = new ContentVersion(() => state.now)
  const waitUntil = () => undefined
  const early = version.current({ read: async () => promise, waitUntil })
  version.invalidate()
  resolve('1')
  await early
  expect(version.isInvalidated).toBe(true)
  expect(await version.current({ read: async () => '2', waitUntil })).toBe('2')
})

it('works without the colo’s cache when the cache fails', async () => {
  const fail = async () => Promise.reject(new Error('The cache is down'))
  const { titleAt } = await isolate({ match: fail, put: fail, delete: fail })
  expect([await titleAt('/blog'), await titleAt('/blog')]).toEqual(['Post 1', 'Post 1'])
})

it('keys pages by their accepted parameters in canonical form', async () => {
  const { titleAt } = await isolate()
  for (const query of [
    '',
    '?',
    '?page=1',
    '?per_page=20&page=1',
    '?page=x',
    '?utm_source=a&yclid=1',
    '?page=1&page=2',
    '?%70age=1',
    '?__proto__=1',
    '?promo=A',
  ])
    expect(await titleAt(`/blog${query}`), query).toBe('Post 1')
  for (const query of ['?page=2', '?page=02&x=1', '?page=2&page=3', '?per_page=20&page=2'])
    expect(await titleAt(`/blog${query}`), query).toBe('Post 2')
})

it('keys a page by a URL that parses to the same query', async () => {
  const loaded = await Promise.all(Object.values(pages).map(async (load) => load()))
  const schemas = loaded.flatMap(({ publicQuery }) => publicQuery ?? [])
  fc.assert(
    fc.property(fc.constantFrom(...schemas), pairs, (schema, query) => {
      const addressOf = pageAddresses(schema)
      const asked = new URL('/about', origin)
      for (const [name, value] of query) asked.searchParams.append(name, value)
      const address = addressOf(asked)
      if (address === null) return
      const stored = new URL(address.path, origin)
      expect(addressOf(stored)).toEqual(address)
      const read = ({ searchParams }: URL) =>
        queryValues(schema)
          .pipe(schema)
          .parse(
            Object.fromEntries(
              [...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]),
            ),
          )
      expect(read(stored)).toEqual(read(asked))
    }),
    { numRuns: 2000 },
  )
})

it('reads the address of a page in a moment when it repeats a name thousands of times', () => {
  const asked = new URL(`/about?${'a&'.repeat(20_000)}`, origin)
  // Other work on the machine slows some of the attempts.
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    expect(pageAddresses(z.object({}))(asked)).toEqual({ path: '/about', store: 'linked' })
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(500)
})

it('does not store searches and operators, which contain free text', async () => {
  const visit = createIsolate({
    state,
    fetch: async (request) => {
      if (request.url.includes('marketplace')) requests += 1
      return Response.json({ data: [], total: 0, page: 1, per_page: 20, hasMore: false })
    },
  })
  for (const _ of [1, 2]) await visit('/esim/tariffs?search_string=turk')
  expect(requests).toBe(2)
  for (const _ of [1, 2]) await visit('/esim/tariffs?search_string=+&traffic=10')
  expect(requests).toBe(3)
  // The page looks up the operator before it reads the list.
  for (const _ of [1, 2]) await visit('/esim/tariffs?operator=any-name')
  expect(requests).toBe(7)
})

it('does not store a page that confirms a form', () => {
  const addressOf = pageAddresses(questionsPage.publicQuery ?? z.object({}))
  const path = '/klientam/questions-and-answers/none'
  expect(addressOf(new URL(`${path}?reviewed=1`, origin))).toBeNull()
})

it('sets the cookies of marketing codes on stored pages', async () => {
  const { visit } = await isolate()
  await visit('/blog')
  const response = await visit('/blog?promo=SUMMER&refid=abc')
  expect(response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([
    'promocode=SUMMER',
    'referralCode=abc',
  ])
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  expect((await visit('/blog')).headers.getSetCookie()).toEqual([])
  expect(requests).toBe(1)
})

it('redirects the home page by language and cookie, even when pages are stored', async () => {
  const { visit } = await isolate()
  expect((await visit('/')).status).toBe(200)
  const russian = await visit('/?utm_source=a', { headers: { 'Accept-Language': 'ru' } })
  expect([russian.status, russian.headers.get('Location')]).toEqual([302, '/ru?utm_source=a'])
  const english = await visit('/', { headers: { 'Accept-Language': 'ru', Cookie: 'locale=en' } })
  expect([english.status, english.headers.get('Vary')]).toEqual([200, 'Accept-Language, Cookie'])
})

it('serves a page that cannot be stored, and logs the failure', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { titleAt } = await isolate()
  const digest = vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(new Error('broken'))
  expect([await titleAt('/blog'), await titleAt('/blog')]).toEqual(['Post 1', 'Post 2'])
  const line: unknown = JSON.parse(String(log.mock.calls[0]?.[0]))
  expect(line).toMatchObject({ event: 'page-cache-failed', route: '/blog' })
  expect(line).not.toHaveProperty('path')
  digest.mockRestore()
  log.mockRestore()
})
