import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { databaseName, databases } from '../test/database-file.ts'
import type { Bench } from './bench.ts'
import type { Checkout } from './checkout.ts'
import { startD1Server, type D1Calls } from './d1-server.ts'
import { growthOf, jobsEntry, type Growth, type GrowthPage } from './growth-pages.ts'
import { median, ratesOf, request, speedCells, type Side } from './load.ts'
import { startLoneShop } from './lone-worker.ts'
import type { BenchResult, BenchRow } from './results.ts'
import { scansOf } from './table-scans.ts'

type Shop = Awaited<ReturnType<typeof startFresh>>
type Shops = { readonly [name: string]: Shop }

/**
 * Divides the time of fresh pages of a large shop by their time in a small one, for so many visitors
 * at a time. The CPU time includes that of the database. Fails when a query of a page or of a
 * scheduled job scans a table that grows, or is slow because of the size of the shop.
 */
export async function measureGrowth(bench: Bench): Promise<BenchResult> {
  const growth = growthOf(bench)
  const [smallest = 0, largest = 0] = growth.sizes
  const pages = growth.pages.filter(({ name }) => name.includes(bench.pages))
  const smallOf = ({ times = 1 }: GrowthPage) => Math.min(smallest * times, largest)
  const shops: { [name: string]: Shop } = {}
  try {
    for (const checkout of bench.checkouts)
      for (const size of new Set([...pages.map(smallOf), largest]))
        shops[`${checkout.name} ${size}`] = await startFresh(checkout, growth, size)
    const rows: BenchRow[] = []
    const failures: string[] = []
    for (const page of pages)
      rows.push(await measurePage(bench, page, [smallOf(page), largest], { shops, failures }))
    return { rows, failures }
  } finally {
    await Promise.all(Object.values(shops).map(async ({ stop }) => stop()))
  }
}

/** Starts a shop that stores no page. */
async function startFresh(checkout: Checkout, growth: Growth, size: number) {
  const folder = await growth.folderOf(checkout, size)
  const file = new DatabaseSync(join(folder, databases, await databaseName(folder)))
  const d1 = await startD1Server(folder)
  const settings = { PAGE_CACHE: '0', ...growth.settings }
  const worker = await startLoneShop(checkout, d1.origin, settings, jobsEntry)
  return {
    d1,
    origin: worker.origin,
    cookie: await growth.enter(worker.origin),
    cpu: async () => (await worker.cpu()) + (await d1.cpu()),
    explain: (sql: string, params: readonly (string | number | null)[]) =>
      file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params),
    stop: async () => {
      await worker.stop()
      d1.stop()
      file.close()
    },
  }
}

async function measurePage(
  { visitors, rounds, checkouts }: Bench,
  page: GrowthPage,
  [small, large]: readonly [number, number],
  { shops, failures }: { readonly shops: Shops; readonly failures: string[] },
): Promise<BenchRow> {
  const [here, other] = checkouts
  const names = { small: `${here.name} ${small}`, large: `${here.name} ${large}` }
  const sides = Object.entries({ ...names, other: `${other?.name} ${large}` }).flatMap(
    ([side, shopName]): Side[] => {
      const shop = shops[shopName]
      return shop ? [{ name: side, url: shop.origin + page.path, ...shop }] : []
    },
  )
  const [bytes = 0, moreBytes = 0] = await Promise.all(
    sides.map(async ({ url, cookie }) => (await request(url, cookie)).length),
  )
  const row: { [column: string]: BenchRow[string] } = {
    page: page.name,
    from: small,
    bytes: moreBytes / bytes,
    ...(await measureQueries(page, shops[names.small], shops[names.large], failures)),
  }
  for (const count of visitors) {
    const rates = await ratesOf(sides, rounds, count)
    const column = count === 1 ? '1 visitor' : `${count} visitors`
    // The time of a page is the inverse of its speed.
    Object.assign(row, speedCells(column, rates['small'], rates['large']))
    row[`${column}, ms`] = rates['large']?.cpuPerRequest ?? null
    if (rates['other'])
      Object.assign(row, speedCells(`${column}, other`, rates['other'], rates['large']))
  }
  return row
}

/** Milliseconds. Slower queries fail if they take more than twice as long as in the small shop. */
const fast = 2

async function measureQueries(
  { name, path, limit = 0, scans }: GrowthPage,
  small: Shop | undefined,
  large: Shop | undefined,
  failures: string[],
): Promise<BenchRow> {
  if (!small || !large) throw new Error(`${name}: a shop is missing`)
  const before = await queriesOf(small, path)
  const queries = await queriesOf(large, path)
  for (const [key, { sql, params, times }] of queries) {
    const [ms, earlier] = [median(times), median(before.get(key)?.times ?? [0])]
    const head = `${name}: ${sql.slice(0, 60).replaceAll(/\s+/g, ' ')}`
    const steps = large.explain(sql, params).map(({ detail }) => String(detail))
    for (const step of scansOf(steps)) if (!scans?.test(step)) failures.push(`${head}: ${step}`)
    if (ms > Math.max(limit || fast, 2 * earlier))
      failures.push(`${head}: ${ms.toFixed(2)} ms, and ${earlier.toFixed(2)} before`)
  }
  const sum = [...queries.values()].reduce((total, { times }) => total + median(times), 0)
  return { queries: queries.size, 'SQL, ms': sum }
}

/** Returns the queries of a page by their SQL, each with its times in milliseconds. */
async function queriesOf({ d1, origin, cookie }: Shop, path: string) {
  const found = new Map<string, D1Calls[number][number] & { times: number[] }>()
  for (let round = 0; round < 5; round += 1) {
    await d1.record()
    await request(origin + path, cookie)
    for (const { sql, params, ms } of (await d1.record()).flat()) {
      // Some statements contain the current time.
      const key = sql.replaceAll(/\d{4}-[\w:.-]+Z/g, '')
      const times = found.get(key)?.times ?? []
      found.set(key, { sql, params, ms, times: [...times, ms] })
    }
  }
  await d1.answer()
  return found
}
