import type { Call } from './context.ts'
import { hmac } from './hashing.ts'

/** Counts one more of something by the visitor's network address, whose hash is kept for the hour; false when the limit is reached. */
export async function countFromVisitor(
  { db, config, now, clientAddress }: Call,
  what: string,
  limit: number,
): Promise<boolean> {
  const address = await hmac(config.CODE_PEPPER, `address:${clientAddress}`)
  return countWithin(db, `${what}-from:${address}`, limit, now)
}

/**
 * Counts one more of something in this hour; false when the limit is reached. One statement, so that any number at once let exactly
 * `limit` through. `key` must not hold anything personal.
 */
export async function countWithin(
  db: D1Database,
  key: string,
  limit: number,
  now: Date,
): Promise<boolean> {
  const counted = await db
    .prepare(
      `INSERT INTO counters (key, hour, count) VALUES (?1, ?2, 1)
      ON CONFLICT (key, hour) DO UPDATE SET count = count + 1 WHERE count < ?3 RETURNING count`,
    )
    .bind(key, now.toISOString().slice(0, 13), limit)
    .first<{ count: number }>()
  return counted !== null
}
