import { endAlert, raiseAlert } from '../alerts/alerts.ts'
import type { SupplierError } from '../suppliers/supplier-error.ts'
import { markPlansOutdated } from './refresh-plans.ts'
import type { SourcingContext } from './sourcing-context.ts'

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
