import { logEvent } from '../kit/log.ts'
import { refreshPlacements } from '../plans/can-sell.ts'
import { settleOrder } from '../orders/order-state.ts'
import { writeOrderMail } from '../orders/order-mails.ts'
import { SupplierError, type Supplier } from '../supply/supplier.ts'
import { startReturns } from '../orders/lines.ts'
import { change, isUnchanged, nextTry, type Purchase, type SourcingContext } from './purchase.ts'
import { prepare, readRow, sql } from '../kit/sql.ts'

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
  purchase: Purchase,
): Promise<void> {
  const { db } = context
  const profile = await findUnusedProfile(db, purchase)
  const isFirst = purchase.tries === 1
  if (profile === null || (profile.isPaid === 1 && isFirst))
    return keepProfile(context, purchase, 'failed')
  const { iccid, invoiceID, isPaid } = profile
  // The money came back after a call whose answer was lost. The profile may not work any more.
  if (isPaid === 1) return endReturned(context, purchase, invoiceID)
  try {
    if (await supplier.cancel(iccid)) return await endReturned(context, purchase, invoiceID)
    // After a lost answer, "not returned" may mean that an earlier call returned the profile.
    if (isFirst) await db.batch(sellForSomeDays(context, iccid))
    await keepProfile(context, purchase, isFirst ? 'cancelled' : 'failed')
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    const { message: problem, retryAfter } = error
    logEvent({ event: 'profile-not-returned', supplier: supplier.id, error: problem })
    if (purchase.tries >= mostTries) return keepProfile(context, purchase, 'failed')
    const next = nextTry(context, purchase, { retryAfter })
    await change(context, purchase, { status: 'done', problem, next }).run()
  }
}

/**
 * A profile that nobody has used. `invoiceID` is null for a late profile that was not sold. `isPaid`
 * is 1 when the money of its customer came back after the return began.
 */
type UnusedProfile = {
  readonly iccid: string
  readonly invoiceID: string | null
  readonly isPaid: 0 | 1
}

async function findUnusedProfile(db: D1Database, { key }: Purchase): Promise<UnusedProfile | null> {
  return readRow<UnusedProfile>(
    db,
  )`SELECT e.iccid, e.order_id AS invoiceID, NOT e.is_refunded AS isPaid
    FROM purchases o JOIN esim_states e ON e.iccid = o.iccid
    WHERE o.key = ${key} AND e.first_used_at IS NULL AND NOT e.is_reused
      AND NOT EXISTS (SELECT 1 FROM purchases added
        WHERE added.iccid = e.iccid AND added.kind = 'top-up'
          AND added.status IN ('sent', 'accepted', 'held', 'done'))
    UNION ALL
    SELECT stock.iccid, NULL, 0 FROM purchases o JOIN stock ON stock.iccid = o.iccid
    WHERE o.key = ${key} AND stock.order_id IS NULL AND stock.withdrawn_at IS NOT NULL
      AND instr(stock.iccid, '/') = 0`
}

/**
 * Sells a late profile to another customer when its supplier does not accept the return, unless
 * another worker has returned it in the meantime.
 */
function sellForSomeDays({ db, now }: SourcingContext, iccid: string): D1PreparedStatement[] {
  return [
    prepare(db)`UPDATE stock SET withdrawn_at = NULL
      WHERE iccid = ${iccid} AND order_id IS NULL AND sell_by > ${now} AND NOT EXISTS (
        SELECT 1 FROM purchases o WHERE o.iccid = stock.iccid AND o.status = 'returned')`,
    refreshPlacements(db, sql`plan_id = (SELECT plan_id FROM stock WHERE iccid = ${iccid})`),
  ]
}

/**
 * @param invoiceID the order of a returned profile. Its money may have come back during the call to
 * the supplier, and the order then needs an alert.
 */
async function endReturned(
  context: SourcingContext,
  purchase: Purchase,
  invoiceID: string | null,
): Promise<void> {
  await context.db.batch([
    change(context, purchase, { status: 'returned' }, sql`status = 'done'`),
    ...(invoiceID === null ? [] : settleOrder(context, invoiceID)),
  ])
}

type GivenBack = {
  readonly id: string
  readonly invoiceID: string
  readonly position: number
  readonly isUsed: 0 | 1
}

/**
 * Ends the return of a profile that its supplier did not take back, and the refund of a customer
 * who gave it back. `cancelled`: it was installed in the meantime, and the customer keeps it, as
 * after any use. `failed`: the supplier may have taken it back, so staff decide. Does nothing if
 * the return was started again in the meantime.
 */
async function keepProfile(
  context: SourcingContext,
  purchase: Purchase,
  unused: 'cancelled' | 'failed',
): Promise<void> {
  const { db, now } = context
  const { key, iccid } = purchase
  const kept = change(context, purchase, { status: 'done' })
  const isOpen = sql`r.origin = 'customer' AND r.state = 'requested' AND r.order_id = e.order_id
    AND r.positions ->> '$[0]' = e.line_position
    AND EXISTS (SELECT 1 FROM purchases WHERE key = ${key} AND ${isUnchanged(purchase)})`
  const refund = await readRow<GivenBack>(db)`SELECT min(r.id) AS id, r.order_id AS invoiceID,
      e.line_position AS position, e.first_used_at IS NOT NULL AS isUsed
    FROM esims e JOIN refunds r ON ${isOpen} WHERE e.iccid = ${iccid} GROUP BY r.order_id`
  if (!refund) {
    await kept.run()
    return
  }
  const state = refund.isUsed === 1 ? 'cancelled' : unused
  await db.batch([
    kept,
    prepare(db)`UPDATE refunds AS r
      SET state = ${state}, problem = 'the supplier kept the profile', ended_at = ${now}
      FROM esims e WHERE e.iccid = ${iccid} AND ${isOpen}`,
    ...settleOrder(context, refund.invoiceID),
    ...(state === 'cancelled' ? [await keptMail(context, refund)] : []),
  ])
}

async function keptMail(context: SourcingContext, { id, invoiceID, position }: GivenBack) {
  return writeOrderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: `kept:${id}`,
    lines: sql`l.position = ${position}`,
    when: sql`EXISTS (SELECT 1 FROM refunds WHERE id = ${id} AND state = 'cancelled')`,
    subject: (words) => words('mail.giveBackKeptSubject'),
    text: (words, { plans }) => [words('mail.giveBackKept', { plans })],
  })
}

/**
 * Withdraws late profiles that customers could no longer install in the promised time, and starts
 * their return to the supplier. The alert `profile-unused` shows those that it does not take back.
 */
export async function withdrawOldStock({ db, now }: SourcingContext): Promise<void> {
  const [withdrawn] = await db.batch([
    prepare(db)`UPDATE stock SET withdrawn_at = ${now}
      WHERE sell_by <= ${now} AND order_id IS NULL AND withdrawn_at IS NULL RETURNING iccid`,
    startReturns(
      db,
      sql`SELECT iccid FROM stock
        WHERE withdrawn_at = ${now} AND sell_by <= ${now} AND order_id IS NULL`,
      now,
    ),
    refreshPlacements(db, sql`plan_id IN (SELECT plan_id FROM stock WHERE withdrawn_at = ${now})`),
  ])
  const profiles = withdrawn?.results.length ?? 0
  if (profiles > 0) logEvent({ event: 'stock-withdrawn', profiles })
}
