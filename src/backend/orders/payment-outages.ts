import { dayMs, isoBefore } from '../../domain/time-units.ts'
import type { AlertCondition } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'
import type { PaymentProviderError } from '../payments/payment-provider.ts'

/** Failures in a row. A provider may refuse a single order, or lose a single call. */
const failuresToAlert = 3

/** Counts a payment that could not be started. The message begins with the provider's name. */
export function recordFailedStart(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  provider: string,
  { message }: PaymentProviderError,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO payment_outages (provider, failures, failed_at, problem) VALUES (?1, 1, ?2, ?3)
      ON CONFLICT (provider) DO UPDATE SET failures = failures + 1, failed_at = ?2, problem = ?3`,
    )
    .bind(provider, now.toISOString(), message.slice(message.indexOf(': ') + 2))
}

/** Ends the outage of a provider, which has started a payment. */
export function endOutage(db: D1Database, provider: string): D1PreparedStatement {
  return db.prepare('DELETE FROM payment_outages WHERE provider = ?').bind(provider)
}

/**
 * Selects providers at which the last three payments or more could not be started, the last one
 * within a day.
 */
export function failedStarts(now: Date): AlertCondition {
  return {
    kind: 'payments-not-started',
    sql: `SELECT provider AS subject, problem || ': ×' || failures AS detail, NULL AS invoice_id
      FROM payment_outages WHERE failures >= ${failuresToAlert} AND failed_at > ?`,
    params: [isoBefore(now, dayMs)],
  }
}
