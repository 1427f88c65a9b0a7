import { secretID } from '../../domain/secret-id.ts'
import { runBatch } from '../batch.ts'
import type { SessionContext } from '../context.ts'
import { passkeyNotice } from './passkey-messages.ts'
import { phoneOf } from './passkey-rows.ts'
import type { VerifiedPasskey } from './verify-passkey.ts'

type NewRow = VerifiedPasskey & {
  readonly name: string
  readonly transports: readonly string[]
}

/**
 * Stores a passkey and notifies the partner by SMS. Opens the settings of passkeys in this session.
 * Returns false when the passkey is stored already.
 */
export async function insertPasskey(
  context: SessionContext,
  { name, transports, credentialID, publicKey, counter }: NewRow,
): Promise<boolean> {
  const { db, caller, now } = context
  const id = secretID()
  const time = now.toISOString()
  const insert = db
    .prepare(
      `INSERT INTO passkeys
        (id, credential_id, referrer_id, name, public_key, counter, transports, added_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
    )
    .bind(
      id,
      credentialID,
      caller.subjectID,
      name,
      publicKey,
      counter,
      JSON.stringify(transports),
      time,
    )
  // Passkeys that a recovery has ended are deleted first: the recovery's row may change before the
  // scheduled job deletes them.
  const deleteEnded = db
    .prepare(
      `DELETE FROM passkeys WHERE referrer_id = ?1 AND added_at < (
        SELECT ends_at FROM passkey_recoveries WHERE referrer_id = ?1 AND ends_at <= ?2)`,
    )
    .bind(caller.subjectID, time)
  const [, inserted] = await runBatch(db, [
    deleteEnded,
    insert,
    db
      .prepare(
        `UPDATE sessions SET passkey_at = ?
        WHERE id = ? AND EXISTS (SELECT 1 FROM passkeys WHERE id = ?)`,
      )
      .bind(time, caller.sessionID, id),
    passkeyNotice(context, id, 'added', await phoneOf(context)),
  ])
  return inserted.results.length === 1
}
