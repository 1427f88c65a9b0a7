import { createMiddleware } from 'hono/factory'
import { queryString } from '../../locale/paths.ts'
import type { AppEnv } from '../app-env.ts'

/**
 * Keeps good answers at the edge for as long as they say themselves. For what is dear to make and the same for everyone, under
 * addresses that are few: the query is no part of the key.
 */
export function kept() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { origin, pathname } = new URL(c.req.url)
    // Another name of the shop shows at once.
    const key = new Request(`${origin}${pathname}${queryString({ of: c.var.config.BRAND_NAME })}`)
    const known = await caches.default.match(key).catch(() => undefined)
    if (known) {
      c.res = new Response(known.body, known)
      return
    }
    await next()
    // What cannot be kept costs speed, not the answer.
    const keep = () => caches.default.put(key, c.res.clone()).catch(() => undefined)
    if (c.res.status === 200) c.executionCtx.waitUntil(keep())
  })
}
