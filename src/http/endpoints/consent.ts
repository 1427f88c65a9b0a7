import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { AppContext } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { cookieDays } from '../../domain/cookie-days.ts'
import { cookieFlags } from '../cookies/cookies.ts'
import type { EndpointFormContext } from '../page/form-input.ts'
import { pageOfVisitor } from './page-of-visitor.ts'

const cookie = 'cookieConsent'

export const consentFields = z.object({ to: z.string().catch('') })

export function acceptConsent(c: EndpointFormContext<typeof consentFields>): Response {
  const { to } = c.req.valid('form')
  const flags = cookieFlags(c.var.config, { days: cookieDays.preferences, httpOnly: false })
  setCookie(c, cookie, '1', flags)
  c.header('Cache-Control', cacheControl.none)
  return c.redirect(pageOfVisitor(to, c.req.header('Referer')) ?? '/', 303)
}

/**
 * Shows the banner without JavaScript. Pages are the same for every visitor. Only this stylesheet,
 * which `noscript` links to, depends on the visitor's consent.
 */
export function consentStyles(c: AppContext): Response {
  const hasConsented = getCookie(c, cookie) !== undefined
  return c.body(hasConsented ? '' : '.consent[hidden]{display:flex}', 200, {
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': cacheControl.private,
  })
}
