import { readdirSync } from 'node:fs'

export const migrationsFolder = 'src/backend/migrations'

/** Returns the names of the migrations in a folder, in their order. */
export function migrationFiles(folder = migrationsFolder): readonly string[] {
  // Editors and operating systems leave other files in the folder.
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return files.toSorted()
}
