import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { cacheControl } from '../../domain/cache-control.ts'
import { strictTransportSecurity } from '../../domain/strict-transport.ts'
import type { BackendEnv } from '../context.ts'

/** API answers are data: browsers must not run, frame or cache them. */
export function strictHeaders() {
  const headers = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity,
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
  })
  return createMiddleware<BackendEnv>(async (c, next) => {
    // A storefront in the same worker reads these answers, and no browser does.
    await (c.env.isInProcess === true ? next() : headers(c, next))
    // `c.header` would copy the response.
    c.res.headers.set('Cache-Control', cacheControl.none)
  })
}
