import { arcAround, extentOf, middleOf, runsOf } from './country-extent.ts'

/**
 * The part of the world on a map, in the Mercator projection. One unit is a degree of longitude at
 * the equator. `y` is measured from the equator to the north.
 */
export type Crop = {
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

/** @param countries with land, at least one */
export function cropAround(countries: readonly string[]): Crop {
  // Measuring the land of 249 countries takes ten times as long as drawing them.
  if (areWorldwide(countries)) return world
  const extents = countries.map(extentOf).filter((extent) => extent !== null)
  const { west, east } = arcAround(extents)
  if (east - west > worldFrom) return world
  const south = mercator(Math.min(...extents.map((extent) => extent.south)))
  const north = mercator(Math.max(...extents.map((extent) => extent.north)))
  const spread = Math.max(east - west, (north - south) / shape) * (1 + 2 * margin)
  return cropOf((west + east) / 2, (south + north) / 2, Math.max(spread, leastWidth))
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
export function widen(crop: Crop, factor: number): Crop {
  const { west, north, pitch, width, height } = crop
  return cropOf(west + (pitch * width) / 2, north - (pitch * height) / 2, pitch * width * factor)
}

/** Returns the middle of a dot in degrees. Longitudes can exceed 180. */
export function placeOf(crop: Crop, column: number, row: number): [number, number] {
  const y = crop.north - (row + 0.5) * crop.pitch
  return [crop.west + (column + 0.5) * crop.pitch, latitudeAt(y)]
}

/** Returns the dot closest to a place. */
export function dotAt(crop: Crop, longitude: number, latitude: number): [number, number] {
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
