import type { CommandFinding } from '../../src/office/finding.ts'
import type { SqlStore } from '../../src/kit/sql-store.ts'
import type { Target } from '../database/target.ts'
import { appliedMigrations, migrationFiles } from '../database/migrations.ts'
import { formatCount, error } from './command-finding.ts'

/** Returns the names of the migrations of this version that a database lacks. */
export async function missingMigrations(
  store: Pick<SqlStore, 'query'>,
): Promise<readonly string[]> {
  const applied = await appliedMigrations(store)
  return migrationFiles().filter((name) => !applied.includes(name))
}

export function missingFindings(
  missing: readonly string[],
  target: Target,
): readonly CommandFinding[] {
  if (missing.length === 0) return []
  return [
    error(
      `The database lacks ${formatCount(missing.length, 'migration')}, from ${missing[0]}.`,
      `Run npx wrangler d1 migrations apply DB ${target.isRemote ? '--remote' : `--local --persist-to ${target.persistTo}`}.`,
    ),
  ]
}

export function unknownFindings(applied: readonly string[]): readonly CommandFinding[] {
  const unknown = applied.filter((name) => !migrationFiles().includes(name))
  if (unknown.length === 0) return []
  return [
    error(
      `The database has migrations of another version: ${unknown.join(', ')}.`,
      'Check out the version that is deployed, or a newer version.',
    ),
  ]
}
