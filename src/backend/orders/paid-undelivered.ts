import { invoiceSubject } from '../alerts/alerts.ts'
import type { AlertCondition } from '../alerts/alerts.ts'

/** Delivery takes seconds, and the scheduled job repeats it every minute. */
const alertAfter = 10 * 60_000

/** Invoices that have been paid for ten minutes and have no eSIM. */
export function paidUndelivered(now: Date): AlertCondition {
  return {
    kind: 'paid-undelivered',
    sql: `SELECT ${invoiceSubject.sql('i.id')} AS subject,
        (SELECT group_concat(tariff_id) FROM invoice_lines WHERE invoice_id = i.id) AS detail
      FROM invoices i WHERE i.status = 'paid' AND i.paid_at <= ?`,
    params: [new Date(now.getTime() - alertAfter).toISOString()],
  }
}
