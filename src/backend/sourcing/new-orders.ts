import type { Currency } from '../../domain/money.ts'
import { secretID } from '../../domain/secret-id.ts'
import { hasOpenOrder, isBeforeStock, openSources } from '../orders/line-supply.ts'
import { dayOf, isDeliverable, isDue, isWaiting } from '../orders/waiting-lines.ts'
import { convertedSql } from '../pricing/converted-sql.ts'
import type { SourcingContext } from './sourcing-context.ts'

/** For each run. The scheduled job runs every minute, and each payment at once. */
const batchSize = 20

type Line = { readonly invoiceID: string; readonly position: number }

/**
 * Stores an order for each paid line that waits and that a supplier can deliver: at the source with
 * the lowest priority that has not refused it, then the cheapest in the base currency.
 * A cost that is unknown or cannot be converted comes last. Nothing is sent yet.
 */
export async function insertOrders({ db, config, now }: SourcingContext): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT l.invoice_id AS invoiceID, l.position
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
      WHERE i.status = 'paid' AND i.frozen_at IS NULL AND l.kind = 'plan' AND ${isWaiting} AND ${isDue}
        AND NOT ${hasOpenOrder} AND EXISTS (SELECT 1 FROM ${openSources} AND ${isBeforeStock})
      ORDER BY i.paid_at LIMIT ${batchSize}`,
    )
    .bind(dayOf(now))
    .all<Line>()
  if (results.length === 0) return
  const [base] = config.CURRENCIES
  await db.batch(results.map((line) => insertOrder(db, line, { now, base })))
}

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
          SELECT source.supplier, source.plan_code FROM ${openSources} AND ${isBeforeStock}
          ORDER BY source.priority, ${convertedSql(amount, base)} NULLS LAST, source.supplier
          LIMIT 1)
      WHERE l.invoice_id = ?1 AND l.position = ?3 AND ${isDeliverable} AND NOT ${hasOpenOrder}`,
    )
    .bind(invoiceID, now.toISOString(), position, secretID())
}
