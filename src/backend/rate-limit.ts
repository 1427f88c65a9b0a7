import type { BackendContext } from './context.ts'
import { hmac } from './hashing.ts'

/**
 * Counts one more `action` of the visitor's address in this hour; false when the limit is reached.
 * The database stores a keyed hash of the address.
 */
export async function countFromVisitor(
  { db, config, now, clientAddress }: BackendContext,
  action: string,
  limit: number,
): Promise<boolean> {
  const address = await hmac(config.CODE_PEPPER, `address:${clientAddress}`)
  return countWithin(db, `${action}-from:${address}`, limit, now)
}

/**
 * Counts one more action in this hour; false when the limit is reached. `key` must not contain
 * personal data.
 */
export async function countWithin(
  db: D1Database,
  key: string,
  limit: number,
  now: Date,
): Promise<boolean> {
  // One statement, so that parallel requests cannot pass the limit together.
  const row = await db
    .prepare(
      `INSERT INTO counters (key, hour, count) VALUES (?1, ?2, 1)
      ON CONFLICT (key, hour) DO UPDATE SET count = count + 1 WHERE count < ?3 RETURNING count`,
    )
    .bind(key, now.toISOString().slice(0, 13), limit)
    .first<{ count: number }>()
  return row !== null
}
