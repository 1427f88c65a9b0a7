import type { Context, Handler } from 'hono'
import type { z } from 'zod'
import type { Bindings } from '../../config/bindings.ts'
import type { AppEnv } from '../app-env.ts'
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

type PageRenderer = {
  readonly fetch: (
    request: Request,
    bindings: Bindings,
    context: Context['executionCtx'],
  ) => Response | Promise<Response>
}

type ServePageOptions = PageStorage & {
  readonly site: PageRenderer
  readonly bypass: (c: Context<AppEnv>) => Response | Promise<Response>
  readonly origin: string
  readonly now: () => number
}

/**
 * Serves public pages from the page cache, with the headers and cookies of the request. Pages are
 * rendered by requests that have only a canonical address, so that nothing a visitor sends can get
 * into a stored page.
 */
export function servePage(options: ServePageOptions) {
  const { readVersion, site, bypass, origin, now } = options
  const cache = new PageCache({ ...options, colo: createColoPages(options.colo, origin) })

  /** @param query the parameters that the page knows */
  return (query: z.ZodObject): Handler<AppEnv> => {
    const addressOf = pageAddresses(query)
    return async (c) => {
      const address = addressOf(new URL(c.req.url))
      if (address === null) return bypass(c)
      const response = toResponse(c, await cache.get(address, sourceOf(c)), now())
      if (!hasMarketingCode(c)) return response
      c.res = response
      setMarketingCookies(c)
      return c.res
    }
  }

  function sourceOf({ env, executionCtx }: Context<AppEnv>): PageSource {
    return {
      read: async () => readVersion(env),
      waitUntil: (work) => executionCtx.waitUntil(work),
      render: async (path) => site.fetch(new Request(origin + path), env, executionCtx),
    }
  }
}

function toResponse(c: Context<AppEnv>, answer: PageAnswer, now: number): Response {
  const { status, body, storedAt } = answer
  // Copying Headers is faster than creating them from names and values.
  const headers = new Headers(answer.headers)
  if (storedAt !== undefined) {
    headers.set('X-Request-ID', crypto.randomUUID())
    // Browsers subtract it from max-age, so that no copy is used for longer than a minute in all.
    headers.set('Age', String(Math.floor((now - storedAt) / 1000)))
  }
  const tag = headers.get('ETag')
  const isKnown = tag !== null && c.req.raw.headers.get('If-None-Match')?.includes(tag)
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(body, { status, headers })
}
