import { z } from 'zod'
import type { SessionContext } from '../context.ts'
import { storedJson } from '../stored-json.ts'

type PasskeyRow = {
  id: string
  credential_id: string
  name: string
  public_key: string
  counter: number
  transports: string
  added_at: string
  used_at: string | null
}
export type StoredPasskey = Omit<PasskeyRow, 'transports'> & {
  readonly transports: string[]
}

/** Returns the caller's passkeys, oldest first, except passkeys that a recovery has ended. */
export async function passkeysOf({ db, caller, now }: SessionContext): Promise<StoredPasskey[]> {
  const { results } = await db
    .prepare(
      `SELECT id, credential_id, name, public_key, counter, transports, added_at, used_at
      FROM passkeys p WHERE referrer_id = ?1 AND NOT EXISTS (
        SELECT 1 FROM referrers
        WHERE id = ?1 AND passkeys_end_at <= ?2 AND passkeys_end_at > p.added_at)
      ORDER BY added_at`,
    )
    .bind(caller.subjectID, now.toISOString())
    .all<PasskeyRow>()
  return results.map((row) => ({
    ...row,
    transports: storedJson(z.array(z.string()), row.transports, []),
  }))
}

/** Returns the time at which a recovery will end the caller's passkeys. Null without a recovery. */
export async function recoveryOf({ db, caller, now }: SessionContext): Promise<string | null> {
  const row = await db
    .prepare('SELECT passkeys_end_at AS time FROM referrers WHERE id = ? AND passkeys_end_at > ?')
    .bind(caller.subjectID, now.toISOString())
    .first<{ time: string }>()
  return row?.time ?? null
}

/** Whether a recovery ended passkeys of the caller. `deleteOldRows` forgets it after 30 days. */
export async function hasRecentRecovery({ db, caller, now }: SessionContext): Promise<boolean> {
  const row = await db
    .prepare(
      `SELECT 1 FROM referrers
      WHERE id = ? AND (passkeys_end_at <= ? OR passkeys_ended_at IS NOT NULL)`,
    )
    .bind(caller.subjectID, now.toISOString())
    .first()
  return row !== null
}

export async function phoneOf({ db, caller }: SessionContext): Promise<string> {
  const row = await db
    .prepare('SELECT phone FROM referrers WHERE id = ?')
    .bind(caller.subjectID)
    .first<{ phone: string }>()
  if (!row) throw new Error('The partner of a session is not in the database')
  return row.phone
}
