import type { BackendContext } from '../context.ts'
import { rewardStatements } from '../referrers/rewards.ts'
import { invoiceAlerts } from './invoice-alerts.ts'

/**
 * Brings everything that follows from an invoice's facts up to date: its status, the
 * partner's reward and alerts. Run the statements in the batch that adds a fact, a payment or an eSIM.
 */
export function settleInvoice(
  { db, config, now }: Pick<BackendContext, 'db' | 'config' | 'now'>,
  invoiceID: string,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE invoices SET status = s.status,
          paid_at = coalesce(paid_at, CASE WHEN s.status IN ('paid', 'success') THEN ?2 END)
        FROM (SELECT status FROM invoice_states WHERE invoice_id = ?1) s WHERE id = ?1`,
      )
      .bind(invoiceID, now.toISOString()),
    ...rewardStatements(db, config, invoiceID, now),
    ...invoiceAlerts({ db, now }, invoiceID),
  ]
}
