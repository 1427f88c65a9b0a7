import { exitOnError, parseCommand } from '../command.ts'
import { boughtPlan, shopWith } from './catalogue-database.ts'
import { deepestCalls, nameOf, readingCalls } from './calls.ts'
import { measure } from './measure.ts'
import type { Measurement } from './measure.ts'
import { scansOf } from './table-scans.ts'
import { loadBackend, buy } from './shop-backend.ts'
import { openD1 } from '../test/sqlite-d1.ts'
import type { Run } from '../test/sqlite-d1.ts'

/** Measures every query in catalogues of these sizes. */
const usage = 'Usage: npm run bench:catalogue -- [--plans 10000,1000000]'
const options = { plans: { type: 'string', default: '10000,1000000' } } as const
const { values } = await exitOnError(async () => parseCommand(usage, { options }))

/**
 * Milliseconds. Slower queries fail if they take more than twice as long as in the smallest
 * catalogue.
 */
const fast = 2
const deepest = new Set(deepestCalls.map(nameOf))

const sizes = values.plans.split(',').map(Number)
const columns: Measurement[][] = []
for (const size of sizes) columns.push(await measureShop(size))
const queries = columns[0] ?? []
const times = queries.map((_, index) =>
  columns.map((measured) => measured[index]?.ms ?? Number.NaN),
)

printRow([
  'call',
  'query',
  ...sizes.map((size) => `${size.toLocaleString('en')} plans`),
  'growth',
  'by',
])
printRow(['---', '---', ...sizes.map(() => '--:'), '--:', '---'])
queries.forEach(({ call, query, plan }, index) => {
  const each = times[index] ?? []
  const name = queries[index - 1]?.call === call ? '' : call
  printRow([name, query, ...each.map((ms) => ms.toFixed(3)), growthOf(call, each), indexesOf(plan)])
})

console.log('\nHow SQLite runs each query (EXPLAIN QUERY PLAN)\n')
for (const { call, query, plan } of queries)
  console.log(`${call}: ${query}: ${plan.join('; ') || 'writes a row'}`)

const scans = columns
  .flat()
  .flatMap(({ call, query, plan }) => scansOf(plan).map((step) => `${call}: ${query}: ${step}`))
const slow = queries.filter(({ call }, index) => isSlow(call, times[index] ?? []))
console.log(
  `\n${queries.length} queries, ${scans.length} scans of a growing table, ${slow.length} over ${fast} ms and twice the time`,
)
for (const scan of scans) console.log(scan)
for (const { call, query } of slow) console.log(`${call}: ${query}: slow`)
process.exitCode = scans.length + slow.length === 0 ? 0 : 1

async function measureShop(size: number): Promise<Measurement[]> {
  console.error(`A shop with ${size} plans …`)
  const file = await shopWith(size)
  const runs: (Run & { readonly call: string })[] = []
  let call = ''
  const backend = await loadBackend(openD1(file, { onRun: (run) => runs.push({ ...run, call }) }))
  const measured = await measure(file, runs, async () => {
    for (const each of [...readingCalls, ...deepestCalls]) {
      call = nameOf(each)
      await backend.send(each)
    }
    await buy(backend, boughtPlan, (step) => (call = step))
  })
  file.close()
  return measured
}

function isSlow(call: string, each: readonly number[]): boolean {
  const [small = Number.NaN, large = Number.NaN] = [each[0], each.at(-1)]
  return !deepest.has(call) && large > fast && large > 2 * small
}

/**
 * Returns the time in the largest catalogue divided by the time in the smallest. The number is bold
 * when the query is too slow.
 */
function growthOf(call: string, each: readonly number[]): string {
  if (deepest.has(call)) return '–'
  const [small = Number.NaN, large = Number.NaN] = [each[0], each.at(-1)]
  const growth = (large / small).toFixed(1)
  return isSlow(call, each) ? `**${growth}**` : growth
}

/**
 * Returns the indexes that a query uses: `key` for a primary key, or an empty string without an
 * index.
 */
function indexesOf(plan: readonly string[]): string {
  const named = plan.flatMap((step) => /INDEX (?!sqlite_)(\w+)/.exec(step)?.[1] ?? [])
  if (named.length > 0) return [...new Set(named)].join(', ')
  return plan.some((step) => /KEY|sqlite_autoindex/.test(step)) ? 'key' : ''
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
