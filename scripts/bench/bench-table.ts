import type { FirstView } from './first-view.ts'
import type { Growth, Pair, Times } from './growth.ts'
import type { MemoryGrowth } from './memory.ts'
import type { Ratio, Throughput } from './throughput.ts'

export type Rates = {
  readonly throughput: Throughput
  /** Number of D1 calls. */
  readonly calls: number
  /** Time of a fresh page with a delay before every D1 call, divided by the delay. */
  readonly delays: number
}

/** `null` for a part that was not measured. */
export type PageResult = {
  readonly name: string
  readonly path: string
  readonly view: FirstView | null
  readonly rates: Rates | null
}

export type BenchResults = {
  readonly pages: readonly PageResult[]
  readonly growth: readonly Growth[]
}

const notMeasured = '–'

const columns = [
  'page',
  'bytes ÷ 14,000',
  'requests',
  'first paint, 360 px',
  'largest paint, 360 px',
  'first paint, 1440 px',
  'largest paint, 1440 px',
  'interaction',
  'stored',
  'fresh',
  'its D1 calls alone',
  'React Router, same page',
  'React Router, links',
  'D1 delays',
]

/**
 * Prints one row for each page. The numbers in parentheses are ratios of CPU time, which other work
 * on the machine affects less.
 */
export function printTable({ pages }: Pick<BenchResults, 'pages'>): void {
  printRow(columns)
  printRow(columns.map((_, index) => (index === 0 ? '---' : '--:')))
  for (const { name, view, rates } of pages)
    printRow([name, ...viewCells(view), ...rateCells(rates)])
}

/**
 * Prints the sizes and times of pages in a large catalogue, divided by those in a small one. The
 * numbers in parentheses are ratios of CPU time, and the milliseconds are CPU time.
 */
export function printGrowth(growth: readonly Growth[]): void {
  const numbers = ['plans', 'bytes', 'fresh', 'fresh, ms', 'stored', 'stored, ms']
  printRow(['page', ...numbers])
  printRow(['---', ...numbers.map(() => '--:')])
  for (const { name, plans, bytes, fresh, stored } of growth)
    printRow([
      name,
      plans.toLocaleString('en'),
      formatRatio(ratioOf(bytes)),
      ...growthCells(fresh),
      ...growthCells(stored),
    ])
}

function growthCells({ cpu, wall }: Times): string[] {
  return [`${formatRatio(ratioOf(wall))} (${formatRatio(ratioOf(cpu))})`, formatRatio(cpu.large)]
}

function ratioOf({ small, large }: Pair): number {
  return large / small
}

function viewCells(view: FirstView | null): string[] {
  return [
    formatRatio(view ? view.bytes / 14_000 : null),
    view ? String(view.requests) : notMeasured,
    formatRatio(view?.phone.firstPaint),
    formatRatio(view?.phone.largestPaint),
    formatRatio(view?.desktop.firstPaint),
    formatRatio(view?.desktop.largestPaint),
    formatRatio(view?.interaction),
  ]
}

function rateCells(rates: Rates | null): string[] {
  const { stored, fresh, calls, besidePeer, besideLinks } = rates?.throughput ?? {}
  const sides = [stored, fresh, calls, besidePeer, besideLinks]
  return [...sides.map(formatSpeed), rates ? rates.delays.toFixed(1) : notMeasured]
}

function formatSpeed(ratio: Ratio | undefined): string {
  return ratio ? `${formatRatio(ratio.rate)} (${formatRatio(ratio.cpu)})` : notMeasured
}

export function printMemory({ requests, urls, growth }: MemoryGrowth): void {
  console.log(
    `Memory after ${requests} requests to ${urls} URLs: ${formatRatio(growth)} times that after ${urls}`,
  )
}

function formatRatio(value: number | null | undefined): string {
  return value?.toFixed(2) ?? notMeasured
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
