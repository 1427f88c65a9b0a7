import type { D1Database } from '@cloudflare/workers-types'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { readRow, readRows } from '../../src/kit/sql.ts'
import type { Target } from './target.ts'

export const migrationsFolder = 'src/schema'

/** Returns the names of the migrations in a folder, in their order. */
export function migrationFiles(folder = migrationsFolder): readonly string[] {
  // Editors and operating systems leave other files in the folder.
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return files.toSorted()
}

/** Creates the tables of a shop in a SQLite database. */
export function createTables(shop: DatabaseSync, migrations = migrationFiles()): void {
  for (const name of migrations) shop.exec(readFileSync(join(migrationsFolder, name), 'utf8'))
}

/** Returns the names of the migrations that D1 has applied to a database, in their order. */
export async function appliedMigrations(db: D1Database): Promise<readonly string[]> {
  const table = await readRow(db)`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`
  if (table === null) return []
  const names = await readRows<{ name: string }>(db)`SELECT name FROM d1_migrations ORDER BY name`
  return names.map(({ name }) => name)
}

/** Throws when a database has migrations that this version lacks. */
export function requireThisVersion(
  applied: readonly string[],
  target: Target,
  known = migrationFiles(),
): void {
  if (applied.every((name) => known.includes(name))) return
  throw new Error(
    target.isRemote
      ? 'Another version made the production database. Check out that version, or a newer one.'
      : `Another version made the shop in ${target.persistTo}. Delete ${target.persistTo} to start a new one, or check out that version.`,
  )
}

/** The table of `wrangler d1 migrations apply`. */
const createTable = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/**
 * Applies the migrations of a folder that the database of a data folder lacks, each in one
 * transaction. Wrangler would start the runtime for each of them.
 */
export async function applyNewMigrations(
  db: D1Database,
  persistTo: string,
  folder = migrationsFolder,
): Promise<void> {
  // knip cannot load wrangler, which vitest.config.ts would import.
  const { unstable_splitSqlQuery } = await import('wrangler')
  const files = migrationFiles(folder)
  const applied = await appliedMigrations(db)
  requireThisVersion(applied, { isRemote: false, persistTo }, files)
  await db.prepare(createTable).run()
  for (const name of files.filter((file) => !applied.includes(file))) {
    const sql = readFileSync(join(folder, name), 'utf8')
    await db.batch([
      ...unstable_splitSqlQuery(sql).map((statement) => db.prepare(statement)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  }
}
