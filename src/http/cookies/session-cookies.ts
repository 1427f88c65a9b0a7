import { deleteCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { secretIDSchema } from '../../contract/common.ts'
import type { Session, SessionOwner } from '../../contract/common.ts'
import { cookieDays } from '../../domain/cookie-days.ts'
import { product } from '../../domain/product.ts'
import type { AppContext, AppEnv } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { cookieFlags, singleCookie } from './cookies.ts'

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
  if (previous) c.executionCtx.waitUntil(endOnce(c, owner, previous))
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
