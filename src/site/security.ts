import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { StorefrontConfig } from '../storefront-settings.ts'
import { isSameOrigin, strictTransportSecurity, cacheControl } from '../kit/http.ts'
import { logSecurity } from '../kit/log.ts'
import { turnstileOrigin } from '../ui/form-markers.shared.ts'
import { routeOf } from '../words/page-table.ts'
import type { AppEnv } from './app-env.ts'
import { styleHashes, type PageStyles } from './page-styles.tsx'

/**
 * Sets a strict policy on every response. It allows no inline script, and only the inline styles of
 * the page, by their hashes. URLs of private pages may contain secrets, so their Referrer-Policy is
 * `same-origin`.
 */
export function withSecurityHeaders(config: StorefrontConfig) {
  const known = new Map<PageStyles | undefined, MiddlewareHandler>()
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const styles = c.get('styles')
    const setHeaders =
      known.get(styles) ?? secureHeaders(policyOf(config, styles ? await styleHashes(styles) : []))
    known.set(styles, setHeaders)
    await setHeaders(c, async () => {})
    if (c.get('isPrivate')) c.header('Referrer-Policy', 'same-origin')
    if (c.get('isCrossOrigin')) c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  })
}

/**
 * Headers for Internet Explorer, Flash and filters that browsers have removed. Browsers do not
 * prefetch DNS from HTTPS pages anyway. Each header of a stored page takes CPU time.
 */
const withoutEffect = {
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

/**
 * The browser would start a process for the shop, which delays the first paint. The back office
 * sends both headers.
 */
const delayFirstPaint = { crossOriginOpenerPolicy: false, originAgentCluster: false }

function policyOf(
  { PAYMENT_ORIGINS, ANALYTICS_URL, TURNSTILE_SITE_KEY }: StorefrontConfig,
  hashes: readonly string[],
): Parameters<typeof secureHeaders>[0] {
  const analytics = ANALYTICS_URL === null ? [] : [new URL(ANALYTICS_URL).origin]
  const turnstile = TURNSTILE_SITE_KEY === null ? [] : [turnstileOrigin]
  const hotReload = import.meta.env.DEV ? ['ws:'] : []
  return {
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...turnstile],
      styleSrc: ["'self'", ...hashes],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...analytics, ...hotReload],
      ...(turnstile.length > 0 && { frameSrc: turnstile }),
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      formAction: ["'self'", ...PAYMENT_ORIGINS],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity,
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    ...delayFirstPaint,
    ...withoutEffect,
  }
}

/**
 * Rejects requests of any content type that change state, unless they come from the shop's own
 * pages. hono/csrf checks only form content types, so it accepts cross-site JSON.
 */
export function rejectForeignPosts() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    if (isReading || isSameOrigin(c.req.raw.headers, c.req.url)) return next()
    logSecurity({ event: 'foreign-origin', route: routeOf(c.req.path) })
    // Plain text, because the visitor is not on a page of the shop.
    return c.text(c.var.words('errors.foreignPost'), 403, { 'Cache-Control': cacheControl.none })
  })
}
