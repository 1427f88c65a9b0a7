import { createMiddleware } from 'hono/factory'
import { localeOf } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import type { AppEnv } from '../app-env.ts'

/** Sets the locale of the path and its words for all handlers. */
export function withLocale() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const locale = localeOf(c.req.path)
    c.set('locale', locale)
    c.set('words', wordsOf(locale))
    await next()
    // `c.header` would copy the response.
    c.res.headers.set('Content-Language', locale)
  })
}
