import { z } from 'zod'
import type { SettingProblem } from './setting-problems.ts'
import { optional, secretSettings } from './setting-types.ts'
import type { ValuesOf } from './setting-types.ts'

const mustBePublic = 'must be a public key of 87 characters, which the first deployment creates'
const mustBePrivate = 'must be a private key of 43 characters, which the first deployment creates'

const key = (pattern: RegExp, problem: string) =>
  optional(z.string().regex(pattern, problem)).register(secretSettings)

/**
 * The key pair that identifies the shop to push services (RFC 8292): P-256, as base64url. Without
 * it, pages offer no push messages.
 */
export const pushSettings = {
  PUSH_PUBLIC_KEY: key(/^B[\w-]{86}$/, mustBePublic),
  PUSH_PRIVATE_KEY: key(/^[\w-]{43}$/, mustBePrivate),
}

type PushConfig = ValuesOf<typeof pushSettings>

/** Reports a key that is set without the other key. */
export function pushProblems(config: PushConfig): readonly SettingProblem[] {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey } = config
  if ((publicKey === null) === (privateKey === null)) return []
  return publicKey === null
    ? [{ path: 'PUSH_PUBLIC_KEY', message: mustBePublic }]
    : [{ path: 'PUSH_PRIVATE_KEY', message: mustBePrivate }]
}
