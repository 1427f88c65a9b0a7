import type { D1Database } from '@cloudflare/workers-types'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unstable_readConfig } from 'wrangler'
import { appliedMigrations, createTables, requireThisVersion } from '../database/migrations.ts'
import { openStores, requireShop, withShop } from '../database/open-shop.ts'
import type { Target } from '../database/target.ts'
import { wrangler, writeDatabaseConfig } from '../database/wrangler.ts'
import { countRows, linesOf, tablesInOrder, writeBackup, type DatabaseCopy } from './backup-file.ts'
import { defineCommand } from './define-command.ts'
import { correctTexts } from './exact-texts.ts'

export const backupCommand = defineCommand({
  name: 'backup',
  usage: '[--to FILE]',
  about: 'Writes every row of the shop to a file, by default in backups/.',
  words: [0, 0],
  options: { to: { type: 'string' } },
  async run({ values, target }) {
    const now = new Date().toISOString()
    const name = values.to ?? `backups/${now.slice(0, 19).replaceAll(/[:T]/g, '-')}.sql`
    const file = resolve(process.env['INIT_CWD'] ?? '.', name)
    await mkdir(dirname(file), { recursive: true })
    const backup = await withCopy(target, async (copy) => writeBackup(copy, file, now))
    console.log(`${countRows(backup)} rows of ${Object.keys(backup.rows).length} tables: ${file}`)
    console.log(
      'The file contains personal data and unsold profiles. Store it where nobody else can read it.',
    )
  },
})

/**
 * Copies a shop's database to a temporary SQLite file, which exists while `work` runs. D1 exports a
 * consistent snapshot. Throws when a row references a missing row.
 */
export async function withCopy<T>(target: Target, work: (copy: DatabaseCopy) => Promise<T>) {
  if (!target.isRemote) requireShop(target.persistTo)
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  const shop = new DatabaseSync(join(folder, 'shop.sqlite'), { enableForeignKeyConstraints: false })
  try {
    const copy = async (db: D1Database) => {
      const applied = await appliedMigrations(db)
      if (applied.length === 0)
        throw new Error('The database has no tables. Check --remote and --persist-to.')
      requireThisVersion(applied, target)
      prepareTables(shop, applied)
      await insertExport(shop, await exportRows(target, folder))
      await correctTexts(shop, db)
      return applied
    }
    const migrations = await withShop(target, async ({ db }) => copy(db), openStores)
    checkReferences(shop)
    return await work({ shop, migrations })
  } finally {
    shop.close()
    await rm(folder, { recursive: true })
  }
}

/**
 * Applies these migrations as D1 does, and removes the rows that they insert. Also removes the
 * triggers, because an export contains the rows that they have written.
 */
function prepareTables(shop: DatabaseSync, migrations: readonly string[]): void {
  createTables(shop, migrations)
  const triggers = shop.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all()
  for (const { name } of triggers) shop.exec(`DROP TRIGGER ${String(name)}`)
  for (const table of tablesInOrder(shop)) shop.exec(`DELETE FROM ${table}`)
}

/** Exports all rows as SQL text. Returns the file's path. */
async function exportRows(target: Target, folder: string): Promise<string> {
  const file = join(folder, 'export.sql')
  const flags = ['--no-schema', '--skip-confirmation', '--output', file]
  if (target.isRemote) {
    await wrangler(['d1', 'export', 'DB', '--remote', ...flags])
    return file
  }
  // A local export reads the data folder next to its configuration.
  await mkdir(join(folder, '.wrangler'))
  await symlink(resolve(target.persistTo), join(folder, '.wrangler/state'), 'junction')
  const config = await writeDatabaseConfig(folder, unstable_readConfig({ config: 'wrangler.toml' }))
  await wrangler(['d1', 'export', 'DB', '--local', ...flags], config)
  return file
}

/** Inserts into tables of SQLite, D1 and the test bank, which a shop creates in development. */
const foreignRows = /^INSERT INTO "?(sqlite_|d1_|_cf_|test_bank_)/

/** Inserts the rows of an export that belong to the shop. */
async function insertExport(shop: DatabaseSync, file: string): Promise<void> {
  shop.exec('BEGIN')
  // An export has one statement per line, and escapes line feeds in texts.
  for await (const statement of linesOf(file))
    if (!statement.startsWith('PRAGMA') && !foreignRows.test(statement)) shop.exec(statement)
  shop.exec('COMMIT')
}

/** Throws when a row references a missing row. */
export function checkReferences(shop: DatabaseSync): void {
  for (const { table, parent } of shop.prepare('PRAGMA foreign_key_check').all())
    throw new Error(`A row of ${String(table)} references a missing row of ${String(parent)}.`)
}
