import { z } from 'zod'
import type { BackendContext } from '../context.ts'

const counts = z.object({ withdrawals: z.int(), reviews: z.int() })
/** Withdrawals and reviews that staff must decide about. */
export type OpenDecisions = z.output<typeof counts>

export async function countOpenDecisions({
  db,
}: Pick<BackendContext, 'db'>): Promise<OpenDecisions> {
  const row = await db
    .prepare(
      `SELECT (SELECT count(*) FROM referrer_transactions
          WHERE type = 'withdrawal' AND paid_at IS NULL AND rejected_at IS NULL) AS withdrawals,
        (SELECT count(*) FROM reviews WHERE status = 'new') AS reviews`,
    )
    .first()
  return counts.parse(row)
}
