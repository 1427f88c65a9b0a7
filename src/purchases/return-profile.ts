import { logEvent } from '../kit/log.ts'
import { refreshPlacements } from '../plans/can-sell.ts'
import { settleOrder } from '../orders/order-state.ts'
import { SupplierError } from '../supply/supplier.ts'
import type { Supplier } from '../supply/supplier.ts'
import { startReturns } from '../orders/lines.ts'
import { change, nextTry } from './purchase.ts'
import type { Purchase, SourcingContext } from './purchase.ts'

/**
 * Number of tries (about three hours) after which the shop keeps the profile. The alert
 * `profile-unused` shows it unless a customer had it.
 */
const mostTries = 10

/**
 * Returns a profile to the supplier if its order was refunded, nobody has used it, and no top-up
 * can have been added to it. Also returns late profiles.
 */
export async function returnProfile(
  context: SourcingContext,
  supplier: Supplier,
  order: Purchase,
): Promise<void> {
  const { db } = context
  const profile = await findUnusedProfile(db, order)
  if (profile === null) return endReturn(context, order, 'done')
  const { iccid, invoiceID } = profile
  try {
    if (await supplier.cancel(iccid)) return await endReturn(context, order, 'returned', invoiceID)
    // After a lost answer, "not returned" may mean that an earlier call returned the profile.
    if (order.tries === 1) await db.batch(sellForSomeDays(context, iccid))
    await endReturn(context, order, 'done')
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    const { message: problem, retryAfter } = error
    logEvent({ event: 'profile-not-returned', supplier: supplier.id, error: problem })
    if (order.tries >= mostTries) return endReturn(context, order, 'done')
    const next = nextTry(context, order, { retryAfter })
    await change(context, order, { status: 'done', problem, next }).run()
  }
}

/** A profile that can be returned. `invoiceID` is null for a late profile that was not sold. */
type UnusedProfile = { readonly iccid: string; readonly invoiceID: string | null }

async function findUnusedProfile(db: D1Database, { key }: Purchase): Promise<UnusedProfile | null> {
  return db
    .prepare(
      `SELECT e.iccid, e.order_id AS invoiceID FROM purchases o
      JOIN esim_states e ON e.iccid = o.iccid
      WHERE o.key = ?1 AND e.first_used_at IS NULL AND e.is_refunded AND NOT e.is_reused
        AND NOT EXISTS (SELECT 1 FROM purchases added
          WHERE added.iccid = e.iccid AND added.kind = 'top-up'
            AND added.status IN ('sent', 'accepted', 'held', 'done'))
      UNION ALL
      SELECT stock.iccid, NULL FROM purchases o JOIN stock ON stock.iccid = o.iccid
      WHERE o.key = ?1 AND stock.order_id IS NULL AND stock.withdrawn_at IS NOT NULL
        AND instr(stock.iccid, '/') = 0`,
    )
    .bind(key)
    .first<UnusedProfile>()
}

/** Sells a late profile to another customer when its supplier does not accept the return. */
function sellForSomeDays({ db, now }: SourcingContext, iccid: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE stock SET withdrawn_at = NULL
        WHERE iccid = ? AND order_id IS NULL AND sell_by > ?`,
      )
      .bind(iccid, now.toISOString()),
    db
      .prepare(refreshPlacements('plan_id = (SELECT plan_id FROM stock WHERE iccid = ?)'))
      .bind(iccid),
  ]
}

/**
 * @param invoiceID the order of a returned profile. Its money may have come back during the call to
 * the supplier, and the order then needs an alert.
 */
async function endReturn(
  context: SourcingContext,
  order: Purchase,
  status: 'done' | 'returned',
  invoiceID: string | null = null,
): Promise<void> {
  await context.db.batch([
    change(context, order, { status }, { sql: `status = 'done'`, params: [] }),
    ...(invoiceID === null ? [] : settleOrder(context, invoiceID)),
  ])
}

/**
 * Withdraws late profiles that customers could no longer install in the promised time, and starts
 * their return to the supplier. The alert `profile-unused` shows those that it does not take back.
 */
export async function withdrawOldStock({ db, now }: SourcingContext): Promise<void> {
  const [withdrawn] = await db.batch(
    [
      `UPDATE stock SET withdrawn_at = ?1
      WHERE sell_by <= ?1 AND order_id IS NULL AND withdrawn_at IS NULL RETURNING iccid`,
      startReturns(
        `SELECT iccid FROM stock WHERE withdrawn_at = ?1 AND sell_by <= ?1 AND order_id IS NULL`,
        '?1',
      ),
      refreshPlacements('plan_id IN (SELECT plan_id FROM stock WHERE withdrawn_at = ?1)'),
    ].map((sql) => db.prepare(sql).bind(now.toISOString())),
  )
  const profiles = withdrawn?.results.length ?? 0
  if (profiles > 0) logEvent({ event: 'stock-withdrawn', profiles })
}
