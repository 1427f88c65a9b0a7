import type { Sales } from './profit.ts'
import { dayMs, dayOf, timeAfter } from '../../domain/time-units.ts'

/** Sums of a day or a place. `profit` covers only lines whose cost is known. */
export type SalesSum = {
  readonly name: string
  readonly lines: number
  readonly revenue: number
  readonly cost: number
  readonly profit: number
  /** Revenue of lines whose cost is not known. */
  readonly unknown: number
  /** Whether the revenue of any line is known, and its cost and profit. True without lines. */
  readonly hasRevenue: boolean
  readonly hasCost: boolean
}

/** Adds sales up by day or by place. */
export function salesBy(sales: readonly Sales[], key: 'day' | 'place'): SalesSum[] {
  const groups = Map.groupBy(sales, (each) => each[key])
  return [...groups].map(([name, group]) => sumOf(name, group))
}

/** Returns a sum for each day of a period, including days without sales. */
export function salesByDay(sales: readonly Sales[], since: Date, days: number): SalesSum[] {
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(timeAfter(since, index * dayMs))
    return sumOf(
      day,
      sales.filter((each) => each.day === day),
    )
  })
}

export function sumOf(name: string, sales: readonly Sales[]): SalesSum {
  const total = (of: (each: Sales) => number) => sales.reduce((sum, each) => sum + of(each), 0)
  const revenue = total((each) => each.revenue)
  const cost = total((each) => each.cost)
  const lines = total((each) => each.lines)
  return {
    name,
    lines,
    revenue,
    cost,
    profit: revenue - cost,
    unknown: total((each) => each.unknownRevenue),
    hasRevenue: lines === 0 || total((each) => each.unconvertedLines) < lines,
    hasCost: lines === 0 || total((each) => each.unknownLines) < lines,
  }
}
