import { readdirSync } from 'node:fs'

export const migrationsFolder = 'src/backend/migrations'

/** Names of this version's migrations, in their order. */
export function migrationFiles(): readonly string[] {
  return readdirSync(migrationsFolder).toSorted()
}
