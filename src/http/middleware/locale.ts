import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { defaultLocale, localeOf, locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { negotiateLocale } from '../../locale/negotiate.ts'
import { href } from '../../locale/paths.ts'
import { wordsOf } from '../../locale/words.ts'
import type { AppEnv } from '../app-env.ts'
import { cacheControl } from '../cache-control.ts'

const localeSchema = z.enum(locales)

export function withLocale() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const locale = localeOf(c.req.path)
    c.set('locale', locale)
    c.set('words', wordsOf(locale))
    await next()
    c.header('Content-Language', locale)
  })
}

/**
 * Redirects `/` to the locale of the cookie, or else of Accept-Language. No other page redirects.
 */
export function redirectHomeByLanguage() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const stored = localeSchema.safeParse(getCookie(c, 'locale')).data
    const locale: Locale = stored ?? negotiateLocale(c.req.header('Accept-Language'))
    if (locale === defaultLocale) await next()
    else c.res = c.redirect(href(locale, 'home') + new URL(c.req.url).search, 302)
    c.header('Cache-Control', cacheControl.revalidate)
    c.header('Vary', 'Accept-Language, Cookie')
  })
}
