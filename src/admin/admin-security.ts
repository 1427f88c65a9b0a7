import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { isSameOrigin, forbidIndexing, strictTransportSecurity, cacheControl } from '../kit/http.ts'
import { logSecurity } from '../kit/log.ts'
import { routeOf } from '../words/page-table.ts'
import type { AdminEnv } from './admin-env.ts'
import { adminStyleHash } from './layout/admin-document.tsx'
import { showRefusal } from './layout/refusal.tsx'

/**
 * Allows pages to load one style, by its hash, and pictures of this origin. Caches must not store
 * pages.
 */
export function withAdminHeaders() {
  return createMiddleware<AdminEnv>(async (c, next) => {
    const headers = secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: [await adminStyleHash()],
        imgSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      strictTransportSecurity,
      referrerPolicy: 'same-origin',
      xFrameOptions: 'DENY',
    })
    await headers(c, next)
    if (c.var.contentPolicy !== undefined) c.header('Content-Security-Policy', c.var.contentPolicy)
    c.header('Cache-Control', cacheControl.private)
    forbidIndexing(c)
  })
}

/** Refuses every POST that does not come from a page of this origin. */
export function rejectForeignForms() {
  return createMiddleware<AdminEnv>(async (c, next) => {
    const isReading = ['GET', 'HEAD'].includes(c.req.method)
    if (isReading || isSameOrigin(c.req.raw.headers, c.req.url)) return next()
    logSecurity({ event: 'foreign-origin', route: routeOf(c.req.path) })
    return showRefusal(c, 'forbidden', 403)
  })
}
