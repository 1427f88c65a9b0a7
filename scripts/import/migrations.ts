import { readdirSync } from 'node:fs'

export const migrationsFolder = 'src/backend/migrations'

/** Names of the migrations in a folder, in their order. */
export function migrationFiles(folder = migrationsFolder): readonly string[] {
  // Editors and systems leave other files beside them.
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return files.toSorted()
}
