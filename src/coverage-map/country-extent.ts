import { columns, landRows, latitudeOf, longitudeOf, rowsNorth, step } from './land-grid.ts'
import type { LandRun } from './land-runs.ts'

/** In degrees. `east` is greater than `west`, and exceeds 180 beyond the antimeridian. */
export type Extent = {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

type Arc = Pick<Extent, 'west' | 'east'>

/** Share of a country's land to ignore at each end, so that remote islands do not count. */
const remoteShare = 0.03

const extents = new Map<string, Extent | null>()
let runs: ReadonlyMap<string, readonly LandRun[]> | undefined

/** Returns the extent of nearly all land of a country, or null for a country without land. */
export function extentOf(country: string): Extent | null {
  const known = extents.get(country)
  if (known !== undefined) return known
  const extent = measure(runsOf(country))
  extents.set(country, extent)
  return extent
}

export function runsOf(country: string): readonly LandRun[] {
  runs ??= Map.groupBy(landRows().flat(), (run) => run.country)
  return runs.get(country) ?? []
}

/** Returns the middle of a country's longest row of land. The country has land. */
export function middleOf(country: string): [longitude: number, latitude: number] {
  const land = runsOf(country)
  const longest = land.reduce((best, run) => (run.length > best.length ? run : best))
  return [longitudeOf(longest.start + (longest.length - 1) / 2), latitudeOf(longest.row)]
}

/** Returns the shortest arc around all the arcs. */
export function arcAround(arcs: readonly Arc[]): Arc {
  const around = arcs.map(({ west }) => {
    const ends = arcs.map((arc) => arc.east + (arc.west < west ? 360 : 0))
    return { west, east: Math.max(...ends) }
  })
  return around.reduce((best, arc) => (arc.east - arc.west < best.east - best.west ? arc : best))
}

function measure(land: readonly LandRun[]): Extent | null {
  if (land.length === 0) return null
  const across = new Float64Array(columns)
  const down = new Float64Array(landRows().length)
  for (const { row, start, length } of land) {
    const area = Math.cos((latitudeOf(row) * Math.PI) / 180)
    for (let column = start; column < start + length; column++)
      across[column] = (across[column] ?? 0) + area
    down[row] = (down[row] ?? 0) + area * length
  }
  const first = columnAfterLongestGap(across)
  const [west, east] = mostOf([...across.slice(first), ...across.slice(0, first)])
  const [north, south] = mostOf([...down])
  return {
    west: (first + west) * step - 180,
    east: (first + east) * step - 180,
    north: rowsNorth - north * step,
    south: rowsNorth - south * step,
  }
}

/** Returns the first column with land after the longest run of columns without land. */
function columnAfterLongestGap(across: Float64Array): number {
  let [best, longest, gap] = [0, -1, 0]
  for (let index = 0; index < 2 * columns; index++) {
    const area = across[index % columns] ?? 0
    if (area > 0 && gap > longest) [best, longest] = [index % columns, gap]
    gap = area > 0 ? 0 : gap + 1
  }
  return best
}

/** Returns where the land begins and ends, without remote islands. */
function mostOf(land: readonly number[]): [from: number, to: number] {
  const least = land.reduce((sum, area) => sum + area, 0) * remoteShare
  return [firstColumnOver(land, least), land.length - firstColumnOver(land.toReversed(), least)]
}

function firstColumnOver(land: readonly number[], least: number): number {
  let seen = 0
  return land.findIndex((area) => (seen += area) > least)
}
