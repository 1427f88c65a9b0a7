import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { colours } from '../../kit/colours.ts'
import { uncoveredCountries } from '../uncovered-countries.ts'
import { dotsAround } from './dots.ts'
import { coverOf, mapFile } from './draw-map.ts'

const countries = rowsOf('catalogue/countries.csv').map(([code = '']) => code)
const groups = new Map(
  rowsOf('catalogue/plans.csv').flatMap(([, , codes = '', , worldRegion = '']) =>
    worldRegion === '' ? [] : [[worldRegion, codes.split(/[; ]+/)]],
  ),
)
const europe = groups.get('europe') ?? []

/** Uses Russian names, which are the longest. Short English names could hide a collision. */
function mapOf(covered: readonly string[]): string {
  const titles = new Intl.DisplayNames('ru', { type: 'region' })
  const named = uncoveredCountries(covered, countries, []).map(
    (code) => [code, titles.of(code.toUpperCase()) ?? ''] as const,
  )
  return mapFile({ covered, named })
}

describe('the map of one country', () => {
  it.each(countries)('%s has a dot, names that do not collide, and at most 1.2 kB', (country) => {
    const svg = mapOf([country])
    expect(pathOf(svg, 'covered')).toMatch(/^m\d+ \d+h\d/)
    expect(collisionsIn(svg)).toEqual([])
    expect(brotliCompressSync(minified(svg)).byteLength).toBeLessThanOrEqual(1200)
  })

  it.each(['mt', 'mv', 'sg', 'va', 'tv'])('%s has a ring', (country) => {
    expect(mapOf([country])).toContain('<circle')
  })

  it.each([
    ['ru', 105, 190],
    ['fj', 178, 30],
    ['nz', 172, 45],
    ['us', -115, 125],
  ])('%s is in one piece across the antimeridian', (country, longitude, widest) => {
    const { west, pitch, width } = dotsAround([country], [])
    const middle = west + (pitch * width) / 2
    expect(pitch * width).toBeLessThanOrEqual(widest)
    expect(Math.abs(((middle - longitude + 540) % 360) - 180)).toBeLessThanOrEqual(15)
  })
})

describe('the cover of a country', () => {
  it.each(countries)('%s has a dot, and facts that are known or left out', (country) => {
    const cover = coverOf(country)
    expect(cover?.dots.at).toContain(country)
    expect(cover?.emergency).toMatch(/^(\d{2,4}( \d{2,4})?)?$/)
    expect(cover?.sockets).toMatch(/^([A-N](, [A-N])*)?$/)
    const timeZone = cover?.zone || 'UTC'
    expect(() => Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
  })

  it.each(['mt', 'sg', 'va'])('%s has rings', (country) => {
    expect(coverOf(country)?.rings).toHaveLength(5)
  })

  it('is missing for a place that is no country', () => {
    expect(coverOf('zz')).toBeNull()
  })
})

it('escapes names', () => {
  const named = [['gr', '<b>Greece & islands'] as const]
  const svg = mapFile({ covered: ['tr'], named })
  expect(svg).toContain('&lt;b&gt;Greece &amp; islands</text>')
  expect(svg).not.toContain('<b>')
})

describe('the map of several countries', () => {
  it.each([...groups])('shows %s in at most 1.4 kB', (_, covered) => {
    const svg = mapOf(covered)
    expect(collisionsIn(svg)).toEqual([])
    expect(brotliCompressSync(minified(svg)).byteLength).toBeLessThanOrEqual(1400)
    const { at } = dotsAround(covered, [])
    expect(covered.filter((country) => !at.includes(country))).toEqual([])
  })

  it('shows Europe with Türkiye hatched and named', () => {
    const svg = mapFile({ covered: europe, named: [['tr', 'Türkiye & more']] })
    expect(svg).toContain('>Türkiye &amp; more</text>')
    const { at, width } = dotsAround(europe, ['tr'])
    const index = at.indexOf('tr')
    const [column, row] = [index % width, Math.floor(index / width)]
    const ofRow = linesOf(pathOf(svg, 'hatched')).filter((line) => line.row === row)
    expect(ofRow.some(({ start, end }) => start <= column && column < end)).toBe(true)
    expect(dotsOf(pathOf(svg, 'covered'))).toBe(at.filter((code) => isIn(europe, code)).length)
  })
})

it('lists popular countries first, then countries close to most of the covered countries', () => {
  expect(uncoveredCountries(['tr'], countries, ['th', 'ge'])[0]).toBe('ge')
  expect(uncoveredCountries(europe, countries, ['tr'])).toEqual(
    expect.arrayContaining(['tr', 'ru', 'ua', 'by', 'ma']),
  )
  expect(uncoveredCountries(['tr'], ['tr', 'gr'], [])).toEqual(['gr'])
})

it('has the colours of the shop in both themes', () => {
  const svg = mapOf(['tr'])
  for (const colour of [...colours.sheet, ...colours.accent, ...colours.ink])
    expect(svg).toContain(colour)
})

/** Removes comments and spaces of the styles, as the build does. */
function minified(svg: string): string {
  return svg.replace(/\/\*.*?\*\/|\n\s*|(?<=:) | (?=\{)/g, '')
}

function isIn(codes: readonly string[], code: string | null): boolean {
  return code !== null && codes.includes(code)
}

function pathOf(svg: string, name: string): string {
  return new RegExp(`class="${name}" [^>]*d="([^"]*)"`).exec(svg)?.[1] ?? ''
}

/** Returns the lines of a path. Each starts relative to the end of the one before it. */
function linesOf(path: string): { row: number; start: number; end: number }[] {
  let [x, row] = [0, 0]
  return [...path.matchAll(/m(-?\d+) (\d+)h(\d+)/g)].map((match) => {
    const [right = 0, down = 0, length = 0] = match.slice(1).map(Number)
    const start = x + right
    x = start + length
    row += down
    return { row, start, end: x }
  })
}

/** A line of length 3 is four dots. */
function dotsOf(path: string): number {
  return [...path.matchAll(/h(\d+)/g)].reduce((sum, [, length]) => sum + Number(length) + 1, 0)
}

/** Returns names that touch or leave the map, at 0.6 of the height per letter. */
function collisionsIn(svg: string): string[] {
  const [, width = 0] = /viewBox="0 0 (\d+)/.exec(svg)?.map(Number) ?? []
  const size = Number(/font-size="([\d.]+)"/.exec(svg)?.[1])
  const names = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)">([^<]*)</g)].map(
    ([, x, y, text = '']) => ({ text, x: Number(x), y: Number(y), half: text.length * size * 0.3 }),
  )
  const outside = names.filter(({ x, half }) => x - half < 0 || x + half > width)
  const pairs = names.flatMap((a, index) =>
    names
      .slice(index + 1)
      .filter((b) => Math.abs(a.x - b.x) < a.half + b.half && Math.abs(a.y - b.y) < size)
      .map((b) => `${a.text}, ${b.text}`),
  )
  return [...outside.map(({ text }) => text), ...pairs]
}

function rowsOf(file: string): string[][] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}
