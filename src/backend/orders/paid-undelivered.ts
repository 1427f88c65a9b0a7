import { invoiceSubject } from '../alerts/alerts.ts'
import type { AlertCondition } from '../alerts/alerts.ts'

/** Delivery takes seconds, and the scheduled job repeats it every minute. */
const alertAfter = 10 * 60_000

/** Invoices that have been paid for ten minutes and have no eSIM. */
export function paidUndelivered(now: Date): AlertCondition {
  return {
    kind: 'paid-undelivered',
    sql: `SELECT ${invoiceSubject.sql('i.id')} AS subject, group_concat(l.tariff_id) AS detail
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
      WHERE i.status = 'paid' AND i.paid_at <= ? GROUP BY i.id`,
    params: [new Date(now.getTime() - alertAfter).toISOString()],
  }
}
