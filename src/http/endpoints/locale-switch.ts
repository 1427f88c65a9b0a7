import { setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { pageOfForm } from '../../domain/redirect-target.ts'
import { pathInLocale, locales } from '../../locale/locales.ts'
import type { AppEnv } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { cookieFlags } from '../cookies.ts'
import type { FormInput } from '../page/form-request.ts'

/**
 * Stores the language and redirects to the page, or to a substitute if the language lacks the page.
 */
export function switchLocale() {
  return createMiddleware<AppEnv, string, FormInput>(async (c) => {
    const form = c.req.valid('form')
    const locale = z.enum(locales).safeParse(form.text('locale')).data ?? c.var.locale
    const langs = form.text('langs')
    const hasPage = langs === '' || langs.split(' ').includes(locale)
    const page = pageOfForm(form.text(hasPage ? 'to' : 'otherwise')) ?? '/'
    setCookie(c, 'locale', locale, cookieFlags(c.var.config, { days: 365, httpOnly: false }))
    c.header('Cache-Control', cacheControl.none)
    return c.redirect(pathInLocale(locale, page), 303)
  })
}
