import type { FirstView } from './first-view.ts'
import type { Growth } from './growth.ts'
import type { MemoryGrowth } from './memory.ts'
import type { Throughput } from './throughput.ts'

export type PageResult = {
  readonly name: string
  readonly path: string
  readonly view: FirstView
  readonly throughput: Throughput
  readonly calls: number
  readonly delays: number
}

export type BenchResults = {
  readonly pages: readonly PageResult[]
  readonly growth: readonly Growth[]
}

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
  'growth, fresh',
  'growth, stored',
]

/**
 * Prints one row for each page. The numbers in parentheses are ratios of CPU time, which other work
 * on the machine affects less.
 */
export function printTable({ pages, growth }: BenchResults): void {
  printRow(columns)
  printRow(columns.map((_, index) => (index === 0 ? '---' : '--:')))
  for (const { name, path, view, throughput, delays } of pages) {
    const { stored, fresh, calls, besidePeer, besideLinks } = throughput
    const grown = growth.find((each) => each.path === path)
    printRow([
      name,
      formatRatio(view.bytes / 14_000),
      String(view.requests),
      formatRatio(view.phone.firstPaint),
      formatRatio(view.phone.largestPaint),
      formatRatio(view.desktop.firstPaint),
      formatRatio(view.desktop.largestPaint),
      formatRatio(view.interaction),
      `${formatRatio(stored.rate)} (${formatRatio(stored.cpu)})`,
      `${formatRatio(fresh.rate)} (${formatRatio(fresh.cpu)})`,
      `${formatRatio(calls.rate)} (${formatRatio(calls.cpu)})`,
      `${formatRatio(besidePeer.rate)} (${formatRatio(besidePeer.cpu)})`,
      `${formatRatio(besideLinks.rate)} (${formatRatio(besideLinks.cpu)})`,
      delays.toFixed(1),
      formatRatio(grown?.fresh ?? null),
      formatRatio(grown?.stored ?? null),
    ])
  }
}

export function printMemory({ requests, urls, growth }: MemoryGrowth): void {
  console.log(
    `Memory after ${requests} requests to ${urls} URLs: ${formatRatio(growth)} times that after ${urls}`,
  )
}

function formatRatio(value: number | null): string {
  return value === null ? '–' : value.toFixed(2)
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
