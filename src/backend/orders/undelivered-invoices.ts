import { invoiceSubject } from '../alerts/alerts.ts'
import type { AlertCondition } from '../alerts/alerts.ts'
import { isDue, isWaiting } from './waiting-lines.ts'
import { dayOf, minuteMs, isoBefore } from '../../domain/time-units.ts'

/**
 * Time without delivery before an alert. Delivery takes seconds, and the scheduled job retries it
 * every minute.
 */
const alertAfter = 10 * minuteMs

/** Finds invoices that were paid at least ten minutes ago and have an undelivered line. */
export function undeliveredInvoices(now: Date): AlertCondition {
  return {
    kind: 'paid-undelivered',
    sql: `SELECT ${invoiceSubject.sql('i.id')} AS subject,
        (SELECT group_concat(tariff_id) FROM invoice_lines WHERE invoice_id = i.id) AS detail,
        i.id AS invoice_id
      FROM invoices i WHERE i.status = 'paid' AND i.paid_at <= ? AND EXISTS (
        SELECT 1 FROM invoice_lines l WHERE l.invoice_id = i.id AND ${isWaiting} AND ${isDue})`,
    params: [isoBefore(now, alertAfter), dayOf(now)],
  }
}
