import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { isLoopback } from '../../kit/http.ts'
import { product } from '../../kit/product.shared.ts'
import { staffRoles } from '../../api/staff.ts'
import { cookieFlags, singleCookie } from '../../site/cookies.ts'
import { officeHref, officePath } from '../../words/office-paths.ts'
import type { StaffMember } from '../../api/staff.ts'
import type { AdminContext, AdminEnv } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { maxStrangerForm } from '../routing/limit-form.ts'
import { adminPage, adminPost } from '../routing/admin-page.ts'
import type { LocalSessions } from './local-sessions.ts'

const cookie = `${product.slug}.admin`
const sessionDays = 0.5
const signInQuery = z.object({ secret: z.string().default('') })
const form = z.object({ secret: z.string(), role: z.enum(staffRoles) })

/** Returns the secret of `npm start`, or null if it is not set or the host is not this machine. */
export function localSecret(c: Context<AdminEnv>): string | null {
  return isLoopback(new URL(c.req.url).hostname) ? c.var.context.config.ADMIN_LOCAL_SECRET : null
}

/** Returns the person of a session of `npm start`, or null for other visitors. */
export function localMember(c: Context<AdminEnv>, sessions: LocalSessions): StaffMember | null {
  const role = localSecret(c) === null ? null : sessions.roleOf(singleCookie(c, cookie))
  return role && { subject: `local:${role}`, name: `local ${role}`, role }
}

export const localSignInPage = adminPage({ query: signInQuery, get: showLocalSignIn })

/**
 * Shows a form with the roles. Only a submitted form uses up the secret, so a link preview does
 * not.
 */
async function showLocalSignIn(
  c: AdminContext,
  { secret }: z.output<typeof signInQuery>,
): Promise<Response> {
  if (localSecret(c) === null) return c.notFound()
  const { words } = c.var
  return renderPage(
    c,
    { title: words('signIn.title') },
    <form method="post" action={officeHref('signIn')} className="panel narrow">
      <h1>{words('signIn.title')}</h1>
      <p className="soft">{words('signIn.localText')}</p>
      <input type="hidden" name="secret" value={secret} />
      <fieldset>
        <legend>{words('signIn.role')}</legend>
        {staffRoles.toReversed().map((role) => (
          <label key={role} className="check">
            <input type="radio" name="role" value={role} defaultChecked={role === 'owner'} />
            {words(`roles.${role}`)}
          </label>
        ))}
      </fieldset>
      <button className="button">{words('signIn.submit')}</button>
    </form>,
  )
}

export function localSignIn(sessions: LocalSessions) {
  return adminPost({
    query: z.object({}),
    form,
    maxBytes: maxStrangerForm,
    async post(c, { secret, role }) {
      const { config } = c.var.context
      const expected = localSecret(c)
      if (expected === null) return c.notFound()
      const token = sessions.open(secret, expected, role)
      if (!token) return refuseSignIn(c)
      const flags = { days: sessionDays, path: officePath, sameSite: 'Strict' } as const
      setCookie(c, cookie, token, cookieFlags(config, flags))
      return c.redirect(officeHref('today'), 303)
    },
    showAgain: refuseSignIn,
  })
}

async function refuseSignIn(c: AdminContext): Promise<Response> {
  return localSecret(c) !== null ? showRefusal(c, 'localSignIn', 403) : c.notFound()
}

export function signOutLocally(c: AdminContext, sessions: LocalSessions): Response {
  sessions.end(singleCookie(c, cookie))
  deleteCookie(c, cookie, { path: officePath })
  return c.redirect(officeHref('today'), 303)
}
