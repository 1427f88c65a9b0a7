import { latitudeOf, longitudeOf } from '../../src/plans/map/dots.ts'

/** Fewest and most countries in a list. An island in an ocean has the fewest. */
const listed = { least: 3, most: 10 }
/** Kilometres from coast to coast. */
const reach = 800
const kilometresInDegree = 111.3

type Cells = readonly (readonly (string | null)[])[]
type Place = { readonly longitude: number; readonly latitude: number }
type Country = { readonly code: string; readonly area: number; readonly places: readonly Place[] }

/**
 * Returns the countries around each country, the closest first. Of two equally close countries, the
 * larger comes first. Positions are rounded to whole degrees, so that all neighbours are equally
 * close.
 */
export function nearbyCountries(cells: Cells): Map<string, readonly string[]> {
  const countries = countriesIn(cells)
  return new Map(
    countries.map(({ code, places }) => {
      const near = countries
        .filter((other) => other.code !== code)
        .map((other) => ({ ...other, far: distance(places, other.places) }))
        .toSorted((a, b) => a.far - b.far || b.area - a.area)
        .filter(({ far }, index) => far <= reach || index < listed.least)
      return [code, near.slice(0, listed.most).map((other) => other.code)]
    }),
  )
}

/** Returns the area of each country, and its borders and coasts in whole degrees. */
function countriesIn(cells: Cells): Country[] {
  const found = new Map<string, { area: number; places: Map<string, Place> }>()
  cells.forEach((row, y) =>
    row.forEach((code, x) => {
      if (code === null || code === 'zz') return
      const country = found.get(code) ?? { area: 0, places: new Map<string, Place>() }
      found.set(code, country)
      country.area += 1
      const around = [row[x - 1], row[x + 1], cells[y - 1]?.[x], cells[y + 1]?.[x]]
      if (around.every((other) => other === code)) return
      const [longitude, latitude] = [Math.round(longitudeOf(x)), Math.round(latitudeOf(y))]
      country.places.set(`${longitude} ${latitude}`, { longitude, latitude })
    }),
  )
  return [...found]
    .map(([code, { area, places }]) => ({ code, area, places: [...places.values()] }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** Returns the kilometres between the closest places, measured on a plane around each place. */
function distance(from: readonly Place[], to: readonly Place[]): number {
  let least = Infinity
  for (const { longitude, latitude } of from) {
    const narrowing = Math.cos((latitude * Math.PI) / 180)
    for (const other of to) {
      const turn = Math.abs(longitude - other.longitude)
      const east = Math.min(turn, 360 - turn) * narrowing
      const north = latitude - other.latitude
      least = Math.min(least, east * east + north * north)
    }
  }
  return Math.sqrt(least) * kilometresInDegree
}
