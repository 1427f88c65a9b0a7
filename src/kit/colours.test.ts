import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { colours, type ColourName } from './colours.ts'
import covers from '../plans/map/covers.json'

/** WCAG AA: 4.5 for text, 3 for the borders of controls. */
const pairs: readonly (readonly [front: ColourName, back: ColourName, least: number])[] = [
  ...(['ink', 'soft', 'accent', 'accentStrong', 'good'] as const).flatMap((front) =>
    (['paper', 'sheet'] as const).map((back) => [front, back, 4.5] as const),
  ),
  ['ink', 'wash', 4.5],
  ['onAccent', 'accent', 4.5],
  ['onAccent', 'accentStrong', 4.5],
  ['edge', 'paper', 3],
  ['edge', 'sheet', 3],
]

it.each(pairs)('%s can be read on %s', (front, back, least) => {
  for (const theme of [0, 1] as const)
    expect(contrast(colours[front][theme], colours[back][theme])).toBeGreaterThanOrEqual(least)
})

it('every cover has two inks: texts can be read on the first, and the second is visible on it', () => {
  const [text] = colours.sheet
  expect(readFileSync('client/styles/art.css', 'utf8')).toContain(`color: ${text}`)
  expect(Object.keys(covers)).toHaveLength(249)
  for (const [country, [band = '', ink = '']] of Object.entries(covers)) {
    expect(contrast(text, band), country).toBeGreaterThanOrEqual(4.5)
    expect(contrast(ink, band), country).toBeGreaterThanOrEqual(3)
  }
})

it('computes the contrast of black and white', () => {
  expect(contrast('#000', '#ffffff')).toBe(21)
})

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replace(/\w/g, '$&$&') : colour
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
