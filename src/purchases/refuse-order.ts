import { logEvent } from '../kit/log.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import { hourMs, isoAfter } from '../kit/time.shared.ts'
import { raiseAlert, endAlert } from '../messages/alerts.ts'
import { refreshPlacements } from '../plans/can-sell.ts'
import { deliver } from '../orders/delivery.ts'
import type { RefusedOrder, SupplierError } from '../supply/supplier.ts'
import type { ClaimedOrder, SourcingContext } from './claims.ts'
import { isUnchanged } from './order-steps.ts'
import { markPlansOutdated } from './refresh-plans.ts'

/** A plan that is out of stock is back on sale after six hours. */
const pauseOfPlan = 6 * hourMs

/**
 * Ends an order that the supplier refused, so that the line goes to its next source. If there is
 * none, the customer gets an email. The shop stops selling plans and top-ups that the supplier
 * cannot deliver.
 */
export async function refuseOrder(
  context: SourcingContext,
  order: ClaimedOrder,
  { reason, message }: RefusedOrder,
): Promise<void> {
  const { db, now, clock = () => now } = context
  const { key, tries, status, supplier } = order
  const invoice = orderNumberOf(order.invoiceID)
  logEvent({ event: 'supplier-order-refused', supplier, invoice, reason, message })
  await db.batch([
    db
      .prepare(
        `UPDATE supplier_orders SET status = 'refused', refusal = ?4, problem = ?5, ended_at = ?6,
          next_try_at = NULL, leased_until = NULL
        WHERE ${isUnchanged}`,
      )
      .bind(key, tries, status, reason, message, clock().toISOString()),
    ...refusalStatements(context, order, reason),
  ])
  await deliver(context, order.invoiceID)
}

function refusalStatements(
  { db, now }: SourcingContext,
  { kind, supplier, planCode, costMinor, iccid }: ClaimedOrder,
  reason: RefusedOrder['reason'],
): D1PreparedStatement[] {
  const backAt = isoAfter(now, pauseOfPlan)
  switch (reason) {
    case 'invalid':
      return []
    case 'plan-gone':
    case 'out-of-stock':
      // A top-up can have the same code as a plan, and the refusal may concern only one eSIM.
      if (kind === 'top-up') return [expireOffers(db, iccid, now)]
      return [
        db
          .prepare(
            `UPDATE tariff_sources SET is_available = 0, back_at = ?3
            WHERE supplier = ?1 AND plan_code = ?2`,
          )
          .bind(supplier, planCode, reason === 'out-of-stock' ? backAt : null),
        db
          .prepare(
            refreshPlacements(`tariff_id IN (
              SELECT tariff_id FROM tariff_sources WHERE supplier = ? AND plan_code = ?)`),
          )
          .bind(supplier, planCode),
      ]
    case 'out-of-balance':
      return [
        db
          .prepare('UPDATE suppliers SET missing_minor = ? WHERE id = ?')
          .bind(costMinor ?? 1, supplier),
        markPlansOutdated(db, supplier),
        raiseAlert(
          db,
          { kind: 'supplier-out-of-balance', subject: supplier, detail: planCode },
          now,
        ),
      ]
  }
}

/** Makes the list of top-ups stale. The next visit reads it again from the supplier. */
function expireOffers(db: D1Database, iccid: string | null, now: Date): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE top_up_offers SET fresh_until = ?2
      WHERE esim_hash = (SELECT esim_hash FROM esims WHERE iccid = ?1)`,
    )
    .bind(iccid, now.toISOString())
}

/**
 * Schedules a check of the supplier's balance after a call with a refused key. The check decides
 * whether the key is refused, because a supplier may refuse a single call.
 */
export async function checkKeySoon(
  { db }: Pick<SourcingContext, 'db'>,
  { supplier, isKeyRefused }: SupplierError,
): Promise<void> {
  if (!isKeyRefused) return
  await db.prepare('UPDATE suppliers SET balance_at = NULL WHERE id = ?').bind(supplier).run()
}

/** Stops the sales of a supplier that refuses the shop's key, and raises an alert. */
export async function refuseKey(
  { db, now }: SourcingContext,
  { supplier, message }: SupplierError,
): Promise<void> {
  const isNew = await isAccepted(db, supplier)
  await db.batch([
    db
      .prepare('UPDATE suppliers SET key_refused_at = coalesce(key_refused_at, ?) WHERE id = ?')
      .bind(now.toISOString(), supplier),
    ...(isNew ? [markPlansOutdated(db, supplier)] : []),
    raiseAlert(db, { kind: 'supplier-key-refused', subject: supplier, detail: message }, now),
    endAlert(db, 'supplier-balance-refused', supplier, now),
  ])
}

/** Resumes the sales of a supplier that accepts the key again, and makes its orders due. */
export async function acceptKey({ db, now }: SourcingContext, supplier: string): Promise<void> {
  if (await isAccepted(db, supplier)) return
  await db.batch([
    db.prepare('UPDATE suppliers SET key_refused_at = NULL WHERE id = ?').bind(supplier),
    markPlansOutdated(db, supplier),
    db
      .prepare(
        `UPDATE supplier_orders SET next_try_at = ?2
        WHERE supplier = ?1 AND next_try_at > ?2 AND status IN ('new', 'sent', 'accepted')`,
      )
      .bind(supplier, now.toISOString()),
    endAlert(db, 'supplier-key-refused', supplier, now),
  ])
}

async function isAccepted(db: D1Database, supplier: string): Promise<boolean> {
  const row = await db
    .prepare('SELECT 1 FROM suppliers WHERE id = ? AND key_refused_at IS NULL')
    .bind(supplier)
    .first()
  return row !== null
}
