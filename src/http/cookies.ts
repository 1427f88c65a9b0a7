import type { CookieOptions } from 'hono/utils/cookie'

type CookieLife = {
  readonly days: number
  /** Hidden from scripts, unless the boot script reads it. */
  readonly httpOnly?: boolean
  readonly path?: string
  readonly sameSite?: 'Lax' | 'Strict'
}
type CookieSettings = { readonly SITE_ORIGIN: string }

export function cookieFlags(
  { SITE_ORIGIN }: CookieSettings,
  { days, httpOnly = true, path = '/', sameSite = 'Lax' }: CookieLife,
): CookieOptions {
  return {
    path,
    maxAge: days * 86_400,
    httpOnly,
    sameSite,
    // Browsers drop Secure cookies on plain http, as in local development.
    secure: SITE_ORIGIN.startsWith('https:'),
  }
}
