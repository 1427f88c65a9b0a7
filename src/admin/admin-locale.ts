import { setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { product } from '../kit/product.shared.ts'
import { pageOfForm } from '../kit/redirect-target.ts'
import { cookieFlags, singleCookie } from '../site/cookies.ts'
import { locales } from '../words/locales.shared.ts'
import { negotiateLocale } from '../words/negotiate.shared.ts'
import { isInOffice, officeHref, officePath } from '../words/office-paths.ts'
import type { AdminEnv } from './admin-env.ts'
import { adminWordsOf } from './admin-words.ts'
import { maxStrangerForm } from './routing/limit-form.ts'
import { adminPost } from './routing/admin-page.ts'

const cookie = `${product.slug}.adminLocale`
const localeName = z.enum(locales)
const pageOfOffice = z.string().refine(isInOffice)
const form = z.object({
  locale: localeName,
  back: z.string().transform(pageOfForm).pipe(pageOfOffice),
})

/** Sets the language from the cookie, or else from Accept-Language. */
export function withAdminLocale() {
  return createMiddleware<AdminEnv>(async (c, next) => {
    const stored = localeName.safeParse(singleCookie(c, cookie)).data
    const locale = stored ?? negotiateLocale(c.req.header('Accept-Language'))
    c.set('locale', locale)
    c.set('words', adminWordsOf(locale))
    await next()
    c.header('Content-Language', locale)
  })
}

/** Stores the language for a year and returns to the page. */
export const localeSwitch = adminPost({
  query: z.object({}),
  form,
  maxBytes: maxStrangerForm,
  async post(c, { locale, back }) {
    const flags = cookieFlags(c.var.context.config, { days: 365, path: officePath })
    setCookie(c, cookie, locale, flags)
    return c.redirect(back, 303)
  },
  showAgain: async (c) => c.redirect(officeHref('today'), 303),
})
