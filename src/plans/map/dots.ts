import { readRuns, type LandRun } from './shop-map.ts'
import land from './land.json'

/** The dots of a map: `at` is the country of each dot, row by row, and null on water. */
export type Dots = Crop & { readonly at: readonly (string | null)[] }

/** Offsets for the dot of a small country: its own place first, then the places beside it. */
const around = [0, -1, 1].flatMap((down) => [0, 1, -1].map((right) => [right, down] as const))
/** The smallest number of named countries to show, if there are as many. */
const company = 2
const wider = 1.4
/** In units, see `Crop`. As far as from Fiji to Australia and New Zealand. */
const widest = 45

/**
 * Returns the dots around covered countries. Each covered country, and each named country on the
 * map, has a dot.
 */
export function dotsAround(
  covered: readonly string[],
  named: readonly string[],
  least = leastWidth,
): Dots {
  const marked = [...named, ...covered]
  let dots = sample(cropAround(covered, least), marked)
  while (dots.pitch * dots.width < widest && !hasNamedNeighbours(dots, named))
    dots = sample(widen(dots, wider), marked)
  return dots
}

function hasNamedNeighbours(dots: Dots, named: readonly string[]): boolean {
  const seen = named.filter((country) => countDots(dots, country) > 0)
  return seen.length >= Math.min(company, named.length)
}

function countDots({ at }: Dots, country: string): number {
  return at.filter((code) => code === country).length
}

/** @param marked countries that get a dot where they would have none */
function sample(crop: Crop, marked: readonly string[]): Dots {
  const { width, height } = crop
  const at = Array.from({ length: width * height }, (_, index) =>
    countryAt(...placeOf(crop, index % width, Math.floor(index / width))),
  )
  const counts = new Map<string | null, number>()
  for (const code of at) counts.set(code, (counts.get(code) ?? 0) + 1)
  for (const country of marked) {
    if (counts.has(country) || runsOf(country).length === 0) continue
    const [column, row] = dotAt(crop, ...middleOf(country))
    // Does not replace the only dot of another country.
    const free = around
      .map(([right, down]) => [column + right, row + down] as const)
      .filter(([x, y]) => x >= 0 && x < width && y >= 0 && y < height)
      .map(([x, y]) => y * width + x)
      .find((index) => counts.get(at[index] ?? null) !== 1)
    if (free === undefined) continue
    at[free] = country
    counts.set(country, 1)
  }
  return { ...crop, at }
}

/**
 * The part of the world on a map, in the Mercator projection. One unit is a degree of longitude at
 * the equator. `y` is measured from the equator to the north.
 */
type Crop = {
  readonly west: number
  readonly north: number
  /** Units from one dot to the next. */
  readonly pitch: number
  /** Columns and rows of dots. */
  readonly width: number
  readonly height: number
}

/**
 * Dots in a row: of the smallest map, of the largest map of a part of the world, and of the world.
 */
const dots = { least: 54, most: 108, world: 120 }
/** Units per dot of a map between these limits. */
const usualPitch = 1.6
/** Rows for one column. */
const shape = 2 / 3
/** The smallest width in units, so that neighbouring countries are visible. */
const leastWidth = 13
const margin = 0.12
/** Units. Wider maps show the whole world. */
const worldFrom = 190
/** The whole world, cut at the Bering Strait in the west and south of Cape Horn. */
const world: Crop = { west: -169, north: 122, pitch: 3, width: dots.world, height: 64 }

/**
 * @param countries with land, at least one
 * @param least the smallest width in units
 */
function cropAround(countries: readonly string[], least: number): Crop {
  // Measuring the land of 249 countries takes ten times as long as drawing them.
  if (areWorldwide(countries)) return world
  const extents = countries.map(extentOf).filter((extent) => extent !== null)
  const { west, east } = arcAround(extents)
  if (east - west > worldFrom) return world
  const south = mercator(Math.min(...extents.map((extent) => extent.south)))
  const north = mercator(Math.max(...extents.map((extent) => extent.north)))
  const spread = Math.max(east - west, (north - south) / shape) * (1 + 2 * margin)
  return cropOf((west + east) / 2, (south + north) / 2, Math.max(spread, least))
}

function areWorldwide(countries: readonly string[]): boolean {
  const middles = countries.flatMap((country) => {
    if (runsOf(country).length === 0) return []
    const [longitude] = middleOf(country)
    return [{ west: longitude, east: longitude }]
  })
  if (middles.length === 0) return true
  const { west, east } = arcAround(middles)
  return east - west > worldFrom
}

/** Returns a larger crop with the same centre. */
function widen(crop: Crop, factor: number): Crop {
  const { west, north, pitch, width, height } = crop
  return cropOf(west + (pitch * width) / 2, north - (pitch * height) / 2, pitch * width * factor)
}

/** Returns the middle of a dot in degrees. Longitudes can exceed 180. */
function placeOf(crop: Crop, column: number, row: number): [number, number] {
  const y = crop.north - (row + 0.5) * crop.pitch
  return [crop.west + (column + 0.5) * crop.pitch, latitudeAt(y)]
}

/** Returns the dot closest to a place. */
function dotAt(crop: Crop, longitude: number, latitude: number): [number, number] {
  const east = (((longitude - crop.west) % 360) + 360) % 360
  const south = crop.north - mercator(latitude)
  return [Math.floor(east / crop.pitch), Math.floor(south / crop.pitch)]
}

function cropOf(x: number, y: number, spread: number): Crop {
  const width = Math.min(Math.max(Math.round(spread / usualPitch), dots.least), dots.most)
  const height = Math.round(width * shape)
  const pitch = spread / width
  return { west: x - spread / 2, north: y + (pitch * height) / 2, pitch, width, height }
}

/** The Gudermannian function, in degrees. */
function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh((y * Math.PI) / 180)) * 180) / Math.PI
}

function mercator(latitude: number): number {
  return (Math.asinh(Math.tan((latitude * Math.PI) / 180)) * 180) / Math.PI
}

/** In degrees. `east` is greater than `west`, and exceeds 180 beyond the antimeridian. */
type Extent = {
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
function extentOf(country: string): Extent | null {
  const known = extents.get(country)
  if (known !== undefined) return known
  const extent = measure(runsOf(country))
  extents.set(country, extent)
  return extent
}

function runsOf(country: string): readonly LandRun[] {
  runs ??= Map.groupBy(landRows().flat(), (run) => run.country)
  return runs.get(country) ?? []
}

/** Returns the middle of a country's longest row of land. The country has land. */
function middleOf(country: string): [longitude: number, latitude: number] {
  const land = runsOf(country)
  const longest = land.reduce((best, run) => (run.length > best.length ? run : best))
  return [longitudeOf(longest.start + (longest.length - 1) / 2), latitudeOf(longest.row)]
}

/** Returns the shortest arc around all the arcs. */
function arcAround(arcs: readonly Arc[]): Arc {
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

/** Degrees of a cell. */
export const step = 0.25
/** The northern edge of the first row, in degrees. */
export const rowsNorth = 84
export const columns = 360 / step

let rows: readonly (readonly LandRun[])[] | undefined

/** Returns the rows of cells, from the north. */
function landRows(): readonly (readonly LandRun[])[] {
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
