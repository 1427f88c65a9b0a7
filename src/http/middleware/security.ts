import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { isSameOrigin } from '../../domain/same-origin.ts'
import { botCheckOrigin } from '../../domain/turnstile.ts'
import type { AppEnv } from '../app-env.ts'
import { refusal } from '../page/error-pages.tsx'
import { styleHash } from '../page/inline-styles.ts'

const yearOfHttps = 'max-age=31536000; includeSubDomains'

/**
 * The same strict policy on every response: no inline script at all, the one inline style by its hash. The address of a private
 * page may itself be a secret: it is told to no other site.
 */
export function withSecurityHeaders() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { PAYMENT_ORIGINS, ANALYTICS_URL, TURNSTILE_SITE_KEY } = c.var.config
    const analytics = ANALYTICS_URL === null ? [] : [new URL(ANALYTICS_URL).origin]
    const botCheck = TURNSTILE_SITE_KEY === null ? [] : [botCheckOrigin]
    const development = import.meta.env.DEV ? ['ws:'] : []
    const headers = secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...botCheck],
        styleSrc: ["'self'", await styleHash()],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...analytics, ...development],
        ...(botCheck.length > 0 && { frameSrc: botCheck }),
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'", ...PAYMENT_ORIGINS],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      strictTransportSecurity: yearOfHttps,
      referrerPolicy: 'strict-origin-when-cross-origin',
      xFrameOptions: 'DENY',
    })
    await headers(c, next)
    if (c.var.isPrivate) c.header('Referrer-Policy', 'same-origin')
    if (c.var.isForOthers) c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  })
}

/** Every state-changing request comes from the shop's own pages, whatever its content type. */
export function refuseForeignPosts() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    if (!isReading && !isSameOrigin(c.req.raw.headers, c.req.url)) return refusal(c)
    return next()
  })
}
