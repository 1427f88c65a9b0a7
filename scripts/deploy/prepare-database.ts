import type { D1Database } from '@cloudflare/workers-types'
import { z } from 'zod'
import { raiseContentVersion } from '../../src/plans/content-version.ts'
import { isFilled, missingTexts } from '../content/missing-texts.ts'
import { migrate, withShop, type openStores } from '../database/open-shop.ts'
import { wrangler } from '../database/wrangler.ts'
import { appliedMigrations, migrationFiles } from '../database/migrations.ts'
import { previewShop } from '../start/seed.ts'

type Preparation = {
  /** Fills a database without countries with the sample shop. */
  readonly hasSamples: boolean
}

type Access = {
  /** Opens the database while `work` runs. */
  readonly inShop: <T>(work: (db: D1Database) => Promise<T>) => Promise<T>
  readonly migrate: () => Promise<void>
  readonly currentBookmark: () => Promise<string>
}

const target = { isRemote: true } as const
/** @param open opens the production database */
export const production = (open: typeof openStores): Access => ({
  inShop: async (work) => withShop(target, async ({ db }) => work(db), open),
  migrate: async () => migrate(target),
  currentBookmark: async () => {
    const output = await wrangler(['d1', 'time-travel', 'info', 'DB', '--json'])
    return z.object({ bookmark: z.string() }).parse(JSON.parse(output)).bookmark
  },
})

/**
 * Applies missing migrations. Fills a new database with the texts of `content/`, and with the
 * sample catalogue on request. Also fills a database without texts and orders, because an earlier
 * run may have failed after its migrations. Returns the bookmark of a database before its
 * migrations, or null if it was new or needed no migration. Prints it too, because a migration may
 * fail.
 */
export async function prepareDatabase({ hasSamples }: Preparation, access: Access) {
  const applied = await access.inShop(appliedMigrations)
  const isMissing = migrationFiles().some((name) => !applied.includes(name))
  const bookmark = isMissing && applied.length > 0 ? await access.currentBookmark() : null
  if (bookmark !== null) console.log(`The database before its migrations: --bookmark=${bookmark}`)
  if (isMissing) await access.migrate()
  await access.inShop(async (db) => {
    const isNewShop = await isUnused(db)
    if (hasSamples) await fillSamples(db)
    // Otherwise the operator may have deleted all texts of a language.
    if (isNewShop) await fillTexts(db)
  })
  return bookmark
}

/** An operator may have deleted the texts of a shop that has orders. */
async function isUnused(db: D1Database): Promise<boolean> {
  return !(await isFilled(db, 'texts')) && !(await isFilled(db, 'orders'))
}

async function fillSamples(db: D1Database): Promise<void> {
  if (await isFilled(db, 'places')) return
  await db.batch(await previewShop(db))
  console.log('Filled the shop with sample plans.')
}

async function fillTexts(db: D1Database): Promise<void> {
  const texts = await missingTexts(db)
  if (texts.length > 0) await db.batch([...texts, raiseContentVersion(db)])
}
