import type { AppContext } from './app-env.ts'
import type { CookieOptions } from 'hono/utils/cookie'

type CookieLife = {
  readonly days: number
  /** Hidden from scripts, unless the boot script reads it. */
  readonly httpOnly?: boolean
}

export function cookieFlags(c: AppContext, { days, httpOnly = true }: CookieLife): CookieOptions {
  return {
    path: '/',
    maxAge: days * 86_400,
    httpOnly,
    sameSite: 'Lax',
    // Browsers drop Secure cookies on plain http, as in local development.
    secure: c.var.config.SITE_ORIGIN.startsWith('https:'),
  }
}
