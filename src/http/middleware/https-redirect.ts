import { createMiddleware } from 'hono/factory'

/**
 * Redirects http to https when the shop's origin is https. Without it, a first visit over http
 * could be read and changed in transit. 308 preserves the method.
 */
export function redirectToHttps(siteOrigin: string) {
  const isSecureShop = siteOrigin.startsWith('https:')
  return createMiddleware(async (c, next) => {
    if (!isSecureShop || !c.req.url.startsWith('http:')) return next()
    return c.redirect(c.req.url.replace(/^http:/, 'https:'), 308)
  })
}
