import { copyFile, constants, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { shopWith } from './catalogue-database.ts'
import { databaseName, databases } from '../test/database-file.ts'
import { growthPages } from './growth-pages.ts'
import type { GrowthPage } from './growth-pages.ts'
import { ratesOf, request } from './load.ts'
import { startShop } from './workerd.ts'
import type { ShopOptions, Workerd } from './workerd.ts'

/** A page in a small and in a large catalogue. */
export type Growth = {
  readonly name: string
  readonly path: string
  /** The number of plans in the small catalogue. */
  readonly plans: number
  readonly bytes: Pair
  readonly fresh: Times
  readonly stored: Times
}

/** CPU time of a page, and time between two pages under load, in milliseconds. */
export type Times = { readonly cpu: Pair; readonly wall: Pair }

export type Pair = { readonly small: number; readonly large: number }
type PageMeasurement = Omit<Growth, 'fresh' | 'stored'> & { readonly times: Times }
type Sizes = {
  readonly smallest: number
  readonly largest: number
  readonly rounds: number
  /** Simultaneous visitors. */
  readonly visitors: number
  /** Measures the pages whose names contain this text. */
  readonly pages: string
}

/** @param sampleFolder a data folder, for the name of its database */
export async function measureGrowth(sizes: Sizes, sampleFolder: string): Promise<Growth[]> {
  const folders = new Map<number, string>()
  const small = pagesOf(sizes).map((page) => plansOf(page, sizes))
  for (const plans of new Set([...small, sizes.largest]))
    // oxlint-disable-next-line eslint/no-await-in-loop -- a million plans take most of the memory
    folders.set(plans, await catalogueFolder(plans, sampleFolder))
  const stored = await measurePages(folders, sizes, {})
  const uncached = { vars: { PAGE_CACHE: '0' }, cacheAPI: false }
  const fresh = await measurePages(folders, sizes, uncached)
  return fresh.map(({ times, ...page }, index) => ({
    ...page,
    fresh: times,
    stored: stored[index]?.times ?? { cpu: pairOf([]), wall: pairOf([]) },
  }))
}

function pagesOf({ pages }: Sizes): readonly GrowthPage[] {
  return growthPages.filter(({ name }) => name.includes(pages))
}

function plansOf({ times = 1 }: GrowthPage, { smallest, largest }: Sizes): number {
  return Math.min(smallest * times, largest)
}

async function measurePages(
  folders: ReadonlyMap<number, string>,
  sizes: Sizes,
  options: ShopOptions,
): Promise<PageMeasurement[]> {
  const shops = new Map<number, Workerd>()
  const measured: PageMeasurement[] = []
  try {
    // oxlint-disable-next-line eslint/no-await-in-loop -- workers start one at a time
    for (const [plans, folder] of folders) shops.set(plans, await startShop(folder, options))
    for (const page of pagesOf(sizes))
      // oxlint-disable-next-line eslint/no-await-in-loop -- one page at a time
      measured.push(await measurePage(page, shops, sizes))
    return measured
  } finally {
    await Promise.all([...shops.values()].map(async (shop) => shop.stop()))
  }
}

async function measurePage(
  page: GrowthPage,
  shops: ReadonlyMap<number, Workerd>,
  sizes: Sizes,
): Promise<PageMeasurement> {
  const { name, path } = page
  const plans = plansOf(page, sizes)
  const sides = [plans, sizes.largest].flatMap((size) => {
    const worker = shops.get(size)
    return worker ? [{ name: `${size} plans`, worker, path }] : []
  })
  const bytes = await Promise.all(
    sides.map(async ({ worker }) => (await request(worker.origin + path)).length),
  )
  const rates = await ratesOf(sides, sizes.rounds, sizes.visitors)
  return {
    name,
    path,
    plans,
    bytes: pairOf(bytes),
    times: {
      cpu: pairOf(rates.map(({ cpuPerRequest }) => cpuPerRequest)),
      wall: pairOf(rates.map(({ requestsPerSecond }) => 1000 / requestsPerSecond)),
    },
  }
}

function pairOf([small = Number.NaN, large = Number.NaN]: readonly number[]): Pair {
  return { small, large }
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
