import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'

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
export async function verifyAccessToken(
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
