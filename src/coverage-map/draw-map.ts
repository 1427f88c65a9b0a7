import { escapeMarkup } from '../domain/escape-markup.ts'
import { dotPath } from './dot-path.ts'
import { dotsAround } from './dots.ts'
import type { Dots } from './dots.ts'
import { placeLabels } from './labels.ts'
import type { Label } from './labels.ts'
import { mapStyles } from './map-styles.ts'

export type MapCountries = {
  /** Codes of the covered countries. */
  readonly covered: readonly string[]
  /** Countries that are not covered and have a name on the map. */
  readonly named: readonly (readonly [country: string, title: string])[]
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
export function drawMap({ covered, named }: MapCountries): MapPicture {
  const lit = new Set(covered)
  const dots = dotsAround(
    covered,
    named.map(([country]) => country),
  )
  const { width, height } = dots
  const ring = ringAround(dots, lit)
  const fontSize = round((letters * width) / phone)
  const keepFree = ring ? [boxAround(ring)] : []
  const labels = placeLabels(dots, named, { lit, size: fontSize, keepFree })
  const markup = [
    '<pattern id="hatch" width="1" height="1" patternUnits="userSpaceOnUse">',
    '<path d="M0 1L1 0"/></pattern>',
    // The middle of a dot is half a unit from its edges.
    `<path class="hatched" transform="translate(0 .5)" d="${dotPath(dots, (code) => !lit.has(code), 1)}"/>`,
    `<path class="covered" transform="translate(.5 .5)" d="${dotPath(dots, (code) => lit.has(code), 0)}"/>`,
    ring ? `<circle cx="${ring.x}" cy="${ring.y}" r="${ring.radius}"/>` : '',
    ...labels.map(textElement),
  ].join('')
  return { width, height, fontSize, markup }
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
