import { createMiddleware } from 'hono/factory'
import { pathAndQuery } from '../../domain/path-and-query.ts'
import { readCache } from '../../domain/cache-failure.ts'
import { queryString } from '../../locale/paths.ts'
import type { AppEnv } from '../app-env.ts'

/**
 * Caches 200 responses in the colo's Cache API for their max-age. Use it for expensive responses
 * that are the same for every visitor. The key excludes the query. With the whole URL as the key,
 * as in hono/cache, random queries would bypass and fill the cache.
 */
export function edgeCache() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { pathname } = pathAndQuery(c.req.url)
    // A new brand name must appear at once.
    const version = queryString({ brand: c.var.config.BRAND_NAME })
    const key = new Request(`${c.var.config.SITE_ORIGIN}${pathname}${version}`)
    const cached = await readCache('Cache API match', caches.default.match(key))
    if (cached) {
      c.res = new Response(cached.body, cached)
      return
    }
    await next()
    // A failed cache write only slows the next request down, so it must not fail this request.
    const store = () => caches.default.put(key, c.res.clone()).catch(() => undefined)
    if (c.res.status === 200) c.executionCtx.waitUntil(store())
  })
}
