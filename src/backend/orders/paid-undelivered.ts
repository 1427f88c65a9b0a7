import { invoiceSubject } from '../alerts/alerts.ts'
import type { AlertCondition } from '../alerts/alerts.ts'

/** Delivery takes seconds, and the scheduled job repeats it every minute. */
const patience = 10 * 60_000

/** Invoices that have been paid for ten minutes and have no eSIM. */
export function paidUndelivered(now: Date): AlertCondition {
  return {
    kind: 'paid-undelivered',
    sql: `SELECT ${invoiceSubject.sql('id')} AS subject, tariff_id AS detail FROM invoices
      WHERE status = 'paid' AND paid_at <= ?`,
    params: [new Date(now.getTime() - patience).toISOString()],
  }
}
