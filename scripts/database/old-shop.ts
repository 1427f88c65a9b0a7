import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrationFiles, migrationsFolder } from './migrations.ts'

type Options = {
  /** False lets a test insert rows without the rows that they refer to. */
  readonly hasForeignKeys?: boolean
}

/** Opens a database in memory as it was before a migration. `migrate` runs further migrations. */
export function openOldShop(migration: string, { hasForeignKeys = true }: Options = {}) {
  const shop = new DatabaseSync(':memory:', { enableForeignKeyConstraints: hasForeignKeys })
  const migrate = (isWanted: (name: string) => boolean): void => {
    for (const name of migrationFiles().filter(isWanted))
      shop.exec(readFileSync(`${migrationsFolder}/${name}`, 'utf8'))
  }
  migrate((name) => name < migration)
  return { shop, migrate }
}
