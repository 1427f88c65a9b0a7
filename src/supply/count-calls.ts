import type { Supplier } from './supplier.ts'
import { prepare, sql, type Sql } from '../kit/sql.ts'

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
  const sum = sql`${callsIn(now)} + ${calls}`
  return prepare(db)`INSERT INTO suppliers (id, minute, calls)
    SELECT ${id}, ${minuteOf(now)}, ${calls} WHERE ${calls} <= ${callsPerMinute}
    ON CONFLICT (id) DO UPDATE SET calls = ${sum}, minute = max(minute, ${minuteOf(now)})
      WHERE ${sum} <= ${callsPerMinute}
    RETURNING id`
}

/** Takes counted calls back that the worker will not make, because another worker makes them. */
export function returnCalls(
  db: D1Database,
  { id }: Pick<Supplier, 'id'>,
  calls: number,
  now: Date,
): D1PreparedStatement {
  return prepare(db)`UPDATE suppliers SET calls = calls - ${calls} WHERE id = ${id}
      AND minute = ${minuteOf(now)}`
}

/** SQL over `suppliers`: the number of calls in this minute or after it. */
export function callsIn(now: Date): Sql {
  return sql`CASE WHEN suppliers.minute >= ${minuteOf(now)} THEN suppliers.calls ELSE 0 END`
}

/** Returns a minute as in `suppliers.minute`: `2026-11-21T10:00`. */
export function minuteOf(now: Date): string {
  return now.toISOString().slice(0, 16)
}
