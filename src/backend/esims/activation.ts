import type { Activation } from '../mail/letter.ts'
import { isFrozen, isRefunded, isReplaced } from './esim-rows.ts'

/** The activation code of an eSIM. Null when it was refunded or replaced, or is frozen. */
export async function readActivation(db: D1Database, esimHash: string): Promise<Activation | null> {
  const row = await db
    .prepare(
      `SELECT k.smdp_address, k.matching_id, k.confirmation_code, k.is_sample
      FROM esims e JOIN stock k ON k.iccid = e.iccid
      WHERE e.esim_hash = ?
        AND NOT ${isRefunded} AND NOT ${isReplaced} AND NOT ${isFrozen}`,
    )
    .bind(esimHash)
    .first<{
      smdp_address: string
      matching_id: string
      confirmation_code: string | null
      is_sample: number
    }>()
  return (
    row && {
      code: {
        smdpAddress: row.smdp_address,
        matchingId: row.matching_id,
        confirmationCode: row.confirmation_code,
      },
      isSample: row.is_sample === 1,
    }
  )
}
