import type { PasskeyProof } from '../../contract/passkeys.ts'
import type { PasskeyPurpose } from '../../domain/passkey.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { logSecurity } from '../../domain/security-log.ts'
import type { SessionContext } from '../context.ts'
import { refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { useChallenge } from './passkey-challenges.ts'
import { passkeysOf } from './passkey-rows.ts'
import { verifyProof } from './verify-passkey.ts'

/**
 * Checks that one of the caller's passkeys has signed a challenge of this session and purpose. A
 * passkey that is used is not lost: this ends a pending recovery.
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
  const [used] = await db.batch([
    // Of parallel requests with one counter one succeeds. Synced passkeys always send 0.
    db
      .prepare(
        `UPDATE passkeys SET counter = ?2, used_at = ?3
        WHERE id = ?1 AND (counter < ?2 OR ?2 = 0) RETURNING id`,
      )
      .bind(id, counter, now.toISOString()),
    ...endRecovery(context),
  ])
  return used?.results.length === 1 ? ok(null) : refusePasskey(context, 'counter used')
}

/** Keeps the end of an earlier recovery: withdrawals after it have a warning for 30 days. */
function endRecovery({ db, caller, now }: SessionContext): readonly D1PreparedStatement[] {
  const isPending = 'referrer_id = ?1 AND ends_at > ?2'
  return [
    `DELETE FROM passkey_recoveries WHERE ${isPending} AND ended_before IS NULL`,
    `UPDATE passkey_recoveries SET ends_at = ended_before, ended_before = NULL WHERE ${isPending}`,
  ].map((sql) => db.prepare(sql).bind(caller.subjectID, now.toISOString()))
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

export function refusePasskey({ words }: SessionContext, reason: string) {
  logSecurity({ event: 'passkey-refused', reason })
  return refuse('passkey-refused', words('api.passkeyRefused'))
}
