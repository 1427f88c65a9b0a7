import { stampName, stampSeed, stampWaves } from './stamp-waves.ts'
import { arc } from './raster.ts'
import { baselines, firstLegible, heightOf, lettering, setText, widthOf } from './lettering.ts'
import type { Point, Shape } from './raster.ts'

export type StampText = {
  /** Lower-case country code, which determines frame, waves and name. */
  readonly country: string
  /** The line below the name. */
  readonly note: string
}

type StampPlace = { readonly x: number; readonly y: number; readonly scale: number }
type StampShapes = { readonly ink: Shape; readonly waves: Shape }

/** The width of the stamp in units of the SVG of the country, where it is 100 high. */
const width = 150
const [frameLine, innerLine, waveLine] = [2.4, 0.9, 0.8]
/** Sets of waves. */
const colours = 2
const degrees = -7
/** The size of the inner frame, as a share of the outer frame. */
const inset = 0.93

/** Frames by number, as in scripts/build/entry-stamps.ts, around 0, 0. */
const frames: readonly Point[][] = [
  roundedBox(71, 46, 12),
  arc(0, 0, 73, 0, 360, 48),
  polygon('49,-46 71,-24 71,24 49,46 -49,46 -71,24 -71,-24 -49,-46'),
  polygon('48,-46 73,0 48,46 -48,46 -73,0 -48,-46'),
  polygon('71,-46 71,46 -71,46 -71,-46'),
]

/**
 * Draws the slightly rotated entry stamp of a country around a point.
 * @param title the country's name for its visitors, used if the font lacks letters of the country's
 * own name
 */
export function entryStamp(
  { country, note }: StampText,
  title: string,
  place: StampPlace,
): StampShapes {
  const name = firstLegible(stampName(country).name, title)
  const outer = frames[stampSeed(country) % frames.length] ?? []
  const inner = outer.map(([x, y]): Point => [x * inset, y * inset])
  const waves = Array.from({ length: colours }, (_, colour) => wavesIn(inner, country, colour))
  return {
    ink: [
      ...stroke([...outer, ...outer.slice(0, 1)], frameLine),
      ...stroke([...inner, ...inner.slice(0, 1)], innerLine),
      ...line(country.toUpperCase(), { width: 40, height: 14, largest: 12 }, -28),
      ...line(name, { width: 108, height: 40, largest: 26 }, 0),
      ...line(note, { width: 80, height: 14, largest: 12 }, 28),
    ].map(toPicture),
    waves: waves.flat().map(toPicture),
  }

  function toPicture(contour: readonly Point[]): Point[] {
    const [cos, sin] = [Math.cos, Math.sin].map((of) => of((degrees * Math.PI) / 180) * place.scale)
    return contour.map(([x, y]) => [
      place.x + x * (cos ?? 1) - y * (sin ?? 0),
      place.y + x * (sin ?? 0) + y * (cos ?? 1),
    ])
  }
}

/** Returns the outlines of one or two lines of text, centred at `y`. */
function line(text: string, room: Parameters<typeof setText>[1], y: number): Shape {
  const setting = setText(text, room)
  const tops = baselines(setting, y - heightOf(setting) / 2)
  return setting.lines.flatMap((each, index) => {
    const left = (-widthOf(each) * setting.size) / 2
    return lettering(each, setting.size, left, tops[index] ?? 0)
  })
}

/** Returns the curves of the waves, as far as they are inside the frame. */
function wavesIn(frame: readonly Point[], country: string, colour: number): Shape {
  const { half, start, heights } = stampWaves(country, colour)
  const steps = 6
  return heights.flatMap((rise) => {
    const at = (step: number): Point => [
      start + (step * half) / steps - width / 2,
      rise * Math.sin((step * Math.PI) / steps),
    ]
    const count = Math.ceil(((width - start) / half) * steps)
    return Array.from({ length: count }, (_, step) => [at(step), at(step + 1)])
      .filter((ends) => ends.every((point) => isInside(point, frame)))
      .flatMap((ends) => stroke(ends, waveLine))
  })
}

/**
 * Returns a band around each part of a line. All bands have the same direction, so that crossings
 * do not become holes.
 */
function stroke(points: readonly Point[], thickness: number): Shape {
  return points.slice(1).flatMap(([toX, toY], index) => {
    const [fromX, fromY] = points[index] ?? [toX, toY]
    const length = Math.hypot(toX - fromX, toY - fromY)
    if (length === 0) return []
    const across = (thickness / 2 / length) * (toX - fromX)
    const along = (thickness / 2 / length) * (toY - fromY)
    return [
      [
        [fromX + along, fromY - across],
        [toX + along, toY - across],
        [toX - along, toY + across],
        [fromX - along, fromY + across],
      ] as const,
    ]
  })
}

function isInside([x, y]: Point, frame: readonly Point[]): boolean {
  const crossings = frame.filter(([fromX, fromY], index) => {
    const [toX, toY] = frame[(index + 1) % frame.length] ?? [fromX, fromY]
    return fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)
  })
  return crossings.length % 2 === 1
}

function roundedBox(right: number, bottom: number, radius: number): Point[] {
  return [
    ...arc(right - radius, bottom - radius, radius, 0, 90),
    ...arc(radius - right, bottom - radius, radius, 90, 180),
    ...arc(radius - right, radius - bottom, radius, 180, 270),
    ...arc(right - radius, radius - bottom, radius, 270, 360),
  ]
}

/** Parses points such as `1,2 3,4`. */
function polygon(text: string): Point[] {
  return text.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x, y]
  })
}
