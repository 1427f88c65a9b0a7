import { z } from 'zod'
import { raiseContentVersion } from '../../src/plans/content-version.ts'
import { isFilled, missingTexts } from '../content/texts-sql.ts'
import { missingMigrations } from '../doctor/migration-findings.ts'
import { withDatabase } from '../import/apply-batches.ts'
import { migrate, openDatabase, wrangler } from '../database/d1.ts'
import type { Database } from '../database/d1.ts'
import { appliedMigrations } from '../database/migrations.ts'
import { previewSql } from '../start/seed.ts'

type Preparation = {
  /** Fills a database without countries with the sample shop. */
  readonly hasSamples: boolean
}

type Access = {
  readonly open: () => Promise<Database>
  readonly migrate: () => Promise<void>
  readonly currentBookmark: () => Promise<string>
}

const production: Access = {
  open: async () => openDatabase({ isRemote: true }),
  migrate: async () => migrate({ isRemote: true }),
  currentBookmark: async () => {
    const output = await wrangler(['d1', 'time-travel', 'info', 'DB', '--json'])
    return z.object({ bookmark: z.string() }).parse(JSON.parse(output)).bookmark
  },
}

/**
 * Applies missing migrations. Fills a new database with the texts of `content/`, and with the
 * sample catalogue on request. Also fills a database without texts and orders, because an earlier
 * run may have failed after its migrations. Returns the bookmark of a database before its
 * migrations, or null if it was new or needed no migration. Prints it too, because a migration may
 * fail.
 */
export async function prepareDatabase(
  { hasSamples }: Preparation,
  access = production,
): Promise<string | null> {
  const before = await withDatabase(access.open, async (database) => ({
    applied: await appliedMigrations(database),
    missing: await missingMigrations(database),
  }))
  const isNew = before.applied.length === 0
  const bookmark = before.missing.length === 0 || isNew ? null : await access.currentBookmark()
  if (bookmark !== null) console.log(`The database before its migrations: --bookmark=${bookmark}`)
  if (before.missing.length > 0) await access.migrate()
  await withDatabase(access.open, async (database) => {
    const isNewShop = await isUnused(database)
    if (hasSamples) await fillSamples(database)
    // Otherwise the operator may have deleted all texts of a language.
    if (isNewShop) await fillTexts(database)
  })
  return bookmark
}

/** An operator may have deleted the texts of a shop that has orders. */
async function isUnused(database: Database): Promise<boolean> {
  return !(await isFilled(database, 'texts')) && !(await isFilled(database, 'invoices'))
}

async function fillSamples(database: Database): Promise<void> {
  if (await isFilled(database, 'countries')) return
  await database.execute(await previewSql())
  console.log('Filled the shop with sample plans.')
}

async function fillTexts(database: Database): Promise<void> {
  const texts = await missingTexts(database)
  await database.execute(texts.length > 0 ? [...texts, raiseContentVersion] : [])
}
