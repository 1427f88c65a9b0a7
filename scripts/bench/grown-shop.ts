import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { dayMs, isoAfter } from '../../src/kit/time.shared.ts'

/** A customer with as many orders in every shop. */
export const grownEmail = 'buyer-0@example.com'
/** Cookies of the customer, and of a partner. */
export const grownCookies = `esim.sessionID=${keyOf('session', 0)}; esim.token=${keyOf('token', 0)};
  refAppSessionID=${keyOf('session', -1)}; refToken=${keyOf('token', -1)}`.replaceAll('\n', '')

/** Fills a shop with generated orders of three years until `now`, by grown-shop.sql. */
export function growShop(shop: DatabaseSync, orders: number, now: Date): void {
  const functions: { readonly [name: string]: (...values: never[]) => string | number } = {
    size: () => orders,
    now: () => now.toISOString(),
    later: (time: string, days: number) => isoAfter(new Date(time), days * dayMs),
    key: keyOf,
    order_id: orderOf,
    token_hash: (kind: string, n: number) =>
      createHash('sha256').update(keyOf(kind, n)).digest('hex'),
    part: (kind: string, n: number) => hashOf(kind, n).readUInt32LE() / 2 ** 32,
    text: (length: number) => 'Lorem ipsum '.repeat(length / 12),
  }
  for (const [name, work] of Object.entries(functions))
    // grown-shop.sql passes the values.
    shop.function(name, { deterministic: true }, work as (...values: unknown[]) => string | number)
  const indexes = shop
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql <> ''`)
    .all()
  shop.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN')
  // Indexes are written faster when all rows are there.
  for (const { name } of indexes) shop.exec(`DROP INDEX ${String(name)}`)
  shop.exec(readFileSync(new URL('grown-shop.sql', import.meta.url), 'utf8'))
  for (const { sql } of indexes) shop.exec(String(sql))
  shop.exec('COMMIT')
}

function hashOf(kind: string, number: number): Buffer {
  return createHash('sha256').update(`${kind} ${number}`).digest()
}

/** Returns a key with 43 characters, as those of the shop. */
export function keyOf(kind: string, number: number): string {
  return hashOf(kind, number).toString('base64url')
}

/** Returns the id of an order: its number in upper case, and random characters. */
export function orderOf(number: number): string {
  const bytes = [...hashOf('number', number).subarray(0, 10)]
  const characters = bytes.map((byte) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[byte % 32])
  return characters.join('') + keyOf('order', number).slice(10)
}
