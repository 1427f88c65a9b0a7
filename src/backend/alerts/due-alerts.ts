import type { AlertKind } from './alerts.ts'
import { dayMs, hourMs } from '../../domain/time-units.ts'

/** The column with the time of the last notice by email or by webhook. */
export type NoticeColumn = 'mailed_at' | 'posted_at'

export type DueAlert = {
  readonly id: number
  readonly kind: AlertKind
  readonly subject: string
  /** null: the subject is no order. */
  readonly invoiceID: string | null
  readonly detail: string
  readonly since: string
  /** null: the condition lasts. */
  readonly endedAt: string | null
  /** Time of the previous notice. */
  readonly noticeAt: string | null
}

/** Limit of alerts in one readable message. The next run sends the rest. */
const batchSize = 50
const reminderPause = hourMs
/** Notices of ends that could not be sent within a day are dropped. */
const oldestEnd = dayMs

/** Alerts that need a notice: the first, the hourly reminder of an open one, or that of its end. */
export async function dueAlerts(
  db: D1Database,
  column: NoticeColumn,
  now: Date,
): Promise<DueAlert[]> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
  const { results } = await db
    .prepare(
      `SELECT id, kind, subject, invoice_id AS invoiceID, detail, since, ended_at AS endedAt,
        ${column} AS noticeAt
      FROM alerts WHERE ended_at IS NULL AND (${column} IS NULL OR ${column} <= ?1)
      UNION ALL
      SELECT id, kind, subject, invoice_id, detail, since, ended_at, ${column}
      FROM alerts WHERE ended_at > ?2 AND (${column} IS NULL OR ${column} < ended_at)
      ORDER BY since, id LIMIT ${batchSize}`,
    )
    .bind(before(reminderPause), before(oldestEnd))
    .all<DueAlert>()
  return results
}

/** Records the notice of alerts, except of those that ended since they were read. */
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
