import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { locales } from '../../src/words/locales.shared.ts'
import { isFilled, missingTexts } from '../content/texts-sql.ts'
import { createPushKeys } from './push-keys.ts'
import { migrateLocally, openDatabase } from '../database/d1.ts'
import type { Database } from '../database/d1.ts'
import { withFolderLock } from '../database/folder-lock.ts'
import { migrationsFolder } from '../database/migrations.ts'
import { hashFiles } from './hash-files.ts'
import { sampleEmail, sampleShopSql } from './seed.ts'

const dataFolder = z.object({
  version: z.string(),
  sampleHash: z.string().nullable(),
  paymentSecret: z.string(),
  codePepper: z.string(),
  /** Folders that earlier versions created have no push keys. */
  pushKeys: z.object({ PUSH_PUBLIC_KEY: z.string(), PUSH_PRIVATE_KEY: z.string() }).optional(),
})
export type DataFolder = z.output<typeof dataFolder>

/**
 * Prepares a data folder for serving: applies new migrations, adds texts of new languages, and
 * fills an empty database with the sample shop. Keeps existing data.
 */
export async function prepareDataFolder(persistTo: string): Promise<DataFolder> {
  return withFolderLock(persistTo, async () => prepareLocked(persistTo))
}

async function prepareLocked(persistTo: string): Promise<DataFolder> {
  const file = join(persistTo, 'esim-storefront.json')
  const version = `${locales.join()} ${await hashFiles([migrationsFolder])}`
  const known = dataFolder.safeParse(await readJson(file)).data
  if (known?.version === version) return known

  await migrateLocally(persistTo)
  const prepared = {
    version,
    sampleHash: await fillEmptyTables(persistTo),
    paymentSecret: known?.paymentSecret ?? randomBytes(32).toString('hex'),
    codePepper: known?.codePepper ?? randomBytes(32).toString('hex'),
    pushKeys: known?.pushKeys ?? createPushKeys(),
  }
  await writeFile(file, `${JSON.stringify(prepared, null, 2)}\n`, { mode: 0o600 })
  return prepared
}

/**
 * Returns null for a missing or truncated file. The folder is then prepared again, which is
 * harmless.
 */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

async function fillEmptyTables(persistTo: string): Promise<string | null> {
  const database = await openDatabase({ isRemote: false, persistTo })
  try {
    const shop = (await isFilled(database, 'countries')) ? null : await sampleShopSql(new Date())
    await database.execute([...(shop?.statements ?? []), ...(await missingTexts(database))])
    return shop?.sampleHash ?? (await sampleHashIn(database))
  } finally {
    await database.close()
  }
}

async function sampleHashIn({ query }: Database): Promise<string | null> {
  const sql = `SELECT esim_hash FROM esims WHERE email = '${sampleEmail}' LIMIT 1`
  const [sample] = await query(sql, z.object({ esim_hash: z.string() }))
  return sample?.esim_hash ?? null
}
