/** More countries would make too many groups. Five countries have 52. */
export const maxStops = 5

/** Days of a trip that the planner accepts. */
export const tripBounds = { min: 1, max: 90 } as const

/** The GB of a trip that the planner accepts. */
export const gigabyteBounds = { min: 1, max: 100 } as const

/** MB a day of three kinds of traveller, as in the blog post `how-much-data`. */
export const dailyUse = { light: 200, mixed: 750, work: 2048 } as const
export type Use = keyof typeof dailyUse
export const uses = ['light', 'mixed', 'work'] as const satisfies readonly Use[]

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
