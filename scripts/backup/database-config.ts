import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { migrationsFolder } from '../database/migrations.ts'

type ShopConfig = {
  readonly account_id?: string | undefined
  readonly compatibility_date?: string | undefined
  readonly d1_databases: readonly {
    readonly database_id?: string
    readonly database_name?: string
  }[]
}

type OtherDatabase = {
  readonly name?: string
  readonly id?: string
  readonly migrations?: string
}

/**
 * Writes a wrangler configuration whose `DB` differs from wrangler.toml in its database or
 * migrations. Returns the path of the file.
 */
export async function writeDatabaseConfig(
  folder: string,
  { account_id, compatibility_date, d1_databases: [database] }: ShopConfig,
  { name, id, migrations = migrationsFolder }: OtherDatabase = {},
): Promise<string> {
  const file = join(folder, 'wrangler.json')
  const binding = {
    binding: 'DB',
    database_name: name ?? database?.database_name,
    database_id: id ?? database?.database_id,
    migrations_dir: resolve(migrations),
  }
  const config = { name: 'database', account_id, compatibility_date, d1_databases: [binding] }
  await writeFile(file, JSON.stringify(config))
  return file
}
