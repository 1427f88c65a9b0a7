import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { cacheControl } from '../../domain/cache-control.ts'
import { strictTransportSecurity } from '../../domain/strict-transport.ts'
import type { BackendEnv } from '../context.ts'

/** Prevents browsers from running, framing or caching API answers. */
export function strictHeaders() {
  const headers = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity,
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
  })
  return createMiddleware<BackendEnv>(async (c, next) => {
    // A storefront in the same worker reads these answers. Browsers do not get them.
    await (c.env.isInProcess === true ? next() : headers(c, next))
    // Not `c.header`, because it would copy the response.
    c.res.headers.set('Cache-Control', cacheControl.none)
  })
}
