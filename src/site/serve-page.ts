import type { Context, Handler } from 'hono'
import type { z } from 'zod'
import { currentScope } from '../kit/log.ts'
import { utmNames } from '../kit/utm.shared.ts'
import type { Bindings } from '../context.ts'
import type { StorefrontConfig } from '../storefront-settings.ts'
import { canonicalPath } from '../words/canonical-path.ts'
import { queryString } from '../words/paths.shared.ts'
import type { AppEnv } from './app-env.ts'
import type { VersionOptions } from './content-version.ts'
import { hasUnmetDemand } from './demand-reports.ts'
import { homeTarget, hasMarketingCode, setMarketingCookies } from './middleware.ts'
import { PageCache, renderTimeout } from './page-cache.ts'
import type { PageAddress, PageSource } from './page-cache.ts'
import { oneValue } from './page-input.ts'
import { pageEnds, streamOf } from './page-parts.ts'
import type { PageAnswer } from './stored-pages.ts'

export type PageStorage = VersionOptions & {
  readonly colo: Cache | null
  /** See `PageCache`. */
  readonly staleFor: number
}

type WorkerContext = Context['executionCtx']

type PageRenderer = {
  readonly fetch: (
    request: Request,
    bindings: Bindings,
    context: WorkerContext,
  ) => Response | Promise<Response>
}

export type MemoryLookup = (
  request: Request,
  bindings: Bindings,
  context: WorkerContext,
) => Response | null

type ServePageOptions = PageStorage & {
  readonly site: PageRenderer
  readonly config: Pick<StorefrontConfig, 'SITE_ORIGIN' | 'ROOT_REDIRECT'>
  readonly now: () => number
}

/**
 * Serves public pages from the page cache, with the headers and cookies of the request. A page is
 * rendered by a request that has only a canonical address, so that a stored page contains nothing
 * that a visitor has sent.
 */
export function servePages(options: ServePageOptions) {
  const { config, now } = options
  const origin = config.SITE_ORIGIN
  const scheme = origin.slice(0, origin.indexOf('//') + 2)
  const cache = new PageCache({ ...options, origin })

  return { serve, fromMemory }

  /**
   * Leaves URLs that are not canonical, or that the page rejects, to the next handler.
   * @param query the parameters that the page accepts
   */
  function serve(query: z.ZodObject): Handler<AppEnv> {
    const addressOf = pageAddresses(query)
    return async (c, next) => {
      const address = addressOf(new URL(c.req.url))
      if (address === null) return next()
      const answer = await cache.get(address, pageSource(options, c.env, c.executionCtx))
      if (answer.end) pageEnds.set(c.req.raw, answer.end)
      const response = toResponse(c.req.raw, answer, now())
      response.headers.set('X-Request-ID', requestID())
      if (!hasMarketingCode(c)) return response
      c.res = response
      setMarketingCookies(c)
      return c.res
    }
  }

  /**
   * Returns a page from memory if the answer depends only on the URL, or else null. This is the
   * fastest path: it skips the router and the middleware, writes no log line, and has no request
   * id.
   */
  function fromMemory(
    request: Request,
    bindings: Bindings,
    context: WorkerContext,
  ): Response | null {
    const { method, url } = request
    // Plain HTTP redirects to HTTPS.
    if (method !== 'GET' || !url.startsWith(scheme)) return null
    // This memory has no pages with a query, so the URL needs no parser.
    const path = url.slice(url.indexOf('/', scheme.length))
    if (path === '/' && homeTarget(path, request.headers, config) !== null) return null
    const page = cache.fromMemory(path, pageSource(options, bindings, context))
    return page && !hasUnmetDemand(page.headers) ? toResponse(request, page, now()) : null
  }
}

/** Renders pages with requests that have only a canonical address. */
function pageSource(
  { readVersion, site, config }: ServePageOptions,
  bindings: Bindings,
  context: WorkerContext,
): PageSource {
  return {
    read: async () => readVersion(bindings),
    waitUntil: (work) => context.waitUntil(work),
    render: async (path) => {
      const request = new Request(config.SITE_ORIGIN + path)
      return { response: await site.fetch(request, bindings, context), end: pageEnds.get(request) }
    },
  }
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

function requestID(): string {
  return currentScope()?.requestId ?? crypto.randomUUID()
}

/**
 * Parameters with free text, any operator's name, or the number of an order or eSIM. Pages with
 * such a parameter are not stored.
 */
const freeTexts: readonly string[] = ['search_string', 'operator', 'order', 'iccid', ...utmNames]

/**
 * Returns a function that reduces a URL to the canonical address of its page. The address has only
 * valid parameters of the page, in the order of its schema, without defaults. The function returns
 * null when the path is not canonical or the page rejects the query.
 */
export function pageAddresses(schema: z.ZodObject): (url: URL) => PageAddress | null {
  // Computed on first use, because most isolates serve few of the pages with a query.
  let defaults: { readonly [name: string]: unknown } | undefined
  return ({ pathname, search, searchParams }) => {
    if (canonicalPath(pathname, search) !== null) return null
    if (search === '') return { path: pathname, store: 'linked' }
    const parsed = schema.safeParse(valuesOf(searchParams, schema))
    if (!parsed.success) return null
    const known = (defaults ??= schema.safeParse({}).data ?? {})
    const values = Object.entries(parsed.data).filter(
      ([name, value]) => value !== undefined && value !== known[name],
    )
    const path =
      pathname +
      queryString(Object.fromEntries(values.map(([name, value]) => [name, String(value)])))
    if (values.length === 0) return { path, store: 'linked' }
    const isFree = values.some(([name]) => freeTexts.includes(name))
    return { path, store: isFree ? 'none' : 'filtered' }
  }
}

function valuesOf(search: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    [...search.keys()].map((name) => [name, oneValue(schema, name, search.getAll(name))]),
  )
}
