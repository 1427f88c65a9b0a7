import { copyFile, constants, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { shopWith } from './catalogue-database.ts'
import { databaseName, databases } from '../test/database-file.ts'
import { ratesOf } from './load.ts'
import { startShop } from './workerd.ts'

export type Growth = {
  readonly path: string
  /** CPU time in the large catalogue divided by CPU time in the small catalogue. */
  readonly stored: number
  readonly fresh: number
}

/** Pages that exist in generated catalogues of both sizes. */
const paths = ['/esim/countries/tr', '/esim/tariffs', '/esim/countries']

/** @param sampleFolder a data folder, for the name of its database */
export async function measureGrowth(
  sizes: readonly [number, number],
  sampleFolder: string,
  rounds: number,
): Promise<Growth[]> {
  const [small, large] = [
    await catalogueFolder(sizes[0], sampleFolder),
    await catalogueFolder(sizes[1], sampleFolder),
  ]
  const stored = await growthOf(small, large, {}, rounds)
  const fresh = await growthOf(small, large, { PAGE_CACHE: '0' }, rounds)
  return paths.map((path, index) => ({
    path,
    stored: stored[index] ?? Number.NaN,
    fresh: fresh[index] ?? Number.NaN,
  }))
}

async function growthOf(
  smallFolder: string,
  largeFolder: string,
  vars: { readonly [name: string]: string },
  rounds: number,
): Promise<number[]> {
  const [small, large] = [
    await startShop(smallFolder, { vars }),
    await startShop(largeFolder, { vars }),
  ]
  const growth: number[] = []
  try {
    for (const path of paths) {
      const sides = [
        { name: 'small', worker: small, path },
        { name: 'large', worker: large, path },
      ]
      // oxlint-disable-next-line eslint/no-await-in-loop -- one page at a time
      const [inSmall, inLarge] = await ratesOf(sides, rounds)
      growth.push((inLarge?.cpuPerRequest ?? Number.NaN) / (inSmall?.cpuPerRequest ?? Number.NaN))
    }
    return growth
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}

async function catalogueFolder(plans: number, sampleFolder: string): Promise<string> {
  const file = await shopWith(plans)
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const path = file.location() ?? ''
  file.close()
  const folder = `.cache/bench/plans-${plans}`
  const name = await databaseName(sampleFolder)
  // SQLite would apply the write-ahead log of an earlier database to this one.
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, databases), { recursive: true })
  await copyFile(path, join(folder, databases, name), constants.COPYFILE_FICLONE)
  return folder
}
