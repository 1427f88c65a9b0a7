import { readdir } from 'node:fs/promises'
import { z } from 'zod'
import { counted, error } from '../../src/backend/doctor/finding.ts'
import type { ShopFinding } from '../../src/backend/doctor/finding.ts'
import type { SqlStore } from '../../src/backend/sql-store.ts'
import type { Target } from '../import/d1.ts'

export const migrationsFolder = 'src/backend/migrations'

const named = z.object({ name: z.string() })

/** Migrations that the database lacks, and those that this version does not know. */
export async function migrationFindings(
  store: Pick<SqlStore, 'query'>,
  { remote }: Target,
): Promise<readonly ShopFinding[]> {
  const files = (await readdir(migrationsFolder)).toSorted()
  const applied = await appliedMigrations(store)
  const missing = files.filter((name) => !applied.includes(name))
  const unknown = applied.filter((name) => !files.includes(name))
  const place = remote ? '--remote' : '--local'
  return [
    ...(missing.length > 0
      ? [
          error(
            `The database lacks ${counted(missing.length, 'migration')}, from ${missing[0]}.`,
            `Run npx wrangler d1 migrations apply DB ${place}.`,
          ),
        ]
      : []),
    ...(unknown.length > 0
      ? [
          error(
            `The database has migrations of another version: ${unknown.join(', ')}.`,
            'Check out the version that is deployed, or a newer one.',
          ),
        ]
      : []),
  ]
}

/** Names of the migrations that a database has, in the order of their numbers. */
export async function appliedMigrations({
  query,
}: Pick<SqlStore, 'query'>): Promise<readonly string[]> {
  const tables = await query(`SELECT name FROM sqlite_master WHERE name = 'd1_migrations'`, named)
  if (tables.length === 0) return []
  const rows = await query('SELECT name FROM d1_migrations ORDER BY name', named)
  return rows.map(({ name }) => name)
}
