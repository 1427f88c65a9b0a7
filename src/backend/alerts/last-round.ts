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
      `INSERT INTO last_round (id, ended_at, failing)
      SELECT 1, ?1, json_group_object(value, ?1) FROM json_each(?2) WHERE true
      ON CONFLICT (id) DO UPDATE SET ended_at = max(ended_at, excluded.ended_at), failing = (
        SELECT json_group_object(failed.value, coalesce(last_round.failing ->> failed.value, ?1))
        FROM json_each(?2) failed)`,
    )
    .bind(now.toISOString(), JSON.stringify(failed))
}

/** Selects jobs that have failed in every round of the last ten minutes. */
export function failingJobs(now: Date): AlertCondition {
  return {
    kind: 'job-failing',
    sql: `SELECT job.key AS subject, 'job-failed' AS detail, NULL AS invoice_id
      FROM last_round, json_each(last_round.failing) job
      WHERE last_round.id = 1 AND job.value <= ?`,
    params: [timeOfLongestFailure(now)],
  }
}

/** Returns the time since which a job must have failed in every round to raise an alert. */
export function timeOfLongestFailure(now: Date): string {
  return isoBefore(now, longestFailure)
}
