import type { BackendContext } from './context.ts'
import { hmac } from './hashing.ts'

export type RateLimit = { readonly action: string; readonly perHour: number }

export async function countVisitorAction(
  { db, config, now, clientAddress }: BackendContext,
  limit: RateLimit,
): Promise<boolean> {
  const address = await hmac(config.CODE_PEPPER, `address:${clientAddress}`)
  return countAction(db, limit, address, now)
}

/**
 * Counts one more action; false when the limit is reached. The subject must not be personal data:
 * pass a keyed hash.
 */
export async function countAction(
  db: D1Database,
  { action, perHour }: RateLimit,
  subject: string,
  now: Date,
): Promise<boolean> {
  // One statement, so that parallel requests cannot pass the limit together.
  const row = await db
    .prepare(
      `INSERT INTO rate_limits (action, subject, hour, count) VALUES (?1, ?2, ?3, 1)
      ON CONFLICT (action, subject, hour) DO UPDATE SET count = count + 1 WHERE count < ?4
      RETURNING count`,
    )
    .bind(action, subject, now.toISOString().slice(0, 13), perHour)
    .first<{ count: number }>()
  return row !== null
}
