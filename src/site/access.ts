import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { isUnauthorized } from './api/api-result.ts'
import type { Scope } from '../accounts/operations.ts'
import { utmQuery, type Session, type SessionOwner } from '../api/common.ts'
import { pathAndQuery, safeTarget } from '../kit/redirect-target.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import type { AppContext, AppEnv, SignedInCustomer } from './app-env.ts'
import { cacheControl } from '../kit/http.ts'
import { apiErrorPage, forbiddenPage } from './error-pages.tsx'
import { readForm } from './form-input.ts'
import { hasNotice } from './form-notices.ts'
import { validQuery, type ValidQuery } from './page-input.ts'
import { isSignedInByPassword, logOut, sessionOf } from './cookies.ts'

/**
 * The query of sign-in pages. An unsafe redirect target is ignored, and so is a page that would
 * confirm a form, because the sign-in is another form.
 */
export const signInQuery = z.object({
  as: z.literal('partner').optional().catch(undefined),
  redirect: z
    .string()
    .refine((target) => safeTarget(target) !== null && !hasNotice(target.split('?')[1] ?? ''))
    .optional()
    .catch(undefined),
  /** A form was sent after its session had ended. */
  unsaved: z.literal('1').optional().catch(undefined),
  ...utmQuery,
})
export type SignInQuery = z.output<typeof signInQuery>

/**
 * Guest pages redirect signed-in visitors to the page that follows sign-in. Their POST still works,
 * because sign-in resets any session. Customer pages redirect guests to /register and back after
 * it. They answer 403 when the profile lacks the scope.
 */
export function authRedirect(access: 'guest' | 'customer', scope?: Scope) {
  return access === 'guest' ? requireGuest() : requireCustomer(scope)
}

/**
 * The partner account requires both partner cookies. Without them it answers 301 to the home page
 * (specification, section 2). A POST passes, so that its page can show the form again. An expired
 * session must not lose the typed text.
 */
export function referral() {
  return createMiddleware<AppEnv>(async (c, next) =>
    c.req.method !== 'POST' && sessionOf(c, 'referrer') === null ? redirectToHome(c) : next(),
  )
}

/** Handles the log-out form. This guard runs first, so that it also works while the API is down. */
export function handleLogOut(owner: SessionOwner) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const isLogOut = c.req.method === 'POST' && (await readForm(c)).text('action') === 'log-out'
    if (!isLogOut) return next()
    return logOutAndRedirect(c, owner)
  })
}

/** Ends the session of this browser and redirects to the home page. */
export async function logOutAndRedirect(c: AppContext, owner: SessionOwner): Promise<Response> {
  await logOut(c, owner)
  return seeOther(c, href(c.var.locale, 'home'))
}

/**
 * Redirects to the home page. Browsers store a 301. Without these headers, a partner who signs in
 * later would still be redirected.
 */
export function redirectToHome(c: AppContext): Response {
  c.header('Cache-Control', cacheControl.private)
  c.header('Vary', 'Cookie')
  return c.redirect(href(c.var.locale, 'home'), 301)
}

/** Redirects to the registration, which says that a form was not saved, and returns to this page. */
export function redirectToRegister(c: AppContext): Response {
  const { pathname, search } = pathAndQuery(c.req.url)
  const redirect = safeTarget(pathname + search) ?? undefined
  const unsaved = c.req.method === 'POST' ? '1' : undefined
  return seeOther(c, href(c.var.locale, 'register', null, { redirect, unsaved }))
}

/**
 * Redirects to the sign-in, which returns to the partner account.
 * @param isUnsaved whether the sign-in says that a change was not saved
 */
export function redirectToPartnerSignIn(c: AppContext, isUnsaved: boolean): Response {
  const { locale } = c.var
  const redirect = href(locale, 'referralProgram')
  const unsaved = isUnsaved ? '1' : undefined
  return seeOther(c, href(locale, 'login', null, { as: 'partner', redirect, unsaved }))
}

/** Returns the redirect target, or the visitor's own page. */
export function targetAfterSignIn(locale: Locale, { as, redirect }: SignInQuery): string {
  return redirect ?? href(locale, as === 'partner' ? 'referralProgram' : 'account')
}

/** Returns the customer of a page behind the customer guard. Throws without the guard. */
export function signedInCustomer(c: AppContext): SignedInCustomer {
  const { customer } = c.var
  if (!customer) throw new Error('The page has no customer guard')
  return customer
}

function requireGuest(): MiddlewareHandler<AppEnv> {
  const redirect = createMiddleware<AppEnv, string, ValidQuery<typeof signInQuery>>(
    async (c, next) => {
      const query = c.req.valid('query')
      const owner = query.as === 'partner' ? 'referrer' : 'customer'
      const session = c.req.method === 'POST' ? null : sessionOf(c, owner)
      if (session === null || (await isRejected(c, owner, session))) return next()
      return seeOther(c, targetAfterSignIn(c.var.locale, query))
    },
  )
  return every(validQuery(signInQuery), redirect)
}

function requireCustomer(scope: Scope | undefined) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const session = sessionOf(c, 'customer')
    if (!session) return redirectToRegister(c)
    const answer = await readProfile(c, session)
    if (!answer.ok)
      return isUnauthorized(answer) ? redirectToRegister(c) : apiErrorPage(c, answer.error)
    const profile = answer.value.user
    if (scope && !profile.scope.includes(scope)) return forbiddenPage(c)
    c.set('customer', { session, profile })
    return next()
  })
}

/**
 * Whether the API has ended the session. Without this check, an expired partner session would lead
 * from the sign-in page to the account, and from there to the home page.
 */
async function isRejected(c: AppContext, owner: SessionOwner, session: Session): Promise<boolean> {
  return isUnauthorized(
    owner === 'customer'
      ? await readProfile(c, session)
      : await c.var.api.referrer({}, { session }),
  )
}

async function readProfile(c: AppContext, session: Session) {
  const { api } = c.var
  const read = isSignedInByPassword(c) ? api.passwordUser : api.customerProfile
  return read({}, { session })
}

function seeOther(c: AppContext, to: string): Response {
  c.header('Cache-Control', cacheControl.private)
  return c.redirect(to, 303)
}
