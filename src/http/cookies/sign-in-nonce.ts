import { setCookie } from 'hono/cookie'
import { secretIDSchema } from '../../contract/common.ts'
import { cookieDays } from '../../domain/cookie-days.ts'
import { product } from '../../domain/product.ts'
import { secretID } from '../../domain/secret-id.ts'
import type { AppContext } from '../app-env.ts'
import { cookieFlags, singleCookie } from './cookies.ts'

const cookie = `${product.slug}.signInNonce`

/**
 * Returns the nonce of this browser, stored in a cookie at first use. Codes work only in the
 * browser that requested them. A browser that has signed in has its own rate limits.
 */
export function signInNonce(c: AppContext): string {
  const known = knownNonce(c)
  if (known !== undefined) return known
  const nonce = secretID()
  storeNonce(c, nonce)
  return nonce
}

/**
 * Stores the nonce that the browser got at sign-in. A site on a subdomain may have planted the old
 * nonce.
 */
export function storeNonce(c: AppContext, nonce: string): void {
  setCookie(c, cookie, nonce, cookieFlags(c.var.config, { days: cookieDays.signInNonce }))
}

/** Returns the nonce if the browser has visited a sign-in page, or undefined. Sets no cookie. */
export function knownNonce(c: AppContext): string | undefined {
  return secretIDSchema.safeParse(singleCookie(c, cookie)).data
}
