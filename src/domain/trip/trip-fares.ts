import { cheapestFare, priceOf, sizeOf } from '../fares.ts'
import type { Fare } from '../fares.ts'
import type { Currency } from '../money.ts'
import { megabytesInGigabyte } from '../tariff.ts'

/** MB a day of three kinds of traveller, as in the blog post `how-much-data`. */
export const dailyUse = { light: 200, mixed: 750, work: 2048 } as const
export type Use = keyof typeof dailyUse
export const uses = ['light', 'mixed', 'work'] as const satisfies readonly Use[]

/** Days of a trip that the trip form accepts. */
export const tripBounds = { min: 1, max: 90 } as const

/** The GB of a trip that the search accepts. */
export const gigabyteBounds = { min: 1, max: 100 } as const

export type Trip = { readonly days: number; readonly use: Use }

/**
 * MB a day at full speed of an unlimited plan that states no limit. The blog post
 * `what-unlimited-means` has the same number.
 */
export const usualThreshold = megabytesInGigabyte

/**
 * Returns the cheapest fare that lasts a trip, by data and by days, or undefined if there is none.
 */
export function findFare<T extends Fare>(
  fares: readonly T[],
  { days, use }: Trip,
  base: Currency,
): T | undefined {
  const need = { from: dailyUse[use] * days, to: null, days }
  return cheapestFare(
    fares.filter((fare) => staysFast(fare, use)),
    need,
    base,
  )
}

/** Whether an unlimited plan keeps its full speed on a day of this use. */
export function staysFast({ trafficMb, fairUse }: Fare, use: Use): boolean {
  return trafficMb !== null || (fairUse?.thresholdMb ?? usualThreshold) >= dailyUse[use]
}

/** A number of eSIMs of one plan, used one after the other. */
export type FareMultiple<T> = { readonly fare: T; readonly count: number }

/** More eSIMs would be too many to install for one trip. */
const mostRepeated = 4

/**
 * Returns the cheapest way to cover a trip with up to four eSIMs of one plan. If four are too few,
 * returns the way with the fewest eSIMs. Returns undefined without fares that stay fast.
 */
export function findRepeatedFare<T extends Fare>(
  fares: readonly T[],
  { days, use }: Trip,
  base: Currency,
): FareMultiple<T> | undefined {
  const fast = fares.filter((fare) => staysFast(fare, use))
  const ways = fast.map((fare) => {
    const times = Math.max(
      days / fare.validityDays,
      (dailyUse[use] * days) / sizeOf(fare.trafficMb),
    )
    const count = Math.ceil(times)
    return { fare, count, cost: count * priceOf(fare, base) }
  })
  const few = ways.filter(({ count }) => count <= mostRepeated)
  const [best] =
    few.length > 0
      ? few.toSorted((a, b) => a.cost - b.cost || a.count - b.count)
      : ways.toSorted((a, b) => a.count - b.count || a.cost - b.cost)
  return best && { fare: best.fare, count: best.count }
}
