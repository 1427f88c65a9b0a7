import { minuteMs, isoBefore } from '../../domain/time-units.ts'
import type { AlertCondition } from './alerts.ts'

/** A job that fails for a shorter time usually recovers by itself. */
const longestFailure = 10 * minuteMs

/**
 * Records the end of a round of scheduled jobs and the jobs that failed. Parallel rounds may end in
 * a different order from the one they started in.
 */
export function recordRound(
  db: D1Database,
  failed: readonly string[],
  now: Date,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO state (name, value) SELECT 'last-round', json_object(
        'endedAt', max(?1, coalesce(old.value ->> 'endedAt', '')),
        'failing', json(json_group_object(job.value,
          coalesce(old.value -> 'failing' ->> job.value, ?1)) FILTER (WHERE job.value IS NOT NULL)))
      FROM (SELECT 1) LEFT JOIN state old ON old.name = 'last-round'
      LEFT JOIN json_each(?2) job
      WHERE true
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
    .bind(now.toISOString(), JSON.stringify(failed))
}

/** Selects jobs that have failed in every round of the last ten minutes. */
export function failingJobs(now: Date): AlertCondition {
  return {
    kind: 'job-failing',
    sql: `SELECT job.key AS subject, 'job-failed' AS detail, NULL AS invoice_id
      FROM state, json_each(state.value, '$.failing') job
      WHERE state.name = 'last-round' AND job.value <= ?`,
    params: [timeOfLongestFailure(now)],
  }
}

/** Returns the time since which a job must have failed in every round to raise an alert. */
export function timeOfLongestFailure(now: Date): string {
  return isoBefore(now, longestFailure)
}
