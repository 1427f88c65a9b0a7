import { z } from 'zod'
import type { PasskeyProof } from '../../contract/passkeys.ts'
import { fromBase64url } from '../../domain/base64.ts'
import { passkeyTimeout } from '../../domain/passkey.ts'
import type { PasskeyPurpose } from '../../domain/passkey.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { secretID } from '../../domain/secret-id.ts'
import { logSecurity } from '../../domain/security-log.ts'
import { isoAfter } from '../../domain/time-units.ts'
import { runBatch } from '../batch.ts'
import type { SessionContext } from '../context.ts'
import { sha256Hex } from '../hashing.ts'
import { refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { parseJson } from '../parse-json.ts'
import { passkeysOf } from './passkey-rows.ts'
import { verifyProof } from './verify-passkey.ts'

const clientData = z.object({ challenge: z.string() })

/** Creates a challenge for this session and purpose. It replaces the previous challenge. */
export async function startChallenge(
  { db, caller, now }: SessionContext,
  purpose: PasskeyPurpose,
): Promise<string> {
  const challenge = secretID()
  const expires = isoAfter(now, passkeyTimeout)
  await db
    .prepare(
      `INSERT INTO challenges (key, secret_hash, sent_at, expires_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (key) DO UPDATE SET secret_hash = ?2, sent_at = ?3, expires_at = ?4`,
    )
    .bind(keyOf(caller, purpose), await sha256Hex(challenge), now.toISOString(), expires)
    .run()
  return challenge
}

const keyOf = ({ sessionID }: SessionContext['caller'], purpose: PasskeyPurpose) =>
  `${purpose} ${sessionID}`

/**
 * Checks that one of the caller's passkeys has signed a challenge of this session and purpose. Also
 * cancels a pending recovery, because a passkey that is used is not lost.
 */
export async function confirmWithPasskey(
  context: SessionContext,
  purpose: PasskeyPurpose,
  proof: PasskeyProof,
): Promise<OperationResult<null>> {
  const { db, now } = context
  const verified = await verify(context, purpose, proof)
  if (!verified.ok) return refusePasskey(context, verified.error)
  const { id, counter } = verified.value
  const [used] = await runBatch(db, [
    // Only one of several concurrent requests with the same counter succeeds. Synced passkeys
    // always send 0.
    db
      .prepare(
        `UPDATE passkeys SET counter = ?2, used_at = ?3
        WHERE id = ?1 AND (counter < ?2 OR ?2 = 0) RETURNING id`,
      )
      .bind(id, counter, now.toISOString()),
    endRecovery(context),
  ])
  return used.results.length === 1 ? ok(null) : refusePasskey(context, 'counter used')
}

/**
 * Cancels a pending recovery. Restores the end of an earlier recovery, because withdrawals have a
 * warning for 30 days after it.
 */
function endRecovery({ db, caller, now }: SessionContext): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE referrers SET passkeys_end_at = passkeys_ended_at, passkeys_ended_at = NULL
      WHERE id = ? AND passkeys_end_at > ?`,
    )
    .bind(caller.subjectID, now.toISOString())
}

async function verify(
  context: SessionContext,
  purpose: PasskeyPurpose,
  proof: PasskeyProof,
): Promise<Result<{ id: string; counter: number }, string>> {
  const challenge = await useChallenge(context, purpose, proof.clientDataJSON)
  if (challenge === null) return err('unknown challenge')
  const passkey = (await passkeysOf(context)).find(({ credential_id: id }) => id === proof.id)
  if (!passkey) return err('unknown passkey')
  const counter = await verifyProof(context, challenge, passkey, proof)
  return counter.ok ? ok({ id: passkey.id, counter: counter.value }) : counter
}

/**
 * Deletes the challenge that a browser signed, even if the signature is invalid. Returns null when
 * the challenge has another session or purpose, was used before, or has expired.
 */
export async function useChallenge(
  { db, caller, now }: SessionContext,
  purpose: PasskeyPurpose,
  clientDataJSON: string,
): Promise<string | null> {
  const parsed = clientData.safeParse(
    parseJson(new TextDecoder().decode(fromBase64url(clientDataJSON) ?? undefined)),
  )
  if (!parsed.success) return null
  const { challenge } = parsed.data
  const row = await db
    .prepare(
      'DELETE FROM challenges WHERE key = ? AND secret_hash = ? AND expires_at > ? RETURNING key',
    )
    .bind(keyOf(caller, purpose), await sha256Hex(challenge), now.toISOString())
    .first()
  return row === null ? null : challenge
}

/**
 * Writes a security event with the reason, and returns the refusal, which does not name the reason.
 */
export function refusePasskey({ words }: SessionContext, reason: string) {
  logSecurity({ event: 'passkey-refused', reason })
  return refuse('passkey-refused', words('api.passkeyRefused'))
}
