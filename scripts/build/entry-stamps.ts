import countries from 'world-countries'
import { readFile } from 'node:fs/promises'
import { colours } from '../../src/kit/colours.ts'

/**
 * Draws the entry stamp of a country as SVG, from its code alone. The stamp shows the name in the
 * language that most people there speak, the position, and the colours of the flag. The code also
 * selects a frame and curves.
 */

/** Units of the picture. */
const [width, height] = [150, 100]
/** Width of a letter as a fraction of its height: in most scripts, and of ideographs. */
const [letterWidth, ideographWidth] = [0.62, 1]
/** Units. Size of the largest letters of a name in one line, and in two lines. */
const largest = [22, 17] as const

type Frame = {
  readonly outer: string
  readonly inner: string
  /** Units that are available for a line of text. */
  readonly room: number
}

const frames: readonly Frame[] = [
  {
    outer: '<rect x="4" y="4" width="142" height="92" rx="12"/>',
    inner: '<rect x="9" y="9" width="132" height="82" rx="8"/>',
    room: 122,
  },
  {
    outer: '<ellipse cx="75" cy="50" rx="73" ry="48"/>',
    inner: '<ellipse cx="75" cy="50" rx="68" ry="43"/>',
    room: 116,
  },
  {
    outer: '<path d="M26 4h98l22 22v48l-22 22h-98l-22-22v-48z"/>',
    inner: '<path d="M28 9h94l19 19v44l-19 19h-94l-19-19v-44z"/>',
    room: 120,
  },
  {
    outer: '<path d="M27 4h96l25 46-25 46h-96l-25-46z"/>',
    inner: '<path d="M30 9h90l22 41-22 41h-90l-22-41z"/>',
    room: 112,
  },
  {
    outer: '<rect x="4" y="4" width="142" height="92"/>',
    inner: '<path d="M9 9h132v82h-132z" stroke-dasharray="3 3"/>',
    room: 122,
  },
]

export const stampCodes: readonly string[] = countries.map(({ cca2 }) => cca2.toLowerCase())

/**
 * Returns an `<svg>` element for a file that also has other pictures.
 * @param code lower-case country code
 */
export async function entryStamp(code: string): Promise<string> {
  const country = countries.find(({ cca2 }) => cca2.toLowerCase() === code)
  if (!country) throw new Error(`${code} is not a country code`)
  const frame = frames[seedOf(code) % frames.length]
  if (!frame) throw new Error('there is no frame')
  const inks = await flagColours(code)
  const { tag, lines } = nameIn(code)
  const size = Math.min(
    largest[lines.length === 1 ? 0 : 1],
    ...lines.map((line) => frame.room / widthOf(line)),
  )
  return [
    `<svg class="stamp" viewBox="0 0 ${width} ${height}">`,
    `<style>.stamp{fill:${colours.ink[0]}}`,
    `@media(prefers-color-scheme:dark){.stamp{fill:${colours.ink[1]}}}`,
    '.stamp g{fill:none;stroke-width:2.4}.stamp g :nth-child(2){stroke-width:.9}',
    '.waves{opacity:.5;clip-path:url(#frame)}.stamp .waves path{stroke-width:.7}',
    '.stamp text{font:700 11px ui-monospace,monospace;text-anchor:middle}',
    `.stamp .name{font:800 ${Math.round(size * 10) / 10}px system-ui,sans-serif}</style>`,
    `<clipPath id="frame">${frame.inner}</clipPath>`,
    `<g class="waves">${inks.map((colour, index) => `<path stroke="${colour}" d="${wavePath(code, index)}"/>`).join('')}</g>`,
    `<g stroke="${inks[0]}">${frame.outer}${frame.inner}</g>`,
    `<text x="75" y="27">${country.cca3}</text>`,
    ...lines.map((line, index) => {
      const baseline = 50 + size * (0.36 + index - (lines.length - 1) / 2)
      return `<text class="name" lang="${tag}" x="75" y="${Math.round(baseline)}">${line}</text>`
    }),
    `<text x="75" y="82">${placeText(country.latlng)}</text>`,
    '</svg>',
  ].join('')
}

/** Returns the country's name in the language of most people there, in one or two lines. */
function nameIn(code: string): { tag: string; lines: readonly string[] } {
  const region = code.toUpperCase()
  const tag = new Intl.Locale(`und-${region}`).maximize().language
  const name = new Intl.DisplayNames(tag, { type: 'region' }).of(region) ?? region
  const words = name.replaceAll('&', '&amp;').split(' ')
  if (name.length < 13 || words.length === 1) return { tag, lines: [name.replaceAll('&', '&amp;')] }
  const halves = words.slice(1).map((_, index) => {
    const lines = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]
    return { lines, longest: Math.max(...lines.map((line) => line.length)) }
  })
  const [best] = halves.toSorted((a, b) => a.longest - b.longest)
  return { tag, lines: best?.lines ?? [name] }
}

/** Returns the width in letter heights. */
function widthOf(text: string): number {
  const isIdeograph = (letter: string) =>
    /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Kana}/u.test(letter)
  const widths = Array.from(text, (letter) => (isIdeograph(letter) ? ideographWidth : letterWidth))
  return widths.reduce((sum, each) => sum + each, 0)
}

/** Returns a string such as `39°N 35°E`. */
function placeText([latitude, longitude]: readonly [number, number]): string {
  const part = (degrees: number, names: string) =>
    `${Math.round(Math.abs(degrees))}°${names.charAt(degrees < 0 ? 1 : 0)}`
  return `${part(latitude, 'NS')} ${part(longitude, 'EW')}`
}

/**
 * Returns the curves of one colour across a stamp: waves with the same crossings, as on banknotes.
 */
function wavePath(code: string, colour: number): string {
  const seed = seedOf(code)
  const half = 14 + ((seed * 7 + colour * 5) % 4) * 4
  const start = ((seed * 13 + colour * 37) % half) - half
  const repeats = Math.ceil((width - start) / half) - 1
  return [-55, -33, -11, 11, 33, 55]
    .map(
      (rise) =>
        `M${start} ${height / 2}q${half / 2} ${rise} ${half} 0${`t${half} 0`.repeat(repeats)}`,
    )
    .join('')
}

function seedOf(code: string): number {
  return code.charCodeAt(0) * 31 + code.charCodeAt(1)
}

const most = 3
/** Colours lighter than this count as white. */
const white = 0.9
/** Between these limits a colour is visible on light and dark backgrounds. */
const [darkest, lightest] = [0.2, 0.58]
const grey = '#808080'

type Channels = readonly number[]

/**
 * Returns the first colours of a country's flag, without white. Mixes very dark and very light
 * colours with white or black until they are visible on any background.
 * @param code lower-case country code
 */
export async function flagColours(code: string): Promise<string[]> {
  const file = `node_modules/country-flag-icons/3x2/${code.toUpperCase()}.svg`
  const svg = await readFile(file, 'utf8')
  const named = svg.replaceAll('"red"', '"#f00"')
  const found = [...named.matchAll(/(?:fill|stroke)="#([\da-f]{6}|[\da-f]{3})"/gi)]
  const colours = [...new Set(found.map(([, hex = '']) => hex.toLowerCase()))]
    .map(channelsOf)
    .filter((channels) => brightness(channels) < white)
    .map((channels) => hexOf(limitBrightness(channels)))
  return colours.length === 0 ? [grey] : [...new Set(colours)].slice(0, most)
}

function limitBrightness(channels: Channels): Channels {
  const light = brightness(channels)
  if (light > lightest) return channels.map((channel) => (channel * lightest) / light)
  const share = Math.max(0, (darkest - light) / (1 - light))
  return channels.map((channel) => channel + (255 - channel) * share)
}

/** Luminance from 0 to 1 (Rec. 709). */
function brightness([red = 0, green = 0, blue = 0]: Channels): number {
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
}

function channelsOf(hex: string): Channels {
  const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  return (long.match(/../g) ?? []).map((channel) => Number.parseInt(channel, 16))
}

function hexOf(channels: Channels): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
