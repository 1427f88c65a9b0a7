import { createMiddleware } from 'hono/factory'
import { parse } from 'hono/utils/cookie'
import type { StorefrontConfig } from '../../config/storefront-config.ts'
import { pathInLocale, localeOf, locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { negotiateLocale } from '../../locale/negotiate.ts'
import type { AppEnv } from '../app-env.ts'
import { pathAndQuery } from '../../domain/path-and-query.ts'
import { cacheControl } from '../../domain/cache-control.ts'

/**
 * Returns the redirect target of a locale's home page for this visitor: the page of ROOT_REDIRECT.
 * From `/`, its locale is that of the cookie or of Accept-Language. Returns null if there is no
 * redirect. No other page redirects.
 */
export function homeTarget(
  path: string,
  headers: Headers,
  { ROOT_REDIRECT }: Pick<StorefrontConfig, 'ROOT_REDIRECT'>,
): string | null {
  const locale = path === '/' ? preferredLocale(headers) : localeOf(path)
  const target = pathInLocale(locale, ROOT_REDIRECT ?? '/')
  return target === path ? null : target
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

function preferredLocale(headers: Headers): Locale {
  return (
    storedLocale(headers.get('Cookie')) ??
    negotiateLocale(headers.get('Accept-Language') ?? undefined)
  )
}

function storedLocale(cookies: string | null): Locale | undefined {
  const stored = cookies === null ? undefined : parse(cookies, 'locale')['locale']
  return locales.find((locale) => locale === stored)
}
