import type { SalesSum } from '../../plans/profit.ts'

/** A part of a bar: its length, and the class that colours it. */
type BarPart = { readonly kind: 'cost' | 'profit' | 'loss' | 'unknown'; readonly minor: number }

/** Returns the length of the longest bar in minor units. */
export function longestBar(sums: readonly SalesSum[]): number {
  return Math.max(
    0,
    ...sums.map((sum) => partsOf(sum).reduce((length, { minor }) => length + minor, 0)),
  )
}

/**
 * Returns the parts of a bar from its start: cost, profit, and revenue of unknown cost. Sales at a
 * loss have the cost that revenue covers, and the rest of the cost.
 */
function partsOf({ revenue, cost, profit, unknown }: SalesSum): BarPart[] {
  return [
    { kind: 'cost', minor: Math.min(cost, revenue) },
    { kind: profit < 0 ? 'loss' : 'profit', minor: Math.abs(profit) },
    { kind: 'unknown', minor: unknown },
  ]
}

/** Returns the parts of a bar with the start of each part. */
export function positionParts(sum: SalesSum): (BarPart & { readonly start: number })[] {
  let start = 0
  return partsOf(sum).map((part) => {
    const placed = { ...part, start }
    start += part.minor
    return placed
  })
}
