import { createMiddleware } from 'hono/factory'
import { canonicalPath } from '../../locale/canonical-path.ts'
import type { AppEnv } from '../app-env.ts'

export function redirectToCanonical() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const target = canonicalPath(pathname, search)
    return target === null ? next() : c.redirect(target, 301)
  })
}
