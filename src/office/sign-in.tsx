import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { z } from 'zod'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { roleOf } from '../api/office-settings.ts'
import { logSecurity } from '../kit/log.ts'
import { staffRoles, type StaffMember, type StaffRole } from '../api/staff.ts'
import type { OfficeContext, OfficeEnv } from './office-context.tsx'
import type { RepeatedForm } from '../site/repeated-form.tsx'
import { readFormOf, showRefusal } from './refusal.tsx'
import { limitForm, maxStrangerForm } from './form-body.ts'
import { isLoopback } from '../kit/http.ts'
import { cookies, dropCookie, readCookie, storeCookie } from '../site/cookies.ts'
import { officeHref } from '../words/office-paths.ts'
import { renderPage } from './document.tsx'
import { screen, formPost } from './routing.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'

/** Cloudflare Access adds this header to every request that it allows. */
const tokenHeader = 'Cf-Access-Jwt-Assertion'

/**
 * Gives an owner the rights of another role only, or all rights again. The cookie needs no
 * signature, because it can only take rights away.
 */
export const viewAs = formPost({
  query: z.object({}),
  form: z.object({ role: z.enum(staffRoles) }),
  async post(c, { role }) {
    if (role === 'owner') dropCookie(c, cookies.officeRole)
    else storeCookie(c, c.var.context.config, cookies.officeRole, role)
    return c.redirect(officeHref('today'), 303)
  },
})

type SignIn =
  | { readonly person: StaffMember; readonly isLocal: boolean }
  | { readonly refusal: 'signIn' | 'noRole' | 'localSignIn'; readonly email?: string }

/** Requires a role. Answers 403 with the reason if the visitor has no role. */
export function requireStaff(sessions: LocalSessions) {
  return createMiddleware<OfficeEnv>(async (c, next) => {
    const result = await signIn(c, sessions)
    if ('refusal' in result)
      return showRefusal(c, result.refusal, 403, {
        email: result.email ?? '',
        form: result.refusal === 'noRole' ? null : await sentForm(c),
      })
    const { person } = result
    const tried = z.enum(['money', 'support']).safeParse(readCookie(c, cookies.officeRole)).data
    const isTrying = person.role === 'owner' && tried !== undefined
    c.set('person', isTrying ? { ...person, role: tried } : person)
    c.set('isTrying', isTrying)
    c.set('isLocal', result.isLocal)
    return next()
  })
}

/** Returns the form that was sent after the session had ended, so that its text is not lost. */
async function sentForm(c: OfficeContext): Promise<RepeatedForm | null> {
  if (c.req.method !== 'POST') return null
  await readStrangersForm(c, async () => {})
  return readFormOf(c)
}

const readStrangersForm = limitForm(maxStrangerForm)

async function signIn(c: OfficeContext, sessions: LocalSessions): Promise<SignIn> {
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
  c: OfficeContext,
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

const signInQuery = z.object({ secret: z.string().default('') })
const form = z.object({ secret: z.string(), role: z.enum(staffRoles) })

/** Returns the secret of `npm start`, or null if it is not set or the host is not this machine. */
function localSecret(c: Context<OfficeEnv>): string | null {
  return isLoopback(new URL(c.req.url).hostname) ? c.var.context.config.ADMIN_LOCAL_SECRET : null
}

/** Returns the person of a session of `npm start`, or null for other visitors. */
function localMember(c: Context<OfficeEnv>, sessions: LocalSessions): StaffMember | null {
  const role =
    localSecret(c) === null ? null : sessions.roleOf(readCookie(c, cookies.officeSession))
  return role && { subject: `local:${role}`, name: `local ${role}`, role }
}

export const localSignInPage = screen({ query: signInQuery, get: showLocalSignIn })

/**
 * Shows a form with the roles. Only a submitted form uses up the secret, so a link preview does
 * not.
 */
async function showLocalSignIn(c: OfficeContext, { secret }: z.output<typeof signInQuery>) {
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
  return formPost({
    query: z.object({}),
    form,
    maxBytes: maxStrangerForm,
    async post(c, { secret, role }) {
      const expected = localSecret(c)
      if (expected === null) return c.notFound()
      const token = sessions.open(secret, expected, role)
      if (!token) return refuseSignIn(c)
      storeCookie(c, c.var.context.config, cookies.officeSession, token)
      return c.redirect(officeHref('today'), 303)
    },
    refuse: refuseSignIn,
  })
}

async function refuseSignIn(c: OfficeContext): Promise<Response> {
  return localSecret(c) !== null ? showRefusal(c, 'localSignIn', 403) : c.notFound()
}

export function signOutLocally(c: OfficeContext, sessions: LocalSessions): Response {
  sessions.end(readCookie(c, cookies.officeSession))
  dropCookie(c, cookies.officeSession)
  return c.redirect(officeHref('today'), 303)
}

/** Sessions of the local sign-in, in memory. A restart ends them and prints a new secret. */
export class LocalSessions {
  private readonly roles = new Map<string, StaffRole>()
  private readonly usedSecrets = new Set<string>()

  /** Opens a session and returns its token, or null if the secret is wrong or used. */
  open(secret: string, expected: string | null, role: StaffRole): string | null {
    if (secret !== expected || this.usedSecrets.has(secret)) return null
    this.usedSecrets.add(secret)
    const token = secretID()
    this.roles.set(token, role)
    return token
  }

  roleOf(token: string | undefined): StaffRole | null {
    return (token !== undefined && this.roles.get(token)) || null
  }

  end(token: string | undefined): void {
    if (token !== undefined) this.roles.delete(token)
  }
}

type AccessApplication = {
  /** `https://shop.cloudflareaccess.com`, which issues the tokens and publishes their keys. */
  readonly team: string
  readonly audience: string
}
type AccessIdentity = { readonly subject: string; readonly email: string }
type KeySet = ReturnType<typeof createRemoteJWKSet>

/** Service tokens have no email address, so they get no role here. */
const claims = z.object({ sub: z.string().min(1), email: z.email().toLowerCase() })

/** Failures of the key server. Every other error is about the token. */
const outages: readonly string[] = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']

/**
 * Key sets, one per team and isolate. A set caches keys for ten minutes. A token with an unknown
 * key reloads the set, at most twice a minute.
 */
const keySets = new Map<string, KeySet>()

/**
 * Returns the person of a token of Cloudflare Access, or the code of the error. Throws when the
 * keys cannot be read.
 */
async function verifyAccessToken(
  token: string,
  { team, audience }: AccessApplication,
  now: Date,
): Promise<Result<AccessIdentity, string>> {
  try {
    const { payload } = await jwtVerify(token, keySetOf(team), {
      // Without this list, a token signed with the public key as a shared secret could pass.
      algorithms: ['RS256'],
      issuer: team,
      audience,
      requiredClaims: ['exp'],
      currentDate: now,
    })
    const identity = claims.safeParse(payload)
    if (!identity.success) return err('no-person')
    return ok({ subject: identity.data.sub, email: identity.data.email })
  } catch (error) {
    if (error instanceof errors.JOSEError && !outages.includes(error.code)) return err(error.code)
    throw error
  }
}

function keySetOf(team: string): KeySet {
  const known = keySets.get(team)
  if (known) return known
  const keys = createRemoteJWKSet(new URL('/cdn-cgi/access/certs', team), { timeoutDuration: 3000 })
  keySets.set(team, keys)
  return keys
}
