import land from './land.json' with { type: 'json' }
import { readRuns } from './land-runs.ts'
import type { LandRun } from './land-runs.ts'

/** Degrees of a cell. */
export const step = 0.25
/** The northern edge of the first row, in degrees. */
export const rowsNorth = 84
export const columns = 360 / step

let rows: readonly (readonly LandRun[])[] | undefined

/** Returns the rows of cells, from the north. */
export function landRows(): readonly (readonly LandRun[])[] {
  rows ??= readRuns(land)
  return rows
}

/**
 * Returns the country at a place in degrees, `zz` for land of no listed country, or null for water.
 */
export function countryAt(longitude: number, latitude: number): string | null {
  const row = landRows()[Math.floor((rowsNorth - latitude) / step)] ?? []
  const column = Math.floor(((((longitude + 180) % 360) + 360) % 360) / step)
  const run = row.find(({ start, length }) => start <= column && column < start + length)
  return run?.country ?? null
}

/** Returns the middle of a column. */
export function longitudeOf(column: number): number {
  return (column + 0.5) * step - 180
}

/** Returns the middle of a row. */
export function latitudeOf(row: number): number {
  return rowsNorth - (row + 0.5) * step
}
