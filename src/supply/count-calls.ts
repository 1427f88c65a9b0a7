import type { Supplier } from './supplier.ts'

/**
 * Counts calls in this minute. Changes and returns one row if the supplier's rate limit allows
 * these calls, or no row if it does not. A worker whose clock is behind counts in the later minute,
 * because a minute that is set back would begin to count again.
 */
export function countCalls(
  db: Pick<D1Database, 'prepare'>,
  { id, callsPerMinute }: Pick<Supplier, 'id' | 'callsPerMinute'>,
  calls: number,
  now: Date,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO suppliers (id, minute, calls) SELECT ?1, ?2, ?3 WHERE ?3 <= ?4
      ON CONFLICT (id) DO UPDATE SET calls = ${callsIn('?2')} + ?3, minute = max(minute, ?2)
      WHERE ${callsIn('?2')} + ?3 <= ?4
      RETURNING id`,
    )
    .bind(id, minuteOf(now), calls, callsPerMinute)
}

/** Takes counted calls back that the worker will not make, because another worker makes them. */
export function returnCalls(
  db: D1Database,
  { id }: Pick<Supplier, 'id'>,
  calls: number,
  now: Date,
): D1PreparedStatement {
  return db
    .prepare('UPDATE suppliers SET calls = calls - ?3 WHERE id = ?1 AND minute = ?2')
    .bind(id, minuteOf(now), calls)
}

/** SQL over `suppliers`: the number of calls in a minute or after it. `minute` is an SQL expression. */
export function callsIn(minute: string): string {
  return `CASE WHEN suppliers.minute >= ${minute} THEN suppliers.calls ELSE 0 END`
}

/** Returns a minute as in `suppliers.minute`: `2026-11-21T10:00`. */
export function minuteOf(now: Date): string {
  return now.toISOString().slice(0, 16)
}
