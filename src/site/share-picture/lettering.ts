import glyphs from './glyphs.json' with { type: 'json' }
import type { Point, Shape } from './raster.ts'

const { outlines, unitsPerEm } = glyphs
const lineHeight = 1.16
const curveSteps = 5
const maxWords = 12

type Setting = { readonly lines: readonly string[]; readonly size: number }

/** Returns the first text of which the font has every letter, or else the last text. */
export function firstLegible(...texts: readonly string[]): string {
  return texts.find(isLegible) ?? texts.at(-1) ?? ''
}

function isLegible(text: string): boolean {
  const letters = text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? []
  return letters.every((letter) => outlinesOf(letter).every(({ path }) => path !== ''))
}

export function widthOf(text: string): number {
  return outlinesOf(text).reduce((sum, { advance }) => sum + advance, 0) / unitsPerEm
}

export type Room = { readonly width: number; readonly height: number; readonly largest: number }

export function setText(text: string, place: Room): Setting {
  const words = text.split(/ +/).slice(0, maxWords)
  const settings = [1, 2, 3].map((count) => {
    const lines = breakIntoLines(words, count)
    const widest = Math.max(...lines.map(widthOf), 0.001)
    const size = Math.min(
      place.largest,
      place.width / widest,
      place.height / (lines.length * lineHeight),
    )
    return { lines, size }
  })
  return settings.reduce((best, setting) => (setting.size > best.size ? setting : best))
}

export function baselines({ lines, size }: Setting, top: number): number[] {
  return lines.map((_, index) => top + (0.86 + index * lineHeight) * size)
}

export function heightOf({ lines, size }: Setting): number {
  return lines.length * lineHeight * size
}

export function lettering(text: string, size: number, x: number, baseline: number): Shape {
  const scale = size / unitsPerEm
  let pen = x
  return outlinesOf(text).flatMap(({ advance, path }) => {
    const at = pen
    pen += advance * scale
    return contoursOf(path, (right, up) => [at + right * scale, baseline - up * scale])
  })
}

type Outline = { readonly advance: number; readonly path: string }
let letters: ReadonlyMap<string, Outline> | undefined

/**
 * Returns the outlines of a text's letters. Non-breaking spaces become spaces. Characters that the
 * font lacks and Latin cannot spell are empty.
 */
function outlinesOf(text: string): Outline[] {
  const known = (letters ??= new Map(outlines.map(readOutline)))
  return Array.from(text.normalize('NFC')).flatMap((letter) =>
    Array.from(
      spell(letter, (each) => known.has(each)),
      (each) => known.get(each) ?? { advance: 0, path: '' },
    ),
  )
}

function readOutline(line: string): [letter: string, outline: Outline] {
  const end = line.indexOf(' ', 1)
  return [line.charAt(0), { advance: Number(line.slice(1, end)), path: line.slice(end + 1) }]
}

function breakIntoLines(words: readonly string[], count: number): string[] {
  if (count === 1 || words.length === 1) return [words.join(' ')]
  const ways = words.slice(1).map((_, index) => {
    const rest = breakIntoLines(words.slice(index + 1), count - 1)
    return [words.slice(0, index + 1).join(' '), ...rest]
  })
  const widthOfLongest = (lines: readonly string[]) => Math.max(...lines.map(widthOf))
  return ways.reduce((best, way) => (widthOfLongest(way) < widthOfLongest(best) ? way : best))
}

function contoursOf(path: string, place: (right: number, up: number) => Point): Point[][] {
  const contours: Point[][] = []
  let contour: Point[] = []
  let [fromX, fromY] = [0, 0]
  for (const [, command, numbers = ''] of path.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = numbers.split(' ').map(Number)
    if (command === 'M') contours.push((contour = []))
    if (command === 'Q') {
      for (let step = 1; step <= curveSteps; step++) {
        const t = step / curveSteps
        const [p, q, r] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t]
        contour.push(place(p * fromX + q * a + r * c, p * fromY + q * b + r * d))
      }
    } else contour.push(place(a, b))
    ;[fromX, fromY] = command === 'Q' ? [c, d] : [a, b]
  }
  return contours
}

/** Latin spellings of letters of other alphabets, in lower case. */
const spellings = new Map(
  [
    // Cyrillic letters that Russian lacks. The accents of letters are removed first.
    'і i є e ґ g ј j љ lj њ nj ћ c ђ d џ dz ѕ dz ә a ғ g қ q ң n ө o ұ u ү u һ h',
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f',
    // U+2011, the non-breaking hyphen, decomposes to this hyphen.
    '‐ -',
    'χ ch ψ ps ω o ə a ŋ ng ħ h ŧ t œ oe ſ s ɓ b ɗ d ɛ e ɔ o ƙ k ŀ l',
  ].flatMap((line) =>
    [...line.matchAll(/(\S) (\S+)/g)].map(([, from = '', to = '']) => [from, to]),
  ),
)

/**
 * Spells a letter that a font lacks, without its accent or in Latin.
 * @param has whether the font has a letter
 */
function spell(letter: string, has: (letter: string) => boolean): string {
  if (has(letter)) return letter
  const parts = Array.from(letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
  return parts.map((part) => (has(part) ? part : toLatin(part))).join('')
}

function toLatin(letter: string): string {
  const small = letter.toLowerCase()
  const latin = spellings.get(small) ?? letter
  return small === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1)
}
