import { z } from 'zod'
import { safeTarget, pageOfForm } from '../kit/redirect-target.ts'
import { pathInLocale, locales, type Locale } from '../words/locales.shared.ts'
import { cacheControl } from '../kit/http.ts'
import { cookies, readCookie, storeCookie } from './cookies.ts'
import type { EndpointFormContext } from './form-input.ts'
import type { AppContext } from './app-env.ts'

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
  storeCookie(c, c.var.config, cookies.locale, locale)
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

export const consentFields = z.object({ to: z.string().catch('') })

export function acceptConsent(c: EndpointFormContext<typeof consentFields>): Response {
  const { to } = c.req.valid('form')
  storeCookie(c, c.var.config, cookies.consent, '1')
  c.header('Cache-Control', cacheControl.none)
  return c.redirect(pageOfVisitor(to, c.req.header('Referer')) ?? '/', 303)
}

/**
 * Shows the banner without JavaScript. Pages are the same for every visitor. Only this stylesheet,
 * which `noscript` links to, depends on the visitor's consent.
 */
export function consentStyles(c: AppContext): Response {
  const hasConsented = readCookie(c, cookies.consent) !== undefined
  return c.body(hasConsented ? '' : '.consent[hidden]{display:flex}', 200, {
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': cacheControl.private,
  })
}

/**
 * Returns the page of a form with the query of the visitor's URL. A stored page has only the
 * parameters that it uses in its forms, but others must survive too, for example those of a
 * campaign. Returns null if the form's page is outside the shop.
 */
function pageOfVisitor(formPage: string, referer: string | undefined): string | null {
  const page = pageOfForm(formPage)
  if (page === null || referer === undefined || !URL.canParse(referer)) return page
  const { pathname, search } = new URL(referer)
  return pathname === page.split('?')[0] ? (pageOfForm(pathname + search) ?? page) : page
}
