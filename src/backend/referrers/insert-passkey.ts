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
 * Stores a passkey and notifies the partner by SMS. Opens the passkey settings in this session.
 * Returns false when the passkey is already stored.
 */
export async function insertPasskey(context: SessionContext, passkey: NewRow): Promise<boolean> {
  const { db, caller, now } = context
  const id = secretID()
  const [, inserted] = await runBatch(db, [
    deleteEnded(context),
    insertRow(context, id, passkey),
    db
      .prepare(
        `UPDATE sessions SET passkey_at = ?
        WHERE id = ? AND EXISTS (SELECT 1 FROM passkeys WHERE id = ?)`,
      )
      .bind(now.toISOString(), caller.sessionID, id),
    passkeyNotice(context, id, 'added', await phoneOf(context)),
  ])
  return inserted.results.length === 1
}

/**
 * Deletes passkeys that a recovery has ended. They would be valid again if the time of the recovery
 * changed before the scheduled job deletes them.
 */
function deleteEnded({ db, caller, now }: SessionContext): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM passkeys WHERE referrer_id = ?1 AND added_at < (
        SELECT passkeys_end_at FROM referrers WHERE id = ?1 AND passkeys_end_at <= ?2)`,
    )
    .bind(caller.subjectID, now.toISOString())
}

function insertRow(
  { db, caller, now }: SessionContext,
  id: string,
  { name, transports, credentialID, publicKey, counter }: NewRow,
): D1PreparedStatement {
  return db
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
      now.toISOString(),
    )
}
