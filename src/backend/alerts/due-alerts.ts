import type { AlertKind } from './alerts.ts'
import { dayMs, hourMs, isoBefore } from '../../domain/time-units.ts'

/** The column with the time of the last notice: by email, or by webhook. */
export type NoticeColumn = 'mailed_at' | 'posted_at'

export type DueAlert = {
  readonly id: number
  readonly kind: AlertKind
  readonly subject: string
  /** Null if the subject is not an order. */
  readonly invoiceID: string | null
  readonly detail: string
  readonly since: string
  /** Null while the alert is open. */
  readonly endedAt: string | null
  /** Time of the previous notice, or null before the first notice. */
  readonly noticeAt: string | null
}

/** Maximum alerts in a message, so that people can read it. The next run sends the rest. */
const batchSize = 50
const reminderPause = hourMs
const dailyPause = dayMs
/** The shop drops an unsent notice of an end after a day. */
const oldestEnd = dayMs

/**
 * Kinds with one notice a day for each subject, and no notice of their end. Their alerts can end
 * and begin again several times a day. Strangers can cause `unproven-webhooks`. Sales continue
 * during `supplier-balance-refused`.
 */
const dailyKinds: readonly AlertKind[] = [
  'low-stock',
  'unproven-webhooks',
  'supplier-balance-refused',
]
const isDaily = `kind IN (${dailyKinds.map((kind) => `'${kind}'`).join()})`

/**
 * SQL over `alerts`: the kind has one notice a day, and a notice about the subject was sent after
 * `since`, also an SQL expression.
 */
export function isDailyNoticedSince(column: NoticeColumn, since: string): string {
  return `(${isDaily} AND EXISTS (SELECT 1 FROM alerts same
    WHERE same.kind = alerts.kind AND same.subject = alerts.subject AND same.${column} > ${since}))`
}

/**
 * Returns alerts that need a first notice, a reminder or a notice of their end. Reminders are
 * hourly, or daily for some kinds.
 */
export async function dueAlerts(
  db: D1Database,
  column: NoticeColumn,
  now: Date,
): Promise<DueAlert[]> {
  const { results } = await db
    .prepare(
      `SELECT id, kind, subject, invoice_id AS invoiceID, detail, since, ended_at AS endedAt,
        ${column} AS noticeAt
      FROM alerts WHERE ended_at IS NULL AND NOT ${isDailyNoticedSince(column, '?3')}
        AND (${isDaily} OR ${column} IS NULL OR ${column} <= ?1)
      UNION ALL
      SELECT id, kind, subject, invoice_id, detail, since, ended_at, ${column}
      FROM alerts WHERE ended_at > ?2 AND (${column} IS NULL OR ${column} < ended_at)
        AND NOT ${isDaily}
      ORDER BY since, id LIMIT ${batchSize}`,
    )
    .bind(isoBefore(now, reminderPause), isoBefore(now, oldestEnd), isoBefore(now, dailyPause))
    .all<DueAlert>()
  return results
}

/** Records that a notice was sent. Skips alerts that ended after they were read. */
export function markNoticed(
  db: D1Database,
  column: NoticeColumn,
  alerts: readonly DueAlert[],
  now: Date,
): D1PreparedStatement {
  const states = JSON.stringify(alerts.map(({ id, endedAt }) => ({ id, endedAt })))
  return db
    .prepare(
      `UPDATE alerts SET ${column} = ?1 FROM json_each(?2) AS noticed
      WHERE alerts.id = noticed.value ->> 'id'
        AND alerts.ended_at IS noticed.value ->> 'endedAt'`,
    )
    .bind(now.toISOString(), states)
}
