import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { generateCookie } from 'hono/cookie'
import { localeOf } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import type { AppEnv } from './app-env.ts'
import { cacheControl } from '../kit/http.ts'
import { pathAndQuery } from '../kit/redirect-target.ts'
import { canonicalPath } from '../words/canonical-path.ts'
import type { StorefrontConfig } from '../storefront-settings.ts'
import { marketingCode } from '../orders/operations.ts'
import { cookieFlags, cookies, readCookie } from './cookies.ts'
import { homeTarget } from './serve-page.ts'
import { readCache } from '../kit/log.ts'
import { queryString } from '../words/paths.shared.ts'

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

/** Sets the locale of the path and its words for all handlers. */
export function withLocale() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const locale = localeOf(c.req.path)
    c.set('locale', locale)
    c.set('words', wordsOf(locale))
    await next()
    // `c.header` would copy the response.
    c.res.headers.set('Content-Language', locale)
  })
}

/** Redirects to the canonical path with its query (301). */
export function redirectToCanonical() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { pathname, search } = pathAndQuery(c.req.url)
    const target = canonicalPath(pathname, search)
    if (target === null) return next()
    // A query may contain the secret of an eSIM. A 301 without this header may be stored.
    // Browsers keep other ones for ever, and a language can be switched on again.
    const mayStore = search === '' && ['GET', 'HEAD'].includes(c.req.method)
    c.header('Cache-Control', mayStore ? cacheControl.hour : cacheControl.private)
    return c.redirect(target, 301)
  })
}

/**
 * Redirects `/` to the language of the visitor or to ROOT_REDIRECT (302). The answer depends on the
 * visitor, so browsers revalidate it.
 */
export function redirectHome() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const target = homeTarget(c.req.path, c.req.raw.headers, c.var.config)
    if (target === null) await next()
    else c.res = c.redirect(target + pathAndQuery(c.req.url).search, 302)
    if (c.req.path !== '/') return
    // `c.header` would copy the response.
    const { headers } = c.res
    // An incomplete page must not be stored.
    if (headers.get('Cache-Control') !== cacheControl.none)
      headers.set('Cache-Control', cacheControl.revalidate)
    headers.set('Vary', 'Accept-Language, Cookie')
  })
}

/** A voucher as its card's link has it. */
const voucherPattern = /^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/i

const marketingParams = ['promo', 'refid'] as const

/** Stores `?promo=` and `?refid=` in cookies for 30 days (specification, section 9). */
export function storeMarketingCodes() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    for (const cookie of marketingCookies((name) => c.req.query(name), c.var.config)) {
      c.header('Set-Cookie', cookie, { append: true })
      c.header('Cache-Control', cacheControl.private)
    }
  })
}

/** Returns the cookies for the marketing codes in the query of a URL. */
export function marketingCookies(
  query: (name: string) => string | null | undefined,
  config: StorefrontConfig,
): readonly string[] {
  return marketingParams.flatMap((param) => {
    const code = marketingCode.safeParse(query(param)).data
    // A link with a voucher is money, so that a shared computer forgets it soon.
    const cookie = { ...cookies[param], ...(voucherPattern.test(code ?? '') && { days: 1 }) }
    return code === undefined ? [] : generateCookie(cookie.name, code, cookieFlags(config, cookie))
  })
}

/** Returns the code of an earlier URL of this browser. */
export function storedMarketingCode(
  c: Context<AppEnv>,
  param: (typeof marketingParams)[number],
): string | undefined {
  return marketingCode.safeParse(readCookie(c, cookies[param])).data
}

/**
 * Caches 200 responses in the colo's Cache API for their max-age. Use it for expensive responses
 * that are the same for every visitor. The key excludes the query. With the whole URL as the key,
 * as in hono/cache, random queries would bypass and fill the cache.
 */
export function edgeCache() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { pathname } = pathAndQuery(c.req.url)
    // A new brand name must appear at once.
    const version = queryString({ brand: c.var.config.BRAND_NAME })
    const key = new Request(`${c.var.config.SITE_ORIGIN}${pathname}${version}`)
    const cached = await readCache('Cache API match', caches.default.match(key))
    if (cached) {
      c.res = new Response(cached.body, cached)
      return
    }
    await next()
    // A failed cache write only slows the next request down, so it must not fail this request.
    const store = () => caches.default.put(key, c.res.clone()).catch(() => undefined)
    if (c.res.status === 200) c.executionCtx.waitUntil(store())
  })
}
