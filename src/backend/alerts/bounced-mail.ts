import { storedDetailSql } from './alert-detail.ts'
import { invoiceSubject } from './alerts.ts'
import type { AlertCondition } from './alerts.ts'
import { dayMs, isoBefore } from '../../domain/time-units.ts'

const purposes = storedDetailSql('messages', {
  count: 'NULL',
  purposes: 'json_group_array(DISTINCT b.purpose)',
})
const week = 7 * dayMs

/**
 * Selects orders whose mail bounced within a week. A later copy of the email ends the alert,
 * because staff have corrected the address. Bounces of the notice to the old address are ignored.
 */
export function bouncedMail(now: Date): AlertCondition {
  return {
    kind: 'mail-bounced',
    sql: `SELECT ${invoiceSubject.sql('b.invoice_id')} AS subject,
        ${purposes} AS detail, b.invoice_id
      FROM outbox b
      WHERE b.bounced_at > ? AND b.invoice_id IS NOT NULL AND b.purpose <> 'address-changed'
        AND NOT EXISTS (
        SELECT 1 FROM outbox copy
        WHERE copy.invoice_id = b.invoice_id AND copy.purpose = 'esim-copy'
          AND copy.created_at > b.created_at AND copy.sent_at IS NOT NULL
          AND copy.bounced_at IS NULL)
      GROUP BY b.invoice_id`,
    params: [isoBefore(now, week)],
  }
}
