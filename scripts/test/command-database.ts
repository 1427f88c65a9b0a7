import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Database } from '../import/d1.ts'
import { openEmptyShop } from './empty-shop.ts'

/** Creates an empty shop in memory. Returns it as SQLite and as the database of a command. */
export function newCommandDatabase(): { readonly shop: DatabaseSync; readonly database: Database } {
  const shop = openEmptyShop()
  return {
    shop,
    database: {
      query: async (sql, row) => z.array(row).parse(shop.prepare(sql).all()),
      execute: async (statements) => shop.exec(['BEGIN;', ...statements, 'COMMIT;'].join('\n')),
      close: async () => shop.close(),
    },
  }
}
