import type { Context } from 'hono'
import { getCookie, deleteCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { createMiddleware } from 'hono/factory'
import { secretIDSchema } from '../api/common.ts'
import type { Session, SessionOwner } from '../api/common.ts'
import { cookieDays } from '../kit/limits.shared.ts'
import { product } from '../kit/product.shared.ts'
import type { AppContext, AppEnv } from './app-env.ts'
import { cacheControl } from '../kit/http.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { phoneID } from '../orders/order-query.ts'

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

const cookieNames = {
  customer: { sessionID: `${product.slug}.sessionID`, token: `${product.slug}.token` },
  referrer: { sessionID: 'refAppSessionID', token: 'refToken' },
} as const
/** `local` while the customer is signed in by password (specification, section 4). */
const strategyCookie = `${product.slug}.strategy`

/**
 * Returns the session in the cookies, or null when a cookie is missing or malformed. The API
 * decides whether the session is valid.
 */
export function sessionOf(c: AppContext, owner: SessionOwner): Session | null {
  const names = cookieNames[owner]
  const sessionID = secretIDSchema.safeParse(singleCookie(c, names.sessionID))
  const token = secretIDSchema.safeParse(singleCookie(c, names.token))
  return sessionID.success && token.success
    ? { sessionID: sessionID.data, token: token.data }
    : null
}

/** Strategy `local` has its own operations for profile and sign-out (specification, section 7). */
export function isSignedInByPassword(c: AppContext): boolean {
  return singleCookie(c, strategyCookie) === 'local'
}

/** Stores a customer's session that a password has opened. */
export function storePasswordSession(c: AppContext, session: Session): void {
  storeSession(c, 'customer', session)
  setCookie(c, strategyCookie, 'local', cookieFlags(c.var.config, { days: cookieDays.session }))
}

/** Stores a new session and ends the previous session, because sign-in resets any session. */
export function storeSession(c: AppContext, owner: SessionOwner, session: Session): void {
  const previous = sessionOf(c, owner)
  if (previous) {
    c.executionCtx.waitUntil(endOnce(c, owner, previous))
    deleteCopies(c)
  }
  if (owner === 'customer' && isSignedInByPassword(c))
    deleteCookie(c, strategyCookie, { path: '/' })
  const { sessionID, token } = cookieNames[owner]
  const flags = cookieFlags(c.var.config, { days: cookieDays.session })
  setCookie(c, sessionID, session.sessionID, flags)
  setCookie(c, token, session.token, flags)
  // A rejection during this request was about the previous session.
  c.var.rejectedSessions.delete(owner)
}

export async function logOut(c: AppContext, owner: SessionOwner): Promise<void> {
  const session = sessionOf(c, owner)
  if (session) await endOnce(c, owner, session)
  clearCookies(c, owner)
  deleteCopies(c)
}

/**
 * Deletes offline copies of eSIMs from the browser, whose session has ended or is another person's.
 */
function deleteCopies(c: AppContext): void {
  c.header('Clear-Site-Data', '"storage"')
}

/**
 * Ends the sessions that the API rejected with 401 during the request, and clears their cookies.
 */
export function clearRejectedSessions() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const rejected = new Set<SessionOwner>()
    c.set('rejectedSessions', rejected)
    await next()
    for (const owner of rejected) {
      const session = sessionOf(c, owner)
      if (session) c.executionCtx.waitUntil(endOnce(c, owner, session))
      clearCookies(c, owner)
      deleteCopies(c)
    }
    if (rejected.size > 0) c.header('Cache-Control', cacheControl.private)
  })
}

/** Ids of sessions that this isolate has ended recently. Ids are never reused. */
const ended = new Set<string>()
const maxEnded = 1000

async function endOnce(c: AppContext, owner: SessionOwner, session: Session): Promise<void> {
  const { api } = c.var
  if (ended.has(session.sessionID)) return
  ended.add(session.sessionID)
  const [oldest] = ended
  if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest)
  if (owner === 'referrer') await api.referrerLogout({}, { session })
  else if (isSignedInByPassword(c)) await api.passwordLogout({}, { session })
  else await api.customerLogout({}, { session })
}

function clearCookies(c: AppContext, owner: SessionOwner): void {
  for (const name of Object.values(cookieNames[owner])) deleteCookie(c, name, { path: '/' })
  if (owner === 'customer') deleteCookie(c, strategyCookie, { path: '/' })
}

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

const cookieName = 'phone'

/**
 * Stores the checked phone in a cookie for the next order. The pages in between are the same for
 * every visitor, so their links cannot contain the phone.
 * @param phone the phone that fits: the id of a model, or `eid`. Null if the phone may not fit.
 */
export function rememberPhone(c: AppContext, phone: string | null): void {
  if (phone !== null)
    setCookie(c, cookieName, phone, cookieFlags(c.var.config, { days: cookieDays.phone }))
  else if (rememberedPhone(c) !== undefined) deleteCookie(c, cookieName, { path: '/' })
}

export function rememberedPhone(c: AppContext): string | undefined {
  return phoneID.safeParse(singleCookie(c, cookieName)).data
}
