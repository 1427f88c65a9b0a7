import { escapeMarkup } from '../../kit/text.shared.ts'
import { dotPath } from './shop-map.ts'
import { dotsAround, type Dots } from './dots.ts'
import dots from '../../../client/styles/dots.css?inline'
import labels from '../../../client/styles/map-labels.css?inline'
import { colours } from '../../kit/colours.ts'
import covers from './covers.json'

export type MapCountries = {
  /** Codes of the covered countries. */
  readonly covered: readonly string[]
  /** Countries that have a name on the map: those that are not covered, or those of a trip. */
  readonly named: readonly (readonly [country: string, title: string])[]
  /** Codes of countries in the order of a trip. Their names may cover their land. */
  readonly route?: readonly string[]
}

type Circle = { readonly x: number; readonly y: number; readonly radius: number }

/** The most dots of a single country that gets a ring, and the radius of the ring. */
const [few, ringRadius] = [6, 2]
/** CSS pixels: the height of letters, and the width of a map on a phone. */
const [letters, phone] = [12, 328]

/** A map in units of dots. */
export type MapPicture = {
  readonly width: number
  readonly height: number
  /** The height of letters on a phone. */
  readonly fontSize: number
  /** The elements inside `<svg>`. */
  readonly markup: string
}

/**
 * Draws the land around covered countries. Their dots have the accent colour, and all other land is
 * hatched. Names mark some countries that are not covered.
 */
export function drawMap({ covered, named, route = [] }: MapCountries): MapPicture {
  const lit = new Set(covered)
  const dots = dotsAround(
    covered,
    named.map(([country]) => country),
  )
  const { width, height } = dots
  const ring = ringAround(dots, lit)
  const fontSize = round((letters * width) / phone)
  const keepFree = ring ? [boxAround(ring)] : []
  const free = route.length > 0 ? new Set<string>() : lit
  const labels = placeLabels(dots, named, { lit: free, size: fontSize, keepFree })
  const markup = [
    '<pattern id="hatch" width="1" height="1" patternUnits="userSpaceOnUse">',
    '<path d="M0 1L1 0"/></pattern>',
    // The middle of a dot is half a unit from its edges.
    `<path class="hatched" transform="translate(0 .5)" d="${dotPath(dots, (code) => !lit.has(code), 1)}"/>`,
    `<path class="covered" transform="translate(.5 .5)" d="${dotPath(dots, (code) => lit.has(code), 0)}"/>`,
    ring ? `<circle cx="${ring.x}" cy="${ring.y}" r="${ring.radius}"/>` : '',
    route.length > 1 ? `<path class="line" d="${lineThrough(dots, route)}"/>` : '',
    ...labels.map(textElement),
  ].join('')
  return { width, height, fontSize, markup }
}

/** The cover of a country: two inks of its flag, the land around it, and facts for travellers. */
export type Cover = {
  readonly band: string
  readonly ink: string
  /** IANA name of the time zone of the capital, or empty. */
  readonly zone: string
  /** IEC letters of the sockets, or empty. */
  readonly sockets: string
  /** A number for emergencies, those of police and ambulance, or empty. */
  readonly emergency: string
  readonly dots: Dots
  /** Rings around a tiny country. */
  readonly rings: readonly Circle[]
}

/**
 * Returns the cover of a country, or null for an unknown code. Sockets are from Wikidata, and
 * libphonenumber knows the emergency numbers.
 * @param country lower-case code
 */
export function coverOf(country: string): Cover | null {
  const rows: { readonly [country: string]: readonly string[] } = covers
  const row = rows[country]
  if (!row) return null
  const [band = '', ink = '', zone = '', sockets = '', emergency = ''] = row
  const dots = dotsAround([country], [], coverWidth)
  const ring = ringAround(dots, new Set([country]))
  const rings = ring ? ripples.map((radius) => ({ ...ring, radius })) : []
  return { band, ink, zone, sockets, emergency, dots, rings }
}

/** Units. A cover shows a small country from closer than a coverage map does. */
const coverWidth = 8
/** Radii in dots. */
const ripples = [2, 5, 9, 14, 20]

/** Returns a path through the middles of countries. */
function lineThrough(dots: Dots, route: readonly string[]): string {
  const middles = route.flatMap((country) => positionsOf(dots, country).slice(0, 1))
  return middles.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

/** Returns the file of a map, with its own styles. */
export function mapFile(map: MapCountries): string {
  const { width, height, fontSize, markup } = drawMap(map)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="dots" viewBox="0 0 ${width} ${height}"`,
    ` font-family="system-ui,sans-serif" font-size="${fontSize}">`,
    `<style>${mapStyles}</style>`,
    markup,
    '</svg>',
  ].join('')
}

/** Returns a ring around a single country that is hard to see otherwise, or null. */
function ringAround({ at, width }: Dots, lit: ReadonlySet<string>): Circle | null {
  const own = at.flatMap((code, index) => (code !== null && lit.has(code) ? [index] : []))
  if (lit.size > 1 || own.length === 0 || own.length > few) return null
  const middle = (of: (index: number) => number) =>
    round(own.reduce((sum, index) => sum + of(index) + 0.5, 0) / own.length)
  const x = middle((index) => index % width)
  return { x, y: middle((index) => Math.floor(index / width)), radius: ringRadius }
}

function boxAround({ x, y, radius }: Circle) {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }
}

function textElement({ text, x, y }: Label): string {
  return `<text x="${round(x)}" y="${round(y)}">${escapeMarkup(text)}</text>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A name on the map, in dots from the corner of the map. `y` is the baseline. */
type Label = { readonly text: string; readonly x: number; readonly y: number }

/** A rectangle in dots. */
type LabelBox = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

type Options = {
  /** Countries that no name may cover, except the first name when it fits nowhere else. */
  readonly lit: ReadonlySet<string>
  /** Height of the letters in dots. */
  readonly size: number
  /** Areas that no name may cover. */
  readonly keepFree: readonly LabelBox[]
}

/** Average width of a letter, in heights of the font. */
const letterWidth = 0.64
/** The gap between names, and between a name and the edge, in parts of a dot. */
const gap = 0.4
/** Room between a name and the edge of the map, in heights of the font. */
const edge = 0.6

/**
 * Places names on the land of their countries, the first names first. Omits a name that would touch
 * another name or covered land everywhere.
 */
function placeLabels(
  dots: Dots,
  names: readonly (readonly [country: string, text: string])[],
  { lit, size, keepFree }: Options,
): Label[] {
  const taken = [...keepFree]
  return names.flatMap(([country, text], rank) => {
    const [best] = positionsOf(dots, country)
      .map(([x, y]) => boxOf(text, clampX(x, text), y, size))
      .filter(isFree)
      .map((box) => ({ box, cost: costOf(box) }))
      .toSorted((a, b) => a.cost - b.cost)
    if (!best || (best.cost > 0 && rank > 0)) return []
    const { box } = best
    taken.push(box)
    const { left, right, top } = box
    return [{ text, x: (left + right) / 2, y: top + size * 0.85 }]
  })

  function clampX(x: number, text: string): number {
    const half = ((text.length * letterWidth) / 2 + edge) * size
    return Math.min(Math.max(x, half), dots.width - half)
  }

  function isFree({ left, top, right, bottom }: LabelBox): boolean {
    if (left < 0 || top < gap || bottom > dots.height - gap) return false
    return taken.every(
      (other) =>
        left > other.right + gap ||
        right < other.left - gap ||
        top > other.bottom + gap ||
        bottom < other.top - gap,
    )
  }

  /** The number of covered dots that the name would hide. */
  function costOf({ left, top, right, bottom }: LabelBox): number {
    let cost = 0
    for (let y = Math.floor(top); y < bottom; y++)
      for (let x = Math.floor(left); x < right; x++)
        if (lit.has(dots.at[y * dots.width + x] ?? '')) cost += 1
    return cost
  }
}

function boxOf(text: string, x: number, y: number, size: number): LabelBox {
  const half = (text.length * letterWidth * size) / 2
  return { left: x - half, right: x + half, top: y - size / 2, bottom: y + size / 2 }
}

/** Returns the dots of a country, the closest to its middle first. */
function positionsOf({ at, width }: Dots, country: string): [x: number, y: number][] {
  const own = at.flatMap((code, index): [number, number][] =>
    code === country ? [[(index % width) + 0.5, Math.floor(index / width) + 0.5]] : [],
  )
  const middle = (axis: 0 | 1) => own.reduce((sum, dot) => sum + dot[axis], 0) / own.length
  const [x, y] = [middle(0), middle(1)]
  const distance = (dot: readonly [number, number]) => (dot[0] - x) ** 2 + ((dot[1] - y) * 2) ** 2
  return own.toSorted((a, b) => distance(a) - distance(b))
}

/**
 * Names of colours. The map declares them, because a picture cannot read the variables of its page.
 */
const names = ['sheet', 'edge', 'accent', 'ink'] as const

/** The styles of the file of a map. A map in the page has the same rules from `maps.css`. */
const mapStyles: string = [
  `:root{${variables(0)}}`,
  `@media(prefers-color-scheme:dark){:root{${variables(1)}}}`,
  dots,
  labels,
].join('')

/** @param theme 0 is light, 1 is dark */
function variables(theme: 0 | 1): string {
  return names.map((name) => `--${name}:${colours[name][theme]}`).join(';')
}
