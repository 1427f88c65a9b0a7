import { createMiddleware } from 'hono/factory'
import { roleOf } from '../../api/office-settings.ts'
import { logSecurity } from '../../kit/log.ts'
import type { StaffMember } from '../../api/staff.ts'
import type { AdminContext, AdminEnv } from '../admin-env.ts'
import type { RepeatedForm } from '../../site/repeated-form.tsx'
import { readFormOf } from '../repeat-form.tsx'
import { limitForm, maxStrangerForm } from '../routing/limit-form.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { verifyAccessToken } from './access-token.ts'
import { localMember, localSecret } from './local-sign-in.tsx'
import type { LocalSessions } from './local-sessions.ts'

/** Cloudflare Access adds this header to every request that it allows. */
const tokenHeader = 'Cf-Access-Jwt-Assertion'

type SignIn =
  | { readonly person: StaffMember; readonly isLocal: boolean }
  | { readonly refusal: 'signIn' | 'noRole' | 'localSignIn'; readonly email?: string }

/** Requires a role. Answers 403 with the reason if the visitor has no role. */
export function requireStaff(sessions: LocalSessions) {
  return createMiddleware<AdminEnv>(async (c, next) => {
    const result = await signIn(c, sessions)
    if ('refusal' in result)
      return showRefusal(c, result.refusal, 403, {
        email: result.email ?? '',
        form: result.refusal === 'noRole' ? null : await sentForm(c),
      })
    c.set('person', result.person)
    c.set('isLocal', result.isLocal)
    return next()
  })
}

/** Returns the form that was sent after the session had ended, so that its text is not lost. */
async function sentForm(c: AdminContext): Promise<RepeatedForm | null> {
  if (c.req.method !== 'POST') return null
  await readStrangersForm(c, async () => {})
  return readFormOf(c)
}

const readStrangersForm = limitForm(maxStrangerForm)

async function signIn(c: AdminContext, sessions: LocalSessions): Promise<SignIn> {
  const { config } = c.var.context
  const token = c.req.header(tokenHeader)
  if (token !== undefined && config.ACCESS_TEAM_DOMAIN !== null && config.ACCESS_AUD !== null)
    return signInByAccess(c, token, {
      team: config.ACCESS_TEAM_DOMAIN,
      audience: config.ACCESS_AUD,
    })
  const person = localMember(c, sessions)
  if (person) return { person, isLocal: true }
  return { refusal: localSecret(c) === null ? 'signIn' : 'localSignIn' }
}

async function signInByAccess(
  c: AdminContext,
  token: string,
  application: Parameters<typeof verifyAccessToken>[1],
): Promise<SignIn> {
  const { config, now } = c.var.context
  const verified = await verifyAccessToken(token, application, now)
  if (!verified.ok) {
    logSecurity({ event: 'admin-refused', reason: verified.error })
    return { refusal: 'signIn' }
  }
  const { subject, email } = verified.value
  const role = roleOf(email, config)
  if (role) return { person: { subject, name: email, role }, isLocal: false }
  logSecurity({ event: 'admin-refused', reason: 'no-role' })
  return { refusal: 'noRole', email }
}
