import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { secretID } from '../../contract/common.ts'
import type { Session } from '../../contract/common.ts'
import type { ApiClient } from '../../api/api-client.ts'
import { isSecure } from '../cookies.ts'
import type { AppEnv } from '../app-env.ts'

export type SessionOwner = 'customer' | 'referrer'

/** Names of the decisions, section 4; kept for 300 days (specification, section 9). */
const cookiesOf = {
  customer: { sessionID: 'esim.sessionID', token: 'esim.token' },
  referrer: { sessionID: 'refAppSessionID', token: 'refToken' },
} as const
const lifetime = 300 * 86_400

/** The session of the request's cookies; null when one is missing or malformed. Whether the API takes it is not known yet. */
export function sessionOf(c: Context<AppEnv>, owner: SessionOwner): Session | null {
  const names = cookiesOf[owner]
  const sessionID = secretID.safeParse(getCookie(c, names.sessionID))
  const token = secretID.safeParse(getCookie(c, names.token))
  return sessionID.success && token.success
    ? { sessionID: sessionID.data, token: token.data }
    : null
}

/** Login resets any session: the one before is ended at the server, and the new one has a new identifier. */
export function keepSession(c: Context<AppEnv>, owner: SessionOwner, session: Session): void {
  const before = sessionOf(c, owner)
  if (before) c.executionCtx.waitUntil(endOnce(c.var.api, owner, before))
  const { sessionID, token } = cookiesOf[owner]
  const flags = {
    path: '/',
    maxAge: lifetime,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(c),
  } as const
  setCookie(c, sessionID, session.sessionID, flags)
  setCookie(c, token, session.token, flags)
  // What was refused until now was not this session.
  c.var.refusedSessions.delete(owner)
}

/** Ends the session at the server and clears its cookies, also when the server does not answer. */
export async function logOut(c: Context<AppEnv>, owner: SessionOwner): Promise<void> {
  const session = sessionOf(c, owner)
  if (session) await endOnce(c.var.api, owner, session)
  clearCookies(c, owner)
}

/** Clears what the API has refused, after the page is made, and ends it at the server: once, however many requests were refused. */
export function forgetRefusedSessions() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const refused = new Set<SessionOwner>()
    c.set('refusedSessions', refused)
    await next()
    for (const owner of refused) {
      const session = sessionOf(c, owner)
      if (session) c.executionCtx.waitUntil(endOnce(c.var.api, owner, session))
      clearCookies(c, owner)
    }
    if (refused.size > 0) c.header('Cache-Control', 'private, no-store')
  })
}

/** Sessions that were logged out of here lately: an identifier never comes back, for each login makes a new one. */
const ended = new Set<string>()
const endedAtMost = 1000

async function endOnce(api: ApiClient, owner: SessionOwner, session: Session): Promise<void> {
  if (ended.has(session.sessionID)) return
  ended.add(session.sessionID)
  const [oldest] = ended
  if (ended.size > endedAtMost && oldest !== undefined) ended.delete(oldest)
  await (owner === 'customer'
    ? api.customerLogout({}, { session })
    : api.referrerLogout({}, { session }))
}

function clearCookies(c: Context<AppEnv>, owner: SessionOwner): void {
  for (const name of Object.values(cookiesOf[owner])) deleteCookie(c, name, { path: '/' })
}
