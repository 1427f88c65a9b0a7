import { z } from 'zod'
import { fromBase64url } from '../../domain/base64url.ts'
import { passkeyTimeout } from '../../domain/passkey.ts'
import type { PasskeyPurpose } from '../../domain/passkey.ts'
import { secretID } from '../../domain/secret-id.ts'
import type { SessionContext } from '../context.ts'
import { sha256Hex } from '../hashing.ts'
import { parseJson } from '../parse-json.ts'

/** Creates a challenge for this session and purpose. It replaces the last one. */
export async function startChallenge(
  { db, caller, now }: SessionContext,
  purpose: PasskeyPurpose,
): Promise<string> {
  const challenge = secretID()
  const expires = new Date(now.getTime() + passkeyTimeout)
  await db
    .prepare(
      `INSERT INTO passkey_challenges (session_id, purpose, challenge_hash, expires_at)
      VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (session_id, purpose) DO UPDATE SET challenge_hash = ?3, expires_at = ?4`,
    )
    .bind(caller.sessionID, purpose, await sha256Hex(challenge), expires.toISOString())
    .run()
  return challenge
}

const clientData = z.object({ challenge: z.string() })

/**
 * Uses up the challenge that a browser signed, whether or not the signature is right. Returns null
 * when it was not made for this session and purpose, was used before, or has expired.
 */
export async function useChallenge(
  { db, caller, now }: SessionContext,
  purpose: PasskeyPurpose,
  clientDataJSON: string,
): Promise<string | null> {
  const parsed = clientData.safeParse(parseJson(fromBase64url(clientDataJSON) ?? ''))
  if (!parsed.success) return null
  const { challenge } = parsed.data
  const row = await db
    .prepare(
      `DELETE FROM passkey_challenges
      WHERE session_id = ? AND purpose = ? AND challenge_hash = ? AND expires_at > ?
      RETURNING session_id`,
    )
    .bind(caller.sessionID, purpose, await sha256Hex(challenge), now.toISOString())
    .first()
  return row === null ? null : challenge
}
