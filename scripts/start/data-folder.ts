import type { D1Database } from '@cloudflare/workers-types'
import { randomBytes, createECDH } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { locales } from '../../src/words/locales.shared.ts'
import { isFilled, missingTexts } from '../content/missing-texts.ts'
import { migrateLocally, openStores, withShop, type OpenShop } from '../database/open-shop.ts'
import { withFolderLock } from '../database/folder-lock.ts'
import { migrationsFolder } from '../database/migrations.ts'
import { hashFiles } from '../build/built-sources.ts'
import { sampleEmail, sampleShop } from './seed.ts'

const dataFolder = z.object({
  version: z.string(),
  sampleHash: z.string().nullable(),
  paymentSecret: z.string(),
  codePepper: z.string(),
  pushKeys: z.object({ PUSH_PUBLIC_KEY: z.string(), PUSH_PRIVATE_KEY: z.string() }),
})
type DataFolder = z.output<typeof dataFolder>

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
  const fill = async ({ db }: OpenShop) => {
    const shop = (await isFilled(db, 'places')) ? null : await sampleShop(db, new Date())
    const statements = [...(shop?.statements ?? []), ...(await missingTexts(db))]
    if (statements.length > 0) await db.batch(statements)
    return shop?.sampleHash ?? (await sampleHashIn(db))
  }
  return withShop({ isRemote: false, persistTo }, fill, openStores)
}

async function sampleHashIn(db: D1Database): Promise<string | null> {
  const sample = db.prepare('SELECT esim_hash FROM esims WHERE email = ? LIMIT 1')
  return sample.bind(sampleEmail).first<string>('esim_hash')
}

/** Creates a P-256 key pair in the format that RFC 8292 and browsers expect. */
export function createPushKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Node omits leading zeros of a private key.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return {
    PUSH_PUBLIC_KEY: pair.getPublicKey().toString('base64url'),
    PUSH_PRIVATE_KEY: privateKey.toString('base64url'),
  }
}
