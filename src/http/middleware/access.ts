import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Customer, Scope } from '../../contract/customer.ts'
import { safeTarget } from '../../domain/redirect-target.ts'
import { href } from '../../locale/paths.ts'
import type { Session } from '../../contract/common.ts'
import type { AppEnv } from '../app-env.ts'
import { apiErrorPage, forbidden } from '../page/error-pages.tsx'
import { readForm } from '../page/form-request.ts'
import { logOut, sessionOf } from './session-cookies.ts'
import type { SessionOwner } from './session-cookies.ts'

/** Who is signed in, as pages for customers find it. */
export type SignedIn = { readonly session: Session; readonly customer: Customer }

/**
 * auth-redirect: a guest's page sends on who is signed in (but takes the form, for a login resets any session); a customer's page sends who
 * is not to /register, with the way back. The profile is read at each page of a customer, and its scopes decide.
 */
export function authRedirect(access: 'guest' | 'customer', scope?: Scope) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const session = sessionOf(c, 'customer')
    if (access === 'guest') {
      const isPartner = c.req.query('as') === 'partner'
      const isSignedIn = isPartner ? sessionOf(c, 'referrer') !== null : session !== null
      return isSignedIn && c.req.method !== 'POST' ? sendAway(c, targetAfterLogin(c)) : next()
    }
    if (!session) return notACustomer(c)
    const profile = await c.var.api.customerProfile({}, { session })
    if (!profile.ok)
      return profile.error.status === 401 ? notACustomer(c) : apiErrorPage(c, profile.error)
    const customer = profile.value.user
    if (scope && !customer.scope.includes(scope)) return forbidden(c)
    c.set('signedIn', { session, customer })
    return next()
  })
}

/**
 * referral: the cabinet needs both cookies; without them 301 to the home page (specification, section 2). A form that is sent without them
 * goes on, so that the page can show it again: whose session has ended does not lose what was typed.
 */
export function referral() {
  return createMiddleware<AppEnv>(async (c, next) =>
    c.req.method !== 'POST' && sessionOf(c, 'referrer') === null ? notAPartner(c) : next(),
  )
}

/** Logging out stands before every other guard: who leaves has left, also while the API does not answer. */
export function leaving(owner: SessionOwner) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const isLeaving = c.req.method === 'POST' && (await readForm(c)).text('action') === 'log-out'
    if (!isLeaving) return next()
    await logOut(c, owner)
    // What the browser keeps for a lost network goes as well, also when no script has told the service worker.
    c.header('Clear-Site-Data', '"storage"')
    return sendAway(c, href(c.var.locale, 'home'))
  })
}

/** Where somebody goes who is no partner, or no longer one. No browser may keep it, or who signs in later would still land at home. */
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

/** Where somebody goes who is not signed in, or no longer, with the way back. */
export function notACustomer(c: Context<AppEnv>): Response {
  const { pathname, search } = new URL(c.req.url)
  const redirect = safeTarget(pathname + search) ?? undefined
  return sendAway(c, href(c.var.locale, 'register', null, { redirect }))
}

function sendAway(c: Context<AppEnv>, to: string): Response {
  c.header('Cache-Control', 'private, no-store')
  return c.redirect(to, 303)
}
