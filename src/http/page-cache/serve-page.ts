import type { Context, Handler } from 'hono'
import { currentScope } from '../../domain/request-scope.ts'
import type { z } from 'zod'
import type { Bindings } from '../../config/bindings.ts'
import type { StorefrontConfig } from '../../config/storefront-config.ts'
import type { AppEnv } from '../app-env.ts'
import { homeTarget } from '../middleware/home-redirect.ts'
import { hasMarketingCode, setMarketingCookies } from '../middleware/marketing-codes.ts'
import { createColoPages } from './colo-pages.ts'
import type { VersionOptions } from '../cached-version.ts'
import { pageAddresses } from './page-address.ts'
import { PageCache } from './page-cache.ts'
import type { PageSource } from './page-cache.ts'
import type { PageAnswer } from './stored-page.ts'

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
  readonly bypass: (c: Context<AppEnv>) => Response | Promise<Response>
  readonly config: Pick<StorefrontConfig, 'SITE_ORIGIN' | 'ROOT_REDIRECT'>
  readonly now: () => number
}

/**
 * Serves public pages from the page cache, with the headers and cookies of the request. Pages are
 * rendered by requests that have only a canonical address, so that nothing a visitor sends can get
 * into a stored page.
 */
export function servePages(options: ServePageOptions) {
  const { readVersion, site, bypass, config, now } = options
  const origin = config.SITE_ORIGIN
  const scheme = origin.slice(0, origin.indexOf('//') + 2)
  const cache = new PageCache({ ...options, colo: createColoPages(options.colo, origin) })

  return { serve, fromMemory }

  /** @param query the parameters that the page accepts */
  function serve(query: z.ZodObject): Handler<AppEnv> {
    const addressOf = pageAddresses(query)
    return async (c) => {
      const address = addressOf(new URL(c.req.url))
      if (address === null) return bypass(c)
      const answer = await cache.get(address, sourceOf(c.env, c.executionCtx))
      const response = toResponse(c.req.raw, answer, now())
      if (answer.storedAt !== undefined) response.headers.set('X-Request-ID', requestID())
      if (!hasMarketingCode(c)) return response
      c.res = response
      setMarketingCookies(c)
      return c.res
    }
  }

  /**
   * The fastest path: returns a page from memory if the answer depends on nothing but the URL, else
   * null. It skips the router and the middleware, writes no log line, and has no request id.
   */
  function fromMemory(...[request, bindings, context]: Parameters<MemoryLookup>): Response | null {
    const { method, url } = request
    // Http redirects to https.
    if (method !== 'GET' || !url.startsWith(scheme)) return null
    // A path with a query is not in this memory, so the URL needs no parser.
    const path = url.slice(url.indexOf('/', scheme.length))
    if (path === '/' && homeTarget(path, request.headers, config) !== null) return null
    const page = cache.fromMemory(path, sourceOf(bindings, context))
    return page && toResponse(request, page, now())
  }

  function sourceOf(bindings: Bindings, context: WorkerContext): PageSource {
    return {
      read: async () => readVersion(bindings),
      waitUntil: (work) => context.waitUntil(work),
      render: async (path) => site.fetch(new Request(origin + path), bindings, context),
    }
  }
}

/**
 * Browsers subtract the age of a page from its minute of `max-age`, so that no copy is used for
 * longer than a minute in all. The age is at most 50 s, so that a prefetched page is fresh for at
 * least ten more seconds.
 */
const maxAge = 50

function toResponse(request: Request, answer: PageAnswer, now: number): Response {
  const { status, body, headers, storedAt } = answer
  // `Response` copies the headers, so the age can be set in those of the stored page.
  if (storedAt !== undefined)
    headers.set('Age', String(Math.min(Math.floor((now - storedAt) / 1000), maxAge)))
  const known = request.headers.get('If-None-Match')
  const tag = known === null ? null : headers.get('ETag')
  return tag !== null && known?.includes(tag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { status, headers })
}

function requestID(): string {
  return currentScope()?.requestId ?? crypto.randomUUID()
}
