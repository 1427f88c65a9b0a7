import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { z } from 'zod'
import type { StorefrontConfig } from '../../config/storefront-config.ts'
import { defaultLocale, locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { negotiateLocale } from '../../locale/negotiate.ts'
import { href } from '../../locale/paths.ts'
import type { AppEnv } from '../app-env.ts'
import { cacheControl } from '../cache-control.ts'

const localeSchema = z.enum(locales)

/** Whether `/` redirects this visitor, by a setting or by language. */
export function redirectsHome(c: Context<AppEnv>, { ROOT_REDIRECT }: StorefrontConfig): boolean {
  const hasOtherRoot = ROOT_REDIRECT !== null && ROOT_REDIRECT !== '/'
  return hasOtherRoot || preferredLocale(c) !== defaultLocale
}

/** Redirects `/` to the page of the setting, if it names one. */
export function redirectRoot() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { ROOT_REDIRECT } = c.var.config
    if (ROOT_REDIRECT === null || ROOT_REDIRECT === '/') return next()
    return c.redirect(ROOT_REDIRECT + new URL(c.req.url).search, 302)
  })
}

/**
 * Redirects `/` to the locale of the cookie, or else of Accept-Language. No other page redirects.
 */
export function redirectHomeByLanguage() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const locale = preferredLocale(c)
    if (locale === defaultLocale) await next()
    else c.res = c.redirect(href(locale, 'home') + new URL(c.req.url).search, 302)
    // An incomplete page must not be stored.
    if (c.res.headers.get('Cache-Control') !== cacheControl.none)
      c.header('Cache-Control', cacheControl.revalidate)
    c.header('Vary', 'Accept-Language, Cookie')
  })
}

function preferredLocale(c: Context<AppEnv>): Locale {
  const stored = localeSchema.safeParse(getCookie(c, 'locale')).data
  return stored ?? negotiateLocale(c.req.header('Accept-Language'))
}
