import { z } from 'zod'
import { isFilled, missingTexts } from '../content/texts-sql.ts'
import { appliedMigrations, missingMigrations } from '../doctor/migration-findings.ts'
import { withDatabase } from '../import/apply-batches.ts'
import { migrate, openDatabase, wrangler } from '../import/d1.ts'
import { previewSql } from '../start/seed.ts'

const production = { isRemote: true } as const

type Preparation = {
  /** Fills a database without countries with the sample shop. */
  readonly hasSamples: boolean
}

/**
 * Applies missing migrations. Fills a new database with the texts of `content/`, and with the
 * sample catalogue on request. Returns the bookmark of a database before its migrations, or null if
 * it was new or needed no migration.
 */
export async function prepareDatabase({ hasSamples }: Preparation): Promise<string | null> {
  const before = await withDatabase(open, async (database) => ({
    applied: await appliedMigrations(database),
    missing: await missingMigrations(database),
  }))
  const isNew = before.applied.length === 0
  const bookmark = before.missing.length === 0 || isNew ? null : await currentBookmark()
  if (before.missing.length > 0) await migrate(production)
  if (isNew || hasSamples) await fill(hasSamples)
  return bookmark
}

async function open() {
  return openDatabase(production)
}

async function currentBookmark(): Promise<string> {
  const output = await wrangler(['d1', 'time-travel', 'info', 'DB', '--json'])
  return z.object({ bookmark: z.string() }).parse(JSON.parse(output)).bookmark
}

async function fill(hasSamples: boolean): Promise<void> {
  await withDatabase(open, async (database) => {
    const isEmpty = !(await isFilled(database, 'countries'))
    const samples = hasSamples && isEmpty ? await previewSql() : []
    await database.execute(samples)
    await database.execute(await missingTexts(database))
    if (samples.length > 0) console.log('Filled the shop with sample plans.')
  })
}
