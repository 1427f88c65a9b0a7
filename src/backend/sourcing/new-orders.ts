import { dayOf } from '../../domain/time-units.ts'
import type { Currency } from '../../domain/money.ts'
import { secretID } from '../../domain/secret-id.ts'
import { isBeforeStock } from '../catalogue/can-sell.ts'
import { hasLateProfile, hasOpenOrder, openSources, openTopUp } from '../orders/line-supply.ts'
import { isDeliverable, isDue, isWaiting, queueOrder } from '../orders/waiting-lines.ts'
import { convertedSql } from '../pricing/converted-sql.ts'
import type { SourcingContext } from './sourcing-context.ts'

/** Orders per run. The scheduled job runs every minute, and a run follows each payment. */
const batchSize = 20

type Line = {
  readonly invoiceID: string
  readonly position: number
  readonly kind: 'plan' | 'top-up'
}

/** Stores an order for each paid line that waits and that a supplier can deliver. Sends nothing. */
export async function insertOrders({ db, config, now }: SourcingContext): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT l.invoice_id AS invoiceID, l.position, l.kind
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
      WHERE i.status = 'paid' AND i.frozen_at IS NULL AND ${isWaiting} AND ${isDue}
        AND NOT ${hasOpenOrder} AND NOT ${hasLateProfile} AND (EXISTS (SELECT 1 FROM ${openSources} AND ${isBeforeStock('l.tariff_id')})
          OR EXISTS (SELECT 1 FROM ${openTopUp}))
      ORDER BY ${queueOrder} LIMIT ${batchSize}`,
    )
    .bind(dayOf(now))
    .all<Line>()
  if (results.length === 0) return
  const [base] = config.CURRENCIES
  await db.batch(
    results.map((line) =>
      line.kind === 'top-up' ? insertTopUp(db, line, now) : insertOrder(db, line, { now, base }),
    ),
  )
}

/**
 * Selects the source with the lowest priority number that has not refused the line. Among equal
 * priorities, selects the lowest cost in the base currency. An unknown or unconvertible cost is
 * last.
 */
function insertOrder(
  db: D1Database,
  { invoiceID, position }: Line,
  { now, base }: { readonly now: Date; readonly base: Currency },
): D1PreparedStatement {
  const amount = { minor: 'source.cost_minor', currency: 'source.cost_currency', at: '?2' }
  return db
    .prepare(
      `INSERT INTO supplier_orders (key, invoice_id, line_position, kind, supplier, plan_code,
        cost_minor, cost_currency, next_try_at, created_at)
      SELECT ?4, l.invoice_id, l.position, 'plan', best.supplier, best.plan_code, best.cost_minor,
        best.cost_currency, ?2, ?2
      FROM invoice_lines l JOIN tariff_sources best
        ON best.tariff_id = l.tariff_id AND (best.supplier, best.plan_code) = (
          SELECT source.supplier, source.plan_code FROM ${openSources} AND ${isBeforeStock('l.tariff_id')}
          ORDER BY source.priority, ${convertedSql(amount, base)} NULLS LAST, source.supplier
          LIMIT 1)
      WHERE l.invoice_id = ?1 AND l.position = ?3 AND ${isDeliverable} AND NOT ${hasOpenOrder}
        AND NOT ${hasLateProfile}`,
    )
    .bind(invoiceID, now.toISOString(), position, secretID())
}

/** The supplier of an eSIM also sells its top-ups. */
function insertTopUp(
  db: D1Database,
  { invoiceID, position }: Line,
  now: Date,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO supplier_orders (key, invoice_id, line_position, kind, supplier, plan_code,
        cost_minor, cost_currency, iccid, next_try_at, created_at)
      SELECT ?4, l.invoice_id, l.position, 'top-up', u.supplier, u.plan_code, u.cost_minor,
        u.cost_currency, e.iccid, ?2, ?2
      FROM invoice_lines l JOIN ${openTopUp}
        AND l.invoice_id = ?1 AND l.position = ?3 AND ${isDeliverable} AND NOT ${hasOpenOrder}`,
    )
    .bind(invoiceID, now.toISOString(), position, secretID())
}
