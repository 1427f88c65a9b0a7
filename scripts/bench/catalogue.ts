import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { z } from 'zod'
import { databaseName, databases } from '../test/database-file.ts'
import type { Bench } from './bench.ts'
import { generatedShop } from './checkout.ts'
import type { Checkout } from './checkout.ts'
import { startD1Server } from './d1-server.ts'
import type { D1Calls, D1Server } from './d1-server.ts'
import { boughtPlan } from './generated-plans.ts'
import { growthPages } from './growth.ts'
import { median, request } from './load.ts'
import { startLoneShop } from './lone-worker.ts'
import type { BenchResult, BenchRow } from './results.ts'
import { addOrders } from './sample-orders.ts'
import { scansOf } from './table-scans.ts'
import { buy, openVisit } from './visitor.ts'

type Query = {
  readonly page: string
  readonly statement: D1Calls[number][number]
  /** Milliseconds of each round. */
  readonly times: number[]
  plan: readonly string[]
}
/** The queries of one shop, by page and SQL. */
type Queries = Map<string, Query>

/** Lists that the growth of pages does not measure. Small catalogues have no deep pages. */
const lists = [
  { name: 'plans of a country, dearest first', path: '/esim/countries/tr?sort=-price' },
  { name: 'page 20 of a country', path: '/esim/countries/tr?page=20', isDeep: true },
  { name: 'page 100 of all plans', path: '/esim/tariffs?page=100', isDeep: true },
  { name: 'page 500 of all plans', path: '/esim/tariffs?page=500', isDeep: true },
  { name: 'reviews', path: '/feedback' },
  { name: 'questions', path: '/klientam/questions-and-answers' },
  { name: 'posts', path: '/blog' },
]
const deepPages = lists.filter((list) => list.isDeep).map(({ name }) => name)
/** Pages that are longer in a large catalogue. */
const isDeep = new Set([...deepPages, 'plans in the sitemap'])
/**
 * Milliseconds. Slower queries fail if they take more than twice as long as in the smallest
 * catalogue.
 */
const fast = 2

/** Serves the scheduled jobs at a path. */
const entry = `import worker from './index.js'
  export default {
    async fetch(request, env, context) {
      if (new URL(request.url).pathname !== '/.jobs') return worker.fetch(request, env, context)
      await worker.scheduled({ scheduledTime: Date.now() }, env, context)
      return new Response('done')
    },
  }`

/**
 * Measures every query of pages, of an order and of the scheduled jobs in shops of each size, and
 * explains how SQLite runs it. Fails when a query scans a table that grows, or is slow because of
 * the number of plans.
 */
export async function measureCatalogue(bench: Bench): Promise<BenchResult> {
  const shops: Queries[] = []
  for (const size of bench.plans) shops.push(await measureShop(bench, size))
  const largest = shops.at(-1) ?? new Map<string, Query>()
  const failures: string[] = []
  const rows = [...largest].map(([key, { page, statement, plan }]): BenchRow => {
    const times = shops.map((queries) => median(queries.get(key)?.times ?? []))
    const [small = 0, large = 0] = [times[0], times.at(-1)]
    const query = headlineOf(statement.sql)
    for (const step of scansOf(plan)) failures.push(`${page}: ${query}: ${step}`)
    if (!isDeep.has(page) && large > fast && large > 2 * small)
      failures.push(`${page}: ${query}: ${large.toFixed(2)} ms, and ${small.toFixed(2)} before`)
    const cells = bench.plans.map((size, index) => [`${size} plans, ms`, times[index] ?? null])
    return { page, query, ...Object.fromEntries(cells), growth: large / small, by: indexesOf(plan) }
  })
  return { rows, failures }
}

async function measureShop({ checkouts: [here], rounds, pages }: Bench, size: number) {
  const folder = await generatedShop(here, size)
  const database = new DatabaseSync(join(folder, databases, await databaseName(folder)))
  addOrders(database)
  const queries: Queries = new Map()
  const d1 = await startD1Server(folder)
  try {
    // Fills SQLite's cache.
    await measureRound(here, d1, pages, new Map())
    for (let round = 0; round < rounds; round += 1) await measureRound(here, d1, pages, queries)
    const step = z.object({ detail: z.string() })
    for (const query of queries.values()) {
      const { sql, params } = query.statement
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params)
      query.plan = steps.map((row) => step.parse(row).detail)
    }
    return queries
  } finally {
    d1.stop()
    database.close()
  }
}

/** Visits all pages in a new isolate, which has read nothing before. */
async function measureRound(here: Checkout, d1: D1Server, text: string, queries: Queries) {
  const settings = { PAGE_CACHE: '0', DEV_TOOLS: '1', PAYMENT_PROVIDERS: 'test' }
  const shop = await startLoneShop(here, d1.origin, settings, entry)
  const visit = await openVisit(shop.origin)
  const record = async (page: string, work: () => Promise<unknown>) => {
    if (!page.includes(text)) return
    await d1.record()
    await work()
    addCalls(queries, page, await d1.record())
  }
  try {
    for (const { name, path } of [...growthPages, ...lists])
      await record(name, async () => request(shop.origin + path))
    await record('an order', async () => buy(visit, 'en', boughtPlan))
    await record('the jobs', async () => request(`${shop.origin}/.jobs`))
  } finally {
    await visit.dispose()
    await shop.stop()
  }
}

function addCalls(queries: Queries, page: string, calls: D1Calls): void {
  for (const statement of calls.flat()) {
    const key = `${page}: ${statement.sql}`
    const query = queries.get(key) ?? { page, statement, times: [], plan: [] }
    query.times.push(statement.ms)
    queries.set(key, query)
  }
}

/** Returns a short name to find the query: `SELECT placements`, `count of placements`. */
function headlineOf(sql: string): string {
  const verb = sql.startsWith('SELECT count(*)') ? 'count of' : (/^\w+/.exec(sql)?.[0] ?? '')
  const table = /(?:FROM|INTO|UPDATE) (\w+)/.exec(sql)?.[1] ?? ''
  return `${verb} ${table}`
}

/** Returns the indexes that a query uses: `key` for a primary key. */
function indexesOf(plan: readonly string[]): string {
  const named = plan.flatMap(
    (step) => /USING (?:COVERING )?INDEX (?!sqlite_)(\w+)/.exec(step)?.[1] ?? [],
  )
  if (named.length > 0) return [...new Set(named)].join(', ')
  return plan.some((step) => /KEY|sqlite_autoindex/.test(step)) ? 'key' : ''
}
