import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
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

/**
 * Returns the value of a cookie, or undefined when it is sent twice. A sibling subdomain can plant
 * a cookie with the same name, and the header does not show which cookie belongs to the shop.
 */
export function singleCookie(c: Context, name: string): string | undefined {
  const names = (c.req.header('Cookie') ?? '').split(';').map((pair) => pair.split('=')[0]?.trim())
  return names.filter((each) => each === name).length === 1 ? getCookie(c, name) : undefined
}
