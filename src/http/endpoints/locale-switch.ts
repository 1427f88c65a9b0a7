import { setCookie } from 'hono/cookie'
import { z } from 'zod'
import { safeTarget } from '../../domain/redirect-target.ts'
import { pathInLocale, locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { cookieDays } from '../../domain/cookie-days.ts'
import { cookieFlags } from '../cookies/cookies.ts'
import type { EndpointFormContext } from '../page/form-input.ts'
import { pageOfVisitor } from './page-of-visitor.ts'

const text = z.string().catch('')

export const localeFields = z.object({
  locale: z.enum(locales).optional().catch(undefined),
  /** The languages of the page, separated by spaces. Empty if it has all. */
  langs: text,
  to: text,
  /** The page to show in a language that the page lacks. */
  otherwise: text,
})

/**
 * Stores the language and redirects to the page, or to a substitute if the language lacks the page.
 */
export function switchLocale(c: EndpointFormContext<typeof localeFields>): Response {
  const { locale = c.var.locale, langs, to, otherwise } = c.req.valid('form')
  const hasPage = langs === '' || langs.split(' ').includes(locale)
  const formPage = hasPage ? to : otherwise
  const page = pageOfVisitor(formPage, c.req.header('Referer')) ?? '/'
  const flags = cookieFlags(c.var.config, { days: cookieDays.preferences, httpOnly: false })
  setCookie(c, 'locale', locale, flags)
  c.header('Cache-Control', cacheControl.none)
  return c.redirect(pathInLocale(locale, withTarget(page, locale)), 303)
}

/** Also translates the page that follows sign-in, which would switch the language back. */
function withTarget(page: string, locale: Locale): string {
  const [path = page, ...search] = page.split('?')
  const query = new URLSearchParams(search.join('?'))
  const target = safeTarget(query.get('redirect'))
  if (target === null) return page
  query.set('redirect', pathInLocale(locale, target))
  return `${path}?${query.toString()}`
}
