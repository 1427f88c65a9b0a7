import type { BackendContext } from '../context.ts'

/** In milliseconds. The page of a paid order reloads every three seconds. */
const pause = 5000

/**
 * Returns whether this request may continue the delivery of a paid order. Anyone who knows the
 * order's id can repeat the request, so one request in five seconds continues the order. The
 * scheduled job also continues it.
 */
export async function claimContinuation(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  invoiceID: string,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE invoices SET continued_at = ?2 WHERE id = ?1 AND status = 'paid'
        AND frozen_at IS NULL AND (continued_at IS NULL OR continued_at <= ?3)`,
    )
    .bind(invoiceID, now.toISOString(), new Date(now.getTime() - pause).toISOString())
    .run()
  return meta.changes > 0
}
