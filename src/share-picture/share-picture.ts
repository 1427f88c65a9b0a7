import { fromBase64 } from '../domain/base64.ts'
import { baselines, firstLegible, heightOf, lettering, setText, widthOf } from './lettering.ts'
import { colours } from '../domain/colours.ts'
import type { ColourName } from '../domain/colours.ts'
import { png } from '../png.ts'
import type { Canvas, Colour } from '../png.ts'
import { logoMask } from './logo-mask.ts'
import { arc } from './arc.ts'
import { pictureSize } from './picture-size.ts'
import { createCanvas, fill } from './raster.ts'
import type { Point, Ramp, Shape } from './raster.ts'
import { entryStamp } from './stamp.ts'
import type { StampText } from './stamp.ts'

/**
 * The texts of a share picture. They have no price, because social networks cache pictures for an
 * unknown time. Brand and title are the first text of their list that the font can draw.
 */
export type PictureText = {
  readonly brand: readonly string[]
  readonly title: readonly string[]
  readonly lead: string
  /** A short text, or the entry stamp of a country. */
  readonly stub: string | StampText
  /** Whether to draw a dotted route to the stub, which means that the trip has been made. */
  readonly hasRoute?: boolean
}

const steps = 15
const paper = lightColour('paper')
const sheet = lightColour('sheet')
/** Colours of the light theme, and the background of each. */
const inks = {
  sheet: [paper, sheet],
  ink: [sheet, lightColour('ink')],
  soft: [sheet, lightColour('soft')],
  accent: [sheet, lightColour('accent')],
  line: [sheet, lightColour('line')],
} as const satisfies { readonly [name: string]: readonly [ground: Colour, ink: Colour] }
const palette: readonly Colour[] = [
  paper,
  ...Object.values(inks).flatMap(([ground, ink]) =>
    Array.from({ length: steps }, (_, step) => mixColours(ground, ink, (step + 1) / steps)),
  ),
]

const tear = 860
const left = 100
const logoSide = 44
const logoTop = 114
const textWidth = tear - left - 50
/** Pixels per unit of an entry stamp, so that the stamp fills the stub. */
const stampScale = 1.56

/** Draws the share picture: a boarding pass, 1200 × 630 px, as PNG. */
export async function sharePicture(text: PictureText): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = createCanvas(pictureSize.width, pictureSize.height)
  const draw = (ink: keyof typeof inks, shape: Shape) => fill(canvas, shape, rampOf(ink))
  const write = (ink: keyof typeof inks, words: string, size: number, x: number, y: number) =>
    draw(ink, lettering(words, size, x, y))

  draw('sheet', passShape())
  for (let y = 86; y < 545; y += 24) draw('line', [rectangle(tear - 2, y, 4, 12)])

  drawLogo(canvas, rampOf('accent'))
  const name = firstLegible(...text.brand)
  const brand = setText(name, { width: textWidth - 64, height: 60, largest: 40 })
  for (const [index, baseline] of baselines(brand, 140 - heightOf(brand) / 2).entries())
    write('ink', brand.lines[index] ?? '', brand.size, left + 64, baseline)
  const heading = firstLegible(...text.title)
  const title = setText(heading, { width: textWidth, height: 230, largest: 124 })
  for (const [index, baseline] of baselines(title, 300 - heightOf(title) / 2).entries())
    write('ink', title.lines[index] ?? '', title.size, left, baseline)
  const lead = setText(text.lead, { width: textWidth, height: 92, largest: 38 })
  for (const [index, baseline] of baselines(lead, 480 - heightOf(lead) / 2).entries())
    write('soft', lead.lines[index] ?? '', lead.size, left, baseline)

  if (text.hasRoute) draw('accent', route(left, tear - 50, 525))

  const middle = tear + (1140 - tear) / 2
  if (typeof text.stub !== 'string') {
    const place = { x: middle, y: 315, scale: stampScale }
    const { ink, waves } = entryStamp(text.stub, heading, place)
    draw('line', waves)
    draw('accent', ink)
    return png(canvas, palette)
  }
  const stub = setText(text.stub, { width: 220, height: 190, largest: 150 })
  for (const [index, baseline] of baselines(stub, 315 - heightOf(stub) / 2).entries()) {
    const line = stub.lines[index] ?? ''
    write('accent', line, stub.size, middle - (widthOf(line) * stub.size) / 2, baseline)
  }
  return png(canvas, palette)
}

/** Draws the logo, 44 × 44 pixels, in one colour on the sheet. */
function drawLogo(canvas: Canvas, { first, steps: count }: Ramp): void {
  for (const [index, opacity] of fromBase64(logoMask).entries()) {
    const step = Math.round((opacity / 255) * count)
    const at = (logoTop + Math.floor(index / logoSide)) * canvas.width + left + (index % logoSide)
    if (step > 0) canvas.pixels[at] = first + step - 1
  }
}

function rampOf(name: keyof typeof inks): Ramp {
  return { first: 1 + Object.keys(inks).indexOf(name) * steps, steps }
}

function lightColour(name: ColourName): Colour {
  const [hex] = colours[name]
  const digits = hex.length === 4 ? hex.replaceAll(/\w/g, '$&$&') : hex
  const part = (at: number) => parseInt(digits.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

function mixColours(ground: Colour, ink: Colour, share: number): Colour {
  const mixChannel = (from: number, to: number) => Math.round(from + (to - from) * share)
  return [
    mixChannel(ground[0], ink[0]),
    mixChannel(ground[1], ink[1]),
    mixChannel(ground[2], ink[2]),
  ]
}

function passShape(): Shape {
  const [x, y, right, bottom, radius, notch] = [60, 60, 1140, 570, 28, 22]
  return [
    [
      ...arc(x + radius, y + radius, radius, 180, 270),
      ...arc(tear, y, notch, 180, 0),
      ...arc(right - radius, y + radius, radius, 270, 360),
      ...arc(right - radius, bottom - radius, radius, 0, 90),
      ...arc(tear, bottom, notch, 360, 180),
      ...arc(x + radius, bottom - radius, radius, 90, 180),
    ],
  ]
}

/** Returns a dotted line from a ring to a disc. */
function route(from: number, to: number, y: number): Shape {
  const dots = Math.floor((to - from) / 26) - 1
  return [
    arc(from + 9, y, 9, 0, 360),
    arc(from + 9, y, 5, 360, 0),
    ...Array.from({ length: dots - 1 }, (_, dot) => arc(from + 35 + dot * 26, y, 3, 0, 360)),
    arc(to - 9, y, 9, 0, 360),
  ]
}

function rectangle(x: number, y: number, width: number, height: number): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
}
