import { parse } from 'hono/utils/cookie'
import { currentScope } from '../kit/log.ts'
import { pathAndQuery } from '../kit/redirect-target.ts'
import type { Bindings } from '../context.ts'
import { canonicalPath } from '../words/canonical-path.ts'
import { localeOf, locales, pathInLocale, type Locale } from '../words/locales.shared.ts'
import { negotiateLocale } from '../words/negotiate.shared.ts'
import { pageTable, pathNameOf, type PageName } from '../words/page-table.ts'
import type { VersionOptions } from './content-version.ts'
import { logCacheFailure, PageCache, renderTimeout } from './page-cache.ts'
import type { PageAddress, PageSource } from './page-cache.ts'
import { atPageEnd, demandHeader, pageEnds, streamOf, type WorkerContext } from './page-parts.ts'
import { cacheControl } from '../kit/http.ts'
import type { PageAnswer } from './stored-pages.ts'

export type PageStorage = VersionOptions & {
  readonly colo: Cache | null
  /** See `PageCache`. */
  readonly staleFor: number
}

type PageVisit = [request: Request, bindings: Bindings, context: WorkerContext]
type PageHandler = (...visit: PageVisit) => Response | Promise<Response>

/** The pages of the shop, without the page cache. */
export type ShopPages = {
  readonly fetch: PageHandler
  /** Returns the canonical address of a public page with a query, or null if it rejects the query. */
  readonly addressOf: (name: PageName, url: URL) => Promise<PageAddress | null>
  /** Returns the cookies for the marketing codes in a URL. */
  readonly marketingCookies: (url: URL) => readonly string[]
}

/** The code of the shop that stored pages do not need. It answers every request. */
export type LoadedShop = ShopPages & {
  /** Renders a page to be stored. */
  readonly render: PageHandler
  readonly countDemand: (demand: string, ...visit: PageVisit) => Promise<void>
}

type ServePageOptions = {
  readonly SITE_ORIGIN: string
  readonly ROOT_REDIRECT: string | null
  /** Null renders every page for every request. */
  readonly storage: PageStorage | null
  readonly load: () => Promise<LoadedShop>
  readonly now: () => number
}

/**
 * Serves public pages from the page cache, with the headers and cookies of the request, and leaves
 * all other requests to the shop. The shop is loaded when it is first needed: most isolates of a
 * small shop answer few requests. A page is rendered by a request that has only a canonical
 * address, so that a stored page contains nothing that a visitor has sent.
 */
export function servePages(options: ServePageOptions) {
  const { storage, load, now, SITE_ORIGIN: origin } = options
  const scheme = origin.slice(0, origin.indexOf('//') + 2)
  const cache = storage && new PageCache({ ...storage, origin, now })

  return { fetch, fromMemory }

  async function fetch(...visit: PageVisit): Promise<Response> {
    const [request, , context] = visit
    const name = publicPageOf(request, options)
    const serve = async () => cache && name && servePage(cache, name, options, visit)
    const page = await serve().catch(logCacheFailure(pathAndQuery(request.url).pathname))
    const response = page || (await (await load()).fetch(...visit))
    return atPageEnd(request, response, context, async (demand) =>
      (await load()).countDemand(demand, ...visit),
    )
  }

  /**
   * Returns a page from memory if the answer depends only on the URL, or else null. This is the
   * fastest path: it skips the log line, and has no request id.
   */
  function fromMemory(...[request, bindings, context]: PageVisit): Response | null {
    const { method, url, headers } = request
    if (cache === null || method !== 'GET' || !url.startsWith(scheme)) return null
    // This memory has no pages with a query, so the URL needs no parser.
    const path = url.slice(url.indexOf('/', scheme.length))
    if (path === '/' && homeTarget(path, headers, options) !== null) return null
    const page = cache.fromMemory(path, pageSource(options, bindings, context))
    // A page from memory is not counted, so pages with unmet demand must not come from there.
    return page && !page.headers.has(demandHeader) ? toResponse(request, page, now()) : null
  }
}

/** Returns null when the page rejects the query. */
async function servePage(
  cache: PageCache,
  name: PageName,
  options: ServePageOptions,
  visit: PageVisit,
): Promise<Response | null> {
  const [request, bindings, context] = visit
  const { load, now } = options
  const { pathname, search } = pathAndQuery(request.url)
  const asked = search === '' ? null : { url: new URL(request.url), shop: await load() }
  const address: PageAddress | null = asked
    ? await asked.shop.addressOf(name, asked.url)
    : { path: pathname, store: 'linked' }
  if (address === null) return null
  const answer = await cache.get(address, pageSource(options, bindings, context))
  if (answer.end) pageEnds.set(request, answer.end)
  const response = toResponse(request, answer, now())
  response.headers.set('X-Request-ID', currentScope()?.requestId ?? crypto.randomUUID())
  for (const cookie of asked?.shop.marketingCookies(asked.url) ?? []) {
    response.headers.append('Set-Cookie', cookie)
    response.headers.set('Cache-Control', cacheControl.private)
  }
  return request.method === 'HEAD' ? new Response(null, response) : response
}

/** Returns the name of a public page that the visitor may get from the page cache, or null. */
function publicPageOf({ method, url, headers }: Request, settings: ServePageOptions) {
  if (method !== 'GET' && method !== 'HEAD') return null
  // Plain HTTP redirects to HTTPS.
  if (settings.SITE_ORIGIN.startsWith('https:') && url.startsWith('http:')) return null
  const { pathname, search } = pathAndQuery(url)
  if (canonicalPath(pathname, search) !== null) return null
  const name = pathNameOf(pathname)
  if (name === null || !isPublic(name)) return null
  return name === 'home' && homeTarget(pathname, headers, settings) !== null ? null : name
}

/** Renders pages with requests that have only a canonical address. */
function pageSource(
  { SITE_ORIGIN, storage, load }: ServePageOptions,
  bindings: Bindings,
  context: WorkerContext,
): PageSource {
  return {
    read: async () => storage?.readVersion(bindings) ?? '',
    waitUntil: (work) => context.waitUntil(work),
    render: async (path) => {
      const request = new Request(SITE_ORIGIN + path)
      const response = await (await load()).render(request, bindings, context)
      return { response, end: pageEnds.get(request) }
    },
  }
}

function isPublic(name: string): name is PageName {
  return Object.hasOwn(pageTable, name) && pageTable[name as PageName].access === 'public'
}

/**
 * The largest Age of a page in seconds. Browsers subtract the age from the minute of `max-age`, so
 * that no copy is used for longer than a minute. The limit of 50 s leaves a prefetched page fresh
 * for at least ten seconds.
 */
const maxAge = 50

function toResponse(request: Request, answer: PageAnswer, now: number): Response {
  const { status, body, headers, storedAt } = answer
  // `Response` copies the headers, so the age can be set in the headers of the stored page.
  if (storedAt !== undefined)
    headers.set('Age', String(Math.min(Math.floor((now - storedAt) / 1000), maxAge)))
  const known = request.headers.get('If-None-Match')
  const tag = known === null ? null : headers.get('ETag')
  if (tag !== null && known?.includes(tag)) return new Response(null, { status: 304, headers })
  const content = body instanceof Uint8Array ? body : streamOf(body, renderTimeout)
  return new Response(content, { status, headers })
}

/**
 * Returns the redirect target of a locale's home page for this visitor: the page of ROOT_REDIRECT.
 * From `/`, its locale is that of the cookie or of Accept-Language. Returns null if there is no
 * redirect. No other page redirects.
 */
export function homeTarget(
  path: string,
  headers: Headers,
  { ROOT_REDIRECT }: { readonly ROOT_REDIRECT: string | null },
): string | null {
  const locale = path === '/' ? preferredLocale(headers) : localeOf(path)
  const target = pathInLocale(locale, ROOT_REDIRECT ?? '/')
  return target === path ? null : target
}

function preferredLocale(headers: Headers): Locale {
  // As in `cookies`, whose modules an isolate does not load for a stored page.
  const stored = parse(headers.get('Cookie') ?? '', 'locale')['locale']
  return (
    locales.find((locale) => locale === stored) ??
    negotiateLocale(headers.get('Accept-Language') ?? undefined)
  )
}
