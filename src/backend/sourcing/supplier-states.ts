import { endAlert } from '../alerts/alerts.ts'
import { markPlansOutdated } from './refresh-plans.ts'
import type { SourcingContext } from './sourcing-context.ts'

/** Copies SUPPLIERS to the database, where queries about available plans read it. */
export async function recordSuppliers({ db, now, suppliers }: SourcingContext): Promise<void> {
  const ids = suppliers.map(({ id }) => id)
  const { results } = await db
    .prepare('SELECT id FROM suppliers WHERE is_on = 1')
    .all<{ id: string }>()
  const known = results.map(({ id }) => id)
  for (const id of ids) if (!known.includes(id)) await db.batch(switchOn(db, id))
  for (const id of known) if (!ids.includes(id)) await db.batch(switchOff(db, id, now))
}

function switchOn(db: D1Database, id: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO suppliers (id, is_on) VALUES (?, 1)
        ON CONFLICT (id) DO UPDATE SET is_on = 1`,
      )
      .bind(id),
    markPlansOutdated(db, id),
  ]
}

/**
 * Deletes orders that were not sent yet, so that their lines go to other sources. Holds orders that
 * were sent.
 */
function switchOff(db: D1Database, id: string, now: Date): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE suppliers SET is_on = 0, missing_minor = NULL, key_refused_at = NULL WHERE id = ?`,
      )
      .bind(id),
    markPlansOutdated(db, id),
    db
      .prepare(`DELETE FROM supplier_orders WHERE supplier = ? AND status = 'new'
          AND next_try_at > ''`)
      .bind(id),
    db
      .prepare(
        `UPDATE supplier_orders SET status = 'held', problem = 'the supplier is switched off'
        WHERE supplier = ? AND status = 'sent' AND next_try_at > ''`,
      )
      .bind(id),
    endAlert(db, 'supplier-out-of-balance', id, now),
    endAlert(db, 'supplier-low-balance', id, now),
    endAlert(db, 'supplier-key-refused', id, now),
    endAlert(db, 'supplier-balance-refused', id, now),
  ]
}
