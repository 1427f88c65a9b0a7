import type { Supplier } from './supplier.ts'

/**
 * Counts calls in this minute. Changes and returns one row if the supplier takes as many more, and
 * none if not.
 */
export function countCalls(
  db: D1Database,
  { id, callsPerMinute }: Pick<Supplier, 'id' | 'callsPerMinute'>,
  calls: number,
  now: Date,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE suppliers
      SET calls = CASE WHEN minute = ?2 THEN calls ELSE 0 END + ?3, minute = ?2
      WHERE id = ?1 AND CASE WHEN minute = ?2 THEN calls ELSE 0 END + ?3 <= ?4
      RETURNING id`,
    )
    .bind(id, now.toISOString().slice(0, 16), calls, callsPerMinute)
}
