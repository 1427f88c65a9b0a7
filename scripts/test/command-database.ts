import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Database } from '../database/d1.ts'
import { createTables } from '../database/migrations.ts'

/** Creates an empty shop in memory. Returns it as SQLite and as the database of a command. */
export function newCommandDatabase(): { readonly shop: DatabaseSync; readonly database: Database } {
  const shop = openEmptyShop()
  return {
    shop,
    database: {
      query: async (sql, row) => z.array(row).parse(shop.prepare(sql).all()),
      execute: async (statements) => executeAll(shop, statements),
      close: async () => shop.close(),
    },
  }
}

/** Opens the tables of a shop in memory. */
export function openEmptyShop(): DatabaseSync {
  const shop = new DatabaseSync(':memory:')
  createTables(shop)
  return shop
}

/** As in D1, a transaction that fails changes nothing. */
function executeAll(shop: DatabaseSync, statements: readonly string[]): void {
  shop.exec('BEGIN')
  try {
    shop.exec(statements.join('\n'))
    shop.exec('COMMIT')
  } catch (error) {
    shop.exec('ROLLBACK')
    throw error
  }
}
