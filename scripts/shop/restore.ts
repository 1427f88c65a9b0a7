import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'
import { unreadable } from '../command.ts'
import { migrationFiles, migrationsFolder } from '../database/migrations.ts'
import { migrate } from '../database/open-shop.ts'
import { wrangler, writeDatabaseConfig } from '../database/wrangler.ts'
import { countRows, readBackup, type Backup } from './backup-file.ts'
import { defineCommand } from './define-command.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  usage: 'FILE --into NEW',
  about:
    'Restores a backup. NEW is a data folder, or with --remote the name of a database. It must be\n      new or empty.',
  words: [1, 1],
  options: { into: { type: 'string' } },
  async run({ words: [path = ''], values: { into }, target: { isRemote } }) {
    if (into === undefined) throw new Error('Give the new shop with --into.')
    const file = resolve(process.env['INIT_CWD'] ?? '.', path)
    await access(file, constants.R_OK).catch(() => {
      throw unreadable(path)
    })
    const backup = await readBackup(file)
    console.log(`Restoring ${countRows(backup)} rows of the backup of ${backup.createdAt} …`)
    const { id } = await restoreShop(backup, file, { name: into, isRemote })
    console.log(`Every table of ${into} has as many rows as the backup.`)
    console.log(
      isRemote
        ? `To use it, set database_name = "${into}" and database_id = "${id}" in wrangler.toml, and deploy.`
        : `To use it: npm start -- --persist-to ${into}`,
    )
  },
})

type NewDatabase = {
  /** A data folder, or the name of a database in production. */
  readonly name: string
  readonly isRemote: boolean
}

/** Runs `wrangler d1 ACTION` on the new database. */
type RunD1 = (action: readonly string[], args: readonly string[]) => Promise<string>

const rowSets = z.tuple([z.object({ results: z.array(z.record(z.string(), z.unknown())) })])

/**
 * Applies the migrations of a backup to a database without tables, and restores the rows. Then
 * compares the number of rows in each table, and applies newer migrations.
 */
export async function restoreShop(
  backup: Backup,
  file: string,
  database: NewDatabase,
): Promise<{ readonly id: string }> {
  const files = migrationFiles()
  const unknown = backup.migrations.filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `The backup has migrations that this version lacks: ${unknown.join(', ')}. Check out the version that wrote it, or a newer version.`,
    )
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  try {
    const known = join(folder, 'migrations')
    await mkdir(known)
    for (const name of backup.migrations)
      await copyFile(join(migrationsFolder, name), join(known, name))
    const id = await idOf(database, folder)
    const d1 = await runnerFor(database, folder, id, known)
    await checkEmpty(d1, database)
    await migrateNew(database, d1, known)
    await d1(['execute'], ['--yes', '--file', await statementsFile(backup, file, folder)])
    await compareRows(d1, backup)
    if (files.length > backup.migrations.length) {
      const newest = await runnerFor(database, folder, id, migrationsFolder)
      await migrateNew(database, newest, migrationsFolder)
    }
    return { id }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns wrangler's id of the database. Creates a missing database in production. */
async function idOf({ name, isRemote }: NewDatabase, folder: string): Promise<string> {
  const shop = unstable_readConfig({ config: 'wrangler.toml' })
  // The shop finds its local database by the id in wrangler.toml.
  if (!isRemote) return shop.d1_databases[0]?.database_id ?? ''
  const config = await writeDatabaseConfig(folder, { ...shop, d1_databases: [] })
  const info = async () => wrangler(['d1', 'info', name, '--json'], config)
  const output = await info().catch(async () => {
    await wrangler(['d1', 'create', name], config)
    return info()
  })
  return z.object({ uuid: z.string() }).parse(JSON.parse(output)).uuid
}

async function runnerFor(
  { name, isRemote }: NewDatabase,
  folder: string,
  id: string,
  migrations: string,
): Promise<RunD1> {
  const shop = unstable_readConfig({ config: 'wrangler.toml' })
  const other = isRemote ? { name, id, migrations } : { migrations }
  const config = await writeDatabaseConfig(folder, shop, other)
  const place = isRemote ? ['--remote'] : ['--local', '--persist-to', resolve(name)]
  return async (action, args) => wrangler(['d1', ...action, 'DB', ...place, ...args], config)
}

async function migrateNew({ name, isRemote }: NewDatabase, d1: RunD1, folder: string) {
  if (isRemote) await d1(['migrations', 'apply'], [])
  else await migrate({ isRemote: false, persistTo: name }, folder)
}

async function checkEmpty(d1: RunD1, { name }: NewDatabase): Promise<void> {
  const [row] = await rowsOf(
    d1,
    `SELECT count(*) AS count FROM sqlite_master
    WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'`,
  )
  if (row?.['count'] !== 0)
    throw new Error(`${name} has tables already. Restore into a new database.`)
}

/** Writes statements that delete the rows of migrations, and then the backup's statements. */
async function statementsFile(backup: Backup, file: string, folder: string): Promise<string> {
  const statements = join(folder, 'restore.sql')
  const output = createWriteStream(statements)
  // A row may reference a later row of its table.
  output.write('PRAGMA defer_foreign_keys = TRUE;\n')
  for (const table of Object.keys(backup.rows).toReversed()) output.write(`DELETE FROM ${table};\n`)
  await pipeline(createReadStream(file), output)
  return statements
}

async function compareRows(d1: RunD1, { rows }: Backup): Promise<void> {
  const counts = Object.keys(rows).map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`)
  const [restored] = await rowsOf(d1, `SELECT ${counts.join(', ')}`)
  const wrong = Object.entries(rows).filter(([table, count]) => restored?.[table] !== count)
  if (wrong.length === 0) return
  const lines = wrong.map(([table, count]) => `${table}: ${String(restored?.[table])} of ${count}`)
  throw new Error(
    `The restored database does not match the backup. Restore into a new database.\n${lines.join('\n')}`,
  )
}

async function rowsOf(d1: RunD1, sql: string) {
  const output = await d1(['execute'], ['--json', '--command', sql])
  const [{ results }] = rowSets.parse(JSON.parse(output))
  return results
}
