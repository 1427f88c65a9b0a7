import type { Context } from 'hono'
import { getCookie, deleteCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { createMiddleware } from 'hono/factory'
import { secretIDSchema, type Session, type SessionOwner } from '../api/common.ts'
import { cookieDays } from '../kit/limits.shared.ts'
import { product } from '../kit/product.shared.ts'
import type { AppContext, AppEnv } from './app-env.ts'
import { cacheControl } from '../kit/http.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { phoneID } from '../orders/order-query.ts'
import { officePath } from '../words/office-paths.ts'

type CookieSettings = { readonly SITE_ORIGIN: string }

type Cookie = {
  readonly name: string
  readonly days: number
  /** Hides the cookie from scripts. False if the boot script reads the cookie. */
  readonly httpOnly?: boolean
  readonly path?: string
  readonly sameSite?: 'Lax' | 'Strict'
}

const { slug } = product
const readByScripts = { days: cookieDays.preferences, httpOnly: false }
const ofSession = { days: cookieDays.session }
const ofOffice = { path: officePath }

/** Every cookie of the shop and of the back office (specification, sections 4 and 9). */
export const cookies = {
  locale: { name: 'locale', ...readByScripts },
  consent: { name: 'cookieConsent', ...readByScripts },
  customerID: { name: `${slug}.sessionID`, ...ofSession },
  customerToken: { name: `${slug}.token`, ...ofSession },
  partnerID: { name: 'refAppSessionID', ...ofSession },
  partnerToken: { name: 'refToken', ...ofSession },
  /** `local` while the customer is signed in by password. */
  strategy: { name: `${slug}.strategy`, ...ofSession },
  signInNonce: { name: `${slug}.signInNonce`, days: cookieDays.signInNonce },
  /** The codes of `?promo=` and `?refid=`. */
  promo: { name: 'promocode', days: cookieDays.marketing },
  refid: { name: 'referralCode', days: cookieDays.marketing },
  /** The phone that fits an order: the id of a model, or `eid`. */
  phone: { name: 'phone', days: cookieDays.phone },
  /** The page that may confirm a form, for five minutes. */
  notice: { name: `${slug}.notice`, days: 5 / 1440 },
  officeLocale: { name: `${slug}.adminLocale`, days: 365, ...ofOffice },
  /** The session of `npm start`. */
  officeSession: { name: `${slug}.admin`, days: 0.5, sameSite: 'Strict', ...ofOffice },
  /** The role whose rights an owner tries. */
  officeRole: { name: `${slug}.adminRole`, days: 0.5, sameSite: 'Strict', ...ofOffice },
} as const satisfies { readonly [name: string]: Cookie }

export function cookieFlags(
  { SITE_ORIGIN }: CookieSettings,
  { days, httpOnly = true, path = '/', sameSite = 'Lax' }: Cookie,
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

export function storeCookie(c: Context, config: CookieSettings, cookie: Cookie, value: string) {
  setCookie(c, cookie.name, value, cookieFlags(config, cookie))
}

export function dropCookie(c: Context, { name, path = '/' }: Cookie): void {
  deleteCookie(c, name, { path })
}

/**
 * Returns the value of a cookie, or undefined when it is sent twice. A sibling subdomain can plant
 * a cookie with the same name, and the header does not show which cookie belongs to the shop.
 */
export function readCookie(c: Context, { name }: Cookie): string | undefined {
  const names = (c.req.header('Cookie') ?? '').split(';').map((pair) => pair.split('=')[0]?.trim())
  return names.filter((each) => each === name).length === 1 ? getCookie(c, name) : undefined
}

const sessionCookies = {
  customer: [cookies.customerID, cookies.customerToken],
  referrer: [cookies.partnerID, cookies.partnerToken],
} as const

/**
 * Returns the session in the cookies, or null when a cookie is missing or malformed. The API
 * decides whether the session is valid.
 */
export function sessionOf(c: AppContext, owner: SessionOwner): Session | null {
  const [sessionID, token] = sessionCookies[owner].map(
    (cookie) => secretIDSchema.safeParse(readCookie(c, cookie)).data,
  )
  return sessionID === undefined || token === undefined ? null : { sessionID, token }
}

/** Strategy `local` has its own operations for profile and sign-out (specification, section 7). */
export function isSignedInByPassword(c: AppContext): boolean {
  return readCookie(c, cookies.strategy) === 'local'
}

/** Stores a customer's session that a password has opened. */
export function storePasswordSession(c: AppContext, session: Session): void {
  storeSession(c, 'customer', session)
  storeCookie(c, c.var.config, cookies.strategy, 'local')
}

/** Stores a new session and ends the previous session, because sign-in resets any session. */
export function storeSession(c: AppContext, owner: SessionOwner, session: Session): void {
  const previous = sessionOf(c, owner)
  if (previous) {
    c.executionCtx.waitUntil(endOnce(c, owner, previous))
    deleteCopies(c)
  }
  if (owner === 'customer' && isSignedInByPassword(c)) dropCookie(c, cookies.strategy)
  const [sessionID, token] = sessionCookies[owner]
  storeCookie(c, c.var.config, sessionID, session.sessionID)
  storeCookie(c, c.var.config, token, session.token)
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
  for (const cookie of sessionCookies[owner]) dropCookie(c, cookie)
  if (owner === 'customer') dropCookie(c, cookies.strategy)
}

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
  storeCookie(c, c.var.config, cookies.signInNonce, nonce)
}

/** Returns the nonce if the browser has visited a sign-in page, or undefined. Sets no cookie. */
export function knownNonce(c: AppContext): string | undefined {
  return secretIDSchema.safeParse(readCookie(c, cookies.signInNonce)).data
}

/**
 * Stores the checked phone in a cookie for the next order. The pages in between are the same for
 * every visitor, so their links cannot contain the phone.
 * @param phone the phone that fits: the id of a model, or `eid`. Null if the phone may not fit.
 */
export function rememberPhone(c: AppContext, phone: string | null): void {
  if (phone !== null) storeCookie(c, c.var.config, cookies.phone, phone)
  else if (rememberedPhone(c) !== undefined) dropCookie(c, cookies.phone)
}

export function rememberedPhone(c: AppContext): string | undefined {
  return phoneID.safeParse(readCookie(c, cookies.phone)).data
}
