import { dayMs, isoBefore } from '../../domain/time-units.ts'
import type { AlertCondition } from '../alerts/alerts.ts'

/** Charges in a row. A provider may send a single webhook late. */
const chargesToAlert = 3
/** Webhooks take seconds. Lookups find a charge up to six minutes after it was made. */
const lateAfterSeconds = 90

/**
 * Selects providers whose last three charges of a day were recorded late: their webhooks fail, and
 * lookups find the payments. Excludes payments of more than an hour, such as bank debits, whose
 * charge is older than its success.
 */
export function lateWebhooks(now: Date): AlertCondition {
  return {
    kind: 'webhooks-late',
    sql: `SELECT provider AS subject, max(reference) AS detail, NULL AS invoice_id
      FROM (
        SELECT f.provider, f.reference,
          unixepoch(f.received_at) - unixepoch(f.at) > ${lateAfterSeconds} AS is_late,
          row_number() OVER (PARTITION BY f.provider ORDER BY f.received_at DESC) AS number
        FROM payment_facts f INDEXED BY payment_facts_by_time
        JOIN payments p ON p.provider = f.provider AND p.reference = f.reference
        WHERE f.at > ? AND f.kind = 'charged'
          AND unixepoch(f.received_at) - unixepoch(p.started_at) < 3600)
      WHERE number <= ${chargesToAlert}
      GROUP BY provider HAVING count(*) = ${chargesToAlert} AND min(is_late) = 1`,
    params: [isoBefore(now, dayMs)],
  }
}
