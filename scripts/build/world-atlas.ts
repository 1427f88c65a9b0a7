import countries from 'world-countries'
import { z } from 'zod'

/** Longitude and latitude in degrees. The last point equals the first. */
export type Ring = readonly (readonly [longitude: number, latitude: number])[]

type Polygon = {
  /** A lower-case country code, or `zz`. */
  readonly country: string
  readonly rings: readonly Ring[]
}

const arcList = z.array(z.array(z.number()))
const geometry = { id: z.string().optional(), properties: z.object({ name: z.string() }) }
/** The parts of TopoJSON that the package `world-atlas` uses. */
const topology = z.object({
  transform: z.object({
    scale: z.tuple([z.number(), z.number()]),
    translate: z.tuple([z.number(), z.number()]),
  }),
  arcs: z.array(z.array(z.tuple([z.number(), z.number()]))),
  objects: z.object({
    countries: z.object({
      geometries: z.array(
        z.discriminatedUnion('type', [
          z.object({ ...geometry, type: z.literal('Polygon'), arcs: arcList }),
          z.object({ ...geometry, type: z.literal('MultiPolygon'), arcs: z.array(arcList) }),
        ]),
      ),
    }),
  }),
})

/** Bounds (west, south, east, north) of parts of countries that have their own codes. */
const ownCodes: { readonly [code: string]: readonly [number, number, number, number] } = {
  gf: [-55, 2, -51, 6],
  gp: [-62, 15.8, -61, 16.6],
  mq: [-61.3, 14.3, -60.7, 15],
  re: [55, -21.5, 56, -20.8],
  yt: [45, -13.1, 45.4, -12.6],
  sj: [-10, 70.5, 36, 81],
  bq: [-68.5, 12, -68.1, 12.4],
}
const theirStates = ['fr', 'no', 'nl']

/**
 * Returns the land of all countries.
 * @param json TopoJSON of the package `world-atlas`
 */
export function polygonsOf(json: string): Polygon[] {
  const { transform, arcs, objects } = topology.parse(JSON.parse(json))
  const codes = new Map(countries.map(({ ccn3, cca2 }) => [ccn3, cca2.toLowerCase()]))
  const lines = arcs.map((arc) => lineOf(arc, transform))
  return objects.countries.geometries.flatMap(({ id, properties, ...shape }) => {
    const state = properties.name === 'Kosovo' ? 'xk' : (codes.get(id ?? 'none') ?? 'zz')
    const polygons = shape.type === 'Polygon' ? [shape.arcs] : shape.arcs
    return polygons.map((polygon) => {
      const rings = polygon.map((indices) => ringOf(indices, lines))
      return { country: partOf(state, rings[0] ?? []), rings }
    })
  })
}

/** The points of an arc are stored as differences of whole numbers. */
function lineOf(
  arc: readonly (readonly [number, number])[],
  { scale, translate }: z.output<typeof topology>['transform'],
): Ring {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

/**
 * A negative index is the reversed arc of its bitwise complement. Arcs share their end points. A
 * ring across the antimeridian continues beyond 180 degrees.
 */
function ringOf(indices: readonly number[], lines: readonly Ring[]): Ring {
  const points = indices.flatMap((index, at) => {
    const line = index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? [])
    return at === 0 ? line : line.slice(1)
  })
  let before = points[0]?.[0] ?? 0
  return points.map(([longitude, latitude]) => {
    before = longitude + Math.round((before - longitude) / 360) * 360
    return [before, latitude]
  })
}

function partOf(state: string, ring: Ring): string {
  if (!theirStates.includes(state)) return state
  const middle = (axis: 0 | 1) => ring.reduce((sum, point) => sum + point[axis], 0) / ring.length
  const [longitude, latitude] = [middle(0), middle(1)]
  const [own] = Object.entries(ownCodes).find(
    ([, [west, south, east, north]]) =>
      longitude > west && longitude < east && latitude > south && latitude < north,
  ) ?? [state]
  return own
}
