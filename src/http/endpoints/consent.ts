import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { pageOfForm } from '../../domain/redirect-target.ts'
import type { AppEnv } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { cookieDays } from '../../domain/cookie-days.ts'
import { cookieFlags } from '../cookies.ts'
import type { FormInput } from '../page/form-request.ts'

export function acceptConsent() {
  return createMiddleware<AppEnv, string, FormInput>(async (c) => {
    const form = c.req.valid('form')
    setCookie(
      c,
      'cookieConsent',
      '1',
      cookieFlags(c.var.config, { days: cookieDays.preferences, httpOnly: false }),
    )
    c.header('Cache-Control', cacheControl.none)
    return c.redirect(pageOfForm(form.text('to')) ?? '/', 303)
  })
}

/**
 * Shows the banner without JavaScript. Pages are the same for every visitor. Only this stylesheet,
 * which `noscript` links to, depends on the visitor's consent.
 */
export function consentStyles() {
  return createMiddleware<AppEnv>(async (c) => {
    const hasConsented = getCookie(c, 'cookieConsent') !== undefined
    c.header('Content-Type', 'text/css; charset=utf-8')
    c.header('Cache-Control', cacheControl.private)
    return c.body(hasConsented ? '' : '.consent[hidden]{display:flex}')
  })
}
