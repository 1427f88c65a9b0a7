import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { migrate, openDatabase } from './d1.ts'
import { seedSql } from './seed.ts'

const migrationsFolder = 'src/backend/migrations'

/** What a data folder remembers of how it was made ready. */
const stamp = z.object({
  migrations: z.string(),
  sampleHash: z.string(),
  /** Secrets of this folder's development shop. */
  paymentSecret: z.string(),
  codePepper: z.string(),
})
export type DataFolder = z.infer<typeof stamp>

/** Makes a folder's database ready to be served: migrations that are new, the sample shop once. Data in it are kept. */
export async function prepareDataFolder(persistTo: string): Promise<DataFolder> {
  const file = join(persistTo, 'esim-storefront.json')
  const migrations = await migrationsHash()
  const known = stamp.safeParse(await readFile(file, 'utf8').then(JSON.parse, () => null)).data
  if (known?.migrations === migrations) return known

  await mkdir(persistTo, { recursive: true })
  await migrate({ remote: false, persistTo })
  const ready = known ? { ...known, migrations } : { ...(await seed(persistTo)), migrations }
  await writeFile(file, `${JSON.stringify(ready, null, 2)}\n`)
  return ready
}

async function seed(persistTo: string): Promise<Omit<DataFolder, 'migrations'>> {
  const { statements, sampleHash } = await seedSql(new Date())
  const database = await openDatabase({ remote: false, persistTo })
  try {
    await database.execute(statements)
  } finally {
    await database.close()
  }
  return {
    sampleHash,
    paymentSecret: randomBytes(32).toString('hex'),
    codePepper: randomBytes(32).toString('hex'),
  }
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(migrationsFolder)).toSorted()) {
    hash.update(name).update(await readFile(join(migrationsFolder, name)))
  }
  return hash.digest('hex')
}
