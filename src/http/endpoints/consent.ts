import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { pageOfForm } from '../../domain/redirect-target.ts'
import { isSecure } from '../cookies.ts'
import type { AppEnv } from '../app-env.ts'
import { readForm } from '../page/form-request.ts'

const year = 365 * 86_400

/** The banner's OK without JavaScript: stores the consent and goes back to the page. */
export function acceptConsent() {
  return createMiddleware<AppEnv>(async (c) => {
    const form = await readForm(c)
    setCookie(c, 'cookieConsent', '1', {
      path: '/',
      maxAge: year,
      sameSite: 'Lax',
      secure: isSecure(c),
    })
    c.header('Cache-Control', 'no-store')
    return c.redirect(pageOfForm(form.text('to')) ?? '/', 303)
  })
}

/**
 * Shows the banner where no script does. Pages are the same for everyone, so it is this stylesheet, asked for inside
 * `noscript` alone, that knows whether the visitor has agreed.
 */
export function consentStyles() {
  return createMiddleware<AppEnv>(async (c) => {
    const hasAgreed = getCookie(c, 'cookieConsent') !== undefined
    c.header('Content-Type', 'text/css; charset=utf-8')
    c.header('Cache-Control', 'private, no-store')
    return c.body(hasAgreed ? '' : '.consent[hidden]{display:flex}')
  })
}
