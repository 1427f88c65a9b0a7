import { createMiddleware } from 'hono/factory'
import { cacheControl } from '../../domain/cache-control.ts'
import { pathAndQuery } from '../../domain/path-and-query.ts'
import { canonicalPath } from '../../locale/canonical-path.ts'
import type { AppEnv } from '../app-env.ts'

/** Redirects to the canonical path with its query (301). */
export function redirectToCanonical() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { pathname, search } = pathAndQuery(c.req.url)
    const target = canonicalPath(pathname, search)
    if (target === null) return next()
    // A query may contain the secret of an eSIM. A 301 without this header may be stored.
    if (search !== '') c.header('Cache-Control', cacheControl.private)
    return c.redirect(target, 301)
  })
}
