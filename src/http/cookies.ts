import type { CookieOptions } from 'hono/utils/cookie'

type CookieLife = {
  readonly days: number
  /** Hides the cookie from scripts. False if the boot script reads the cookie. */
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
    // Browsers reject Secure cookies over plain HTTP, which local development uses.
    secure: SITE_ORIGIN.startsWith('https:'),
  }
}
