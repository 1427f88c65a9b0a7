import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Database } from '../import/d1.ts'
import { migrationFiles, migrationsFolder } from '../import/migrations.ts'

/** An empty shop in memory, as SQLite and as the database of a command. */
export function newCommandDatabase(): { readonly shop: DatabaseSync; readonly database: Database } {
  const shop = new DatabaseSync(':memory:')
  for (const file of migrationFiles())
    shop.exec(readFileSync(`${migrationsFolder}/${file}`, 'utf8'))
  return {
    shop,
    database: {
      query: async (sql, row) => z.array(row).parse(shop.prepare(sql).all()),
      execute: async (statements) => shop.exec(['BEGIN;', ...statements, 'COMMIT;'].join('\n')),
      close: async () => shop.close(),
    },
  }
}
