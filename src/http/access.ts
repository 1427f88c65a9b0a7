import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Customer, Scope } from '../contract/customer.ts'
import { safeTarget } from '../shared/domain/redirect-target.ts'
import { href } from '../shared/locale/paths.ts'
import type { Session } from '../upstream/upstream.ts'
import type { AppEnv } from './env.ts'
import { failurePage, forbidden } from './failure.tsx'
import { sessionOf } from './session.ts'

/** Who is signed in, as pages for customers find it. */
export type SignedIn = { readonly session: Session; readonly customer: Customer }

/**
 * auth-redirect: a guest's page sends on who is signed in, a customer's page sends who is not to /register, with the way back. The profile
 * is read at each page of a customer, and its scopes decide.
 */
export function authRedirect(access: 'guest' | 'customer', scope?: Scope) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const session = sessionOf(c, 'customer')
    if (access === 'guest') {
      const isPartner = c.req.query('as') === 'partner'
      const isSignedIn = isPartner ? sessionOf(c, 'referrer') !== null : session !== null
      return isSignedIn ? sendAway(c, targetAfterLogin(c)) : next()
    }
    if (!session) return sendAway(c, toRegister(c))
    const profile = await c.var.upstream.customerProfile({}, { session })
    if (!profile.ok)
      return profile.status === 401 ? sendAway(c, toRegister(c)) : failurePage(c, profile)
    const customer = profile.value.user
    if (scope && !customer.scope.includes(scope)) return forbidden(c)
    c.set('signedIn', { session, customer })
    return next()
  })
}

/**
 * referral: the cabinet needs both cookies; without them 301 to the home page (specification, section 2). No browser may keep that, or a
 * partner who signs in later would still land at home.
 */
export function referral() {
  return createMiddleware<AppEnv>(async (c, next) =>
    sessionOf(c, 'referrer') === null ? notAPartner(c) : next(),
  )
}

/** Where somebody goes who is no partner, or no longer one. */
export function notAPartner(c: Context<AppEnv>): Response {
  c.header('Cache-Control', 'private, no-store')
  c.header('Vary', 'Cookie')
  return c.redirect(href(c.var.locale, 'home'), 301)
}

/** Where a login leads: the page one came from, if that is safe; else one's own page. */
export function targetAfterLogin(c: Context<AppEnv>): string {
  const own = c.req.query('as') === 'partner' ? 'referralProgram' : 'account'
  return safeTarget(c.req.query('redirect')) ?? href(c.var.locale, own)
}

/** The customer of a page that only customers see. */
export function signedIn(c: Context<AppEnv>): SignedIn {
  const who = c.var.signedIn
  if (!who) throw new Error('a page for customers without its guard')
  return who
}

function toRegister(c: Context<AppEnv>): string {
  const { pathname, search } = new URL(c.req.url)
  const redirect = safeTarget(pathname + search) ?? undefined
  return href(c.var.locale, 'register', null, { redirect })
}

function sendAway(c: Context<AppEnv>, to: string): Response {
  c.header('Cache-Control', 'private, no-store')
  return c.redirect(to, 303)
}
