import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { migrate, openDatabase } from '../import/d1.ts'
import type { Database } from '../import/d1.ts'
import { locales } from '../../src/locale/locales.ts'
import { sampleEmail, sampleShopSql } from './seed.ts'
import { isFilled, missingTexts } from '../content/texts-sql.ts'

const migrationsFolder = 'src/backend/migrations'

/** A file in the data folder: what it was last prepared for, and its secrets. */
const stamp = z.object({
  /** Hash of the migrations and the locales. */
  migrations: z.string(),
  /** null: the folder's shop was not made of samples. */
  sampleHash: z.string().nullable(),
  /** Secrets of this folder's development shop. */
  paymentSecret: z.string(),
  codePepper: z.string(),
})
export type DataFolder = z.infer<typeof stamp>

/**
 * Prepares a data folder for serving: new migrations, texts of new languages, and the sample shop in
 * an empty one. Existing data stay.
 */
export async function prepareDataFolder(persistTo: string): Promise<DataFolder> {
  const file = join(persistTo, 'esim-storefront.json')
  const migrations = await versionHash()
  const known = stamp.safeParse(await readStamp(file)).data
  if (known?.migrations === migrations) return known

  await mkdir(persistTo, { recursive: true })
  await migrate({ remote: false, persistTo })
  const sampleHash = await fillWhatIsEmpty(persistTo)
  const ready = {
    migrations,
    sampleHash,
    paymentSecret: known?.paymentSecret ?? randomBytes(32).toString('hex'),
    codePepper: known?.codePepper ?? randomBytes(32).toString('hex'),
  }
  await writeFile(file, `${JSON.stringify(ready, null, 2)}\n`)
  return ready
}

/** A stamp that is missing or was cut short counts as none: the database itself tells what it has. */
async function readStamp(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

/** The sample shop where there is no catalogue, the shop's texts where there are none; answers the sample eSIM, if there is one. */
async function fillWhatIsEmpty(persistTo: string): Promise<string | null> {
  const database = await openDatabase({ remote: false, persistTo })
  try {
    await refuseOtherTables(database, persistTo)
    const shop = (await isFilled(database, 'countries')) ? null : await sampleShopSql(new Date())
    await database.execute([...(shop?.statements ?? []), ...(await missingTexts(database))])
    return shop?.sampleHash ?? (await sampleHashIn(database))
  } finally {
    await database.close()
  }
}

async function refuseOtherTables({ query }: Database, persistTo: string): Promise<void> {
  const tables = ['countries', 'faq_questions', 'posts', 'place_texts']
  const there = await query('SELECT name FROM sqlite_master', z.object({ name: z.string() }))
  if (tables.some((table) => !there.some(({ name }) => name === table)))
    throw new Error(
      `The data in ${persistTo} were made with other migrations than ${migrationsFolder} has. Move the folder away for a new sample shop.`,
    )
}

async function sampleHashIn({ query }: Database): Promise<string | null> {
  const sql = `SELECT esim_hash FROM esims WHERE email = '${sampleEmail}' LIMIT 1`
  const [sample] = await query(sql, z.object({ esim_hash: z.string() }))
  return sample?.esim_hash ?? null
}

async function versionHash(): Promise<string> {
  const hash = createHash('sha256').update(locales.join())
  for (const name of (await readdir(migrationsFolder)).toSorted()) {
    hash.update(name).update(await readFile(join(migrationsFolder, name)))
  }
  return hash.digest('hex')
}
