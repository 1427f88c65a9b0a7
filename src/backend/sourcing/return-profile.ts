import { logEvent } from '../../domain/log-event.ts'
import { isRefunded } from '../esims/esim-rows.ts'
import { SupplierError } from '../suppliers/supplier.ts'
import type { Supplier } from '../suppliers/supplier.ts'
import type { ClaimedOrder } from './claims.ts'
import { postpone } from './order-steps.ts'
import type { SourcingContext } from './sourcing-context.ts'

/** After four hours of failures the profile is kept: its cost is not worth an alert. */
const mostTries = 10

/** Returns a profile to the supplier, if its order is refunded and nobody has used it. */
export async function returnProfile(
  context: SourcingContext,
  supplier: Supplier,
  order: ClaimedOrder,
): Promise<void> {
  const iccid = await unusedProfile(context.db, order)
  if (iccid === null) return endReturn(context, order, 'done')
  try {
    await endReturn(context, order, (await supplier.cancel(iccid)) ? 'returned' : 'done')
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    const { message: problem, retryAfter } = error
    logEvent({ event: 'profile-not-returned', supplier: supplier.id, error: problem })
    if (order.tries >= mostTries) return endReturn(context, order, 'done')
    await postpone(context, order, { status: 'done', problem, retryAfter })
  }
}

async function unusedProfile(db: D1Database, { key }: ClaimedOrder): Promise<string | null> {
  return db
    .prepare(
      `SELECT e.iccid FROM supplier_orders o JOIN esims e ON e.iccid = o.iccid
      WHERE o.key = ? AND e.first_used_at IS NULL AND ${isRefunded}`,
    )
    .bind(key)
    .first('iccid')
}

async function endReturn(
  { db }: SourcingContext,
  { key }: ClaimedOrder,
  status: 'done' | 'returned',
): Promise<void> {
  await db
    .prepare(
      `UPDATE supplier_orders SET status = ?2, next_try_at = NULL, leased_until = NULL
      WHERE key = ?1 AND status = 'done'`,
    )
    .bind(key, status)
    .run()
}
