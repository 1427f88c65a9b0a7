import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { secretID } from '../../contract/common.ts'
import { secretID as newSecretID } from '../../domain/secret-id.ts'
import type { AppEnv } from '../app-env.ts'
import { cookieFlags } from '../cookies.ts'

const cookie = 'esim.signInNonce'
/** As long as a session. After that the browser is a new one for rate limits. */
const days = 300

/**
 * The nonce of this browser, stored in a cookie at first use. Codes work only in the browser that
 * asked for them, and a browser that has signed in has rate limits of its own.
 */
export function signInNonce(c: Context<AppEnv>): string {
  const known = secretID.safeParse(getCookie(c, cookie))
  if (known.success) return known.data
  const nonce = newSecretID()
  setCookie(c, cookie, nonce, cookieFlags(c, { days }))
  return nonce
}
