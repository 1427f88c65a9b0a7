import type { Context, Handler } from 'hono'
import { currentScope } from '../../domain/request-scope.ts'
import type { z } from 'zod'
import type { Bindings } from '../../config/bindings.ts'
import type { StorefrontConfig } from '../../config/storefront-config.ts'
import type { AppEnv } from '../app-env.ts'
import { homeTarget } from '../middleware/home-redirect.ts'
import { hasMarketingCode, setMarketingCookies } from '../middleware/marketing-codes.ts'
import { createColoPages } from './colo-pages.ts'
import type { VersionOptions } from '../content-version.ts'
import { pageAddresses } from './page-address.ts'
import { PageCache } from './page-cache.ts'
import type { PageSource } from './page-cache.ts'
import type { PageAnswer } from './stored-page.ts'

export type PageStorage = VersionOptions & {
  readonly colo: Cache | null
  /** See `PageCache`. */
  readonly staleFor: number
}

type Waiting = Context['executionCtx']

type PageRenderer = {
  readonly fetch: (
    request: Request,
    bindings: Bindings,
    context: Waiting,
  ) => Response | Promise<Response>
}

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
  const cache = new PageCache({ ...options, colo: createColoPages(options.colo, origin) })

  return { serve, fromMemory }

  /** @param query the parameters that the page knows */
  function serve(query: z.ZodObject): Handler<AppEnv> {
    const addressOf = pageAddresses(query)
    return async (c) => {
      const address = addressOf(new URL(c.req.url))
      if (address === null) return bypass(c)
      const answer = await cache.get(address, sourceOf(c.env, c.executionCtx))
      const response = toResponse(c.req.raw, answer, now())
      if (!hasMarketingCode(c)) return response
      c.res = response
      setMarketingCookies(c)
      return c.res
    }
  }

  /**
   * The fastest path: returns a page from memory if the answer depends on nothing but the URL, else
   * null. It passes neither the router nor the middleware.
   */
  function fromMemory(request: Request, bindings: Bindings, context: Waiting): Response | null {
    if (request.method !== 'GET') return null
    const { pathname, search, protocol } = new URL(request.url)
    // Http redirects to https, and the home page by language.
    if (search !== '' || !origin.startsWith(protocol)) return null
    if (pathname === '/' && homeTarget(pathname, request.headers, config) !== null) return null
    const page = cache.fromMemory(pathname, sourceOf(bindings, context))
    return page && toResponse(request, page, now())
  }

  function sourceOf(bindings: Bindings, context: Waiting): PageSource {
    return {
      read: async () => readVersion(bindings),
      waitUntil: (work) => context.waitUntil(work),
      render: async (path) => site.fetch(new Request(origin + path), bindings, context),
    }
  }
}

/**
 * Browsers subtract the age of a page from its minute of `max-age`, so that no copy is used for
 * longer than a minute in all. Every page keeps ten seconds, so that a prefetched page can answer
 * the click.
 */
const maxAge = 50

function toResponse(request: Request, answer: PageAnswer, now: number): Response {
  const { status, body, storedAt } = answer
  // Copying Headers is faster than creating them from names and values.
  const headers = new Headers(answer.headers)
  if (storedAt !== undefined) {
    headers.set('X-Request-ID', currentScope()?.requestId ?? crypto.randomUUID())
    headers.set('Age', String(Math.min(Math.floor((now - storedAt) / 1000), maxAge)))
  }
  const tag = headers.get('ETag')
  const isKnown = tag !== null && request.headers.get('If-None-Match')?.includes(tag)
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(body, { status, headers })
}
