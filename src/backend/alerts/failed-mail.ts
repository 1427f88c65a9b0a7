import { dayMs, isoBefore } from '../../domain/time-units.ts'
import { storedDetailSql } from './alert-detail.ts'
import type { AlertCondition } from './alerts.ts'

const messages = storedDetailSql('messages', {
  count: 'count(*)',
  purposes: 'json_group_array(DISTINCT purpose)',
})

/**
 * Selects mail and SMS that the shop stopped retrying in the last 24 hours and that nobody has
 * queued again. Excludes alert mail, because failed reminders would keep the alert open.
 */
export function failedMail(now: Date): AlertCondition {
  return {
    kind: 'mail-failed',
    sql: `SELECT kind AS subject, ${messages} AS detail, NULL AS invoice_id
      FROM outbox
      WHERE given_up_at > ? AND sent_at IS NULL AND purpose <> 'alert' GROUP BY kind`,
    params: [isoBefore(now, dayMs)],
  }
}
