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

export function redirectRoot() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { ROOT_REDIRECT } = c.var.config
    if (ROOT_REDIRECT === null || ROOT_REDIRECT === '/') return next()
    return c.redirect(ROOT_REDIRECT + new URL(c.req.url).search, 302)
  })
}
