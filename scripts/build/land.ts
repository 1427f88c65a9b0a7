import { readFile, writeFile } from 'node:fs/promises'
import countries from 'world-countries'
import { columns, latitudeOf, rowsNorth, step } from '../../src/plans/map/dots.ts'
import { nearbyCountries } from './nearby-countries.ts'
import { polygonsOf, type Ring } from './world-atlas.ts'

// `npm run generate -- map` writes the land of coverage maps, the dots of the map of the world, and
// the table of nearby countries, from Natural Earth (public domain) in the package `world-atlas`.

/** The last row is at 64 degrees south, the tip of the Antarctic Peninsula. */
const rows = 592
const landFile = 'src/plans/map/land.json'
const dotsFile = 'src/plans/map/world-dots.json'
const nearbyFile = 'src/plans/map/nearby-countries.json'

/** Country codes by cell, row by row from the north. `null` is water. */
type Cells = (string | null)[][]

if (import.meta.main) {
  const { land, nearby } = await landFiles()
  await writeFile(landFile, land)
  await writeFile(nearbyFile, nearby)
  await writeFile(dotsFile, await worldDotsFile())
}

/** Returns the texts of both files. */
export async function landFiles(): Promise<{ land: string; nearby: string }> {
  const cells = await drawCells()
  const nearby = Array.from(nearbyCountries(cells), ([code, near]) => [code, near.join(' ')])
  return { land: jsonFile(writeRuns(cells)), nearby: jsonFile(Object.fromEntries(nearby)) }
}

function jsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function drawCells(): Promise<Cells> {
  const atlas = await readFile('node_modules/world-atlas/countries-50m.json', 'utf8')
  const cells: Cells = Array.from({ length: rows }, () => Array<null>(columns).fill(null))
  for (const { country, rings } of polygonsOf(atlas))
    cells.forEach((row, index) => fillRow(row, latitudeOf(index), country, rings))
  addSmallCountries(cells)
  return cells
}

/**
 * Gives one cell to each country that contains no centre of a cell. Two such countries do not share
 * a cell.
 */
function addSmallCountries(cells: Cells): void {
  const drawn = new Set(cells.flat())
  const small = countries.filter(({ cca2 }) => !drawn.has(cca2.toLowerCase()))
  const codes = new Set<string | null>(small.map(({ cca2 }) => cca2.toLowerCase()))
  for (const { cca2, latlng } of small) {
    const [latitude, longitude] = latlng
    const row = cells[Math.floor((rowsNorth - latitude) / step)]
    const column = Math.floor((longitude + 180) / step)
    const free = [0, 1, -1, 2, -2]
      .map((by) => column + by)
      .find((x) => !codes.has(row?.[x] ?? null))
    if (row && free !== undefined) row[free] = cca2.toLowerCase()
  }
}

/** Fills the cells of a row whose centres are inside an odd number of rings. */
function fillRow(
  row: (string | null)[],
  latitude: number,
  country: string,
  rings: readonly Ring[],
): void {
  const crossings = rings
    .flatMap((ring) => ring.slice(1).map((end, index) => crossing(ring[index] ?? end, end)))
    .filter((x) => x !== null)
    .toSorted((a, b) => a - b)
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from = 0, to = 0] = crossings.slice(index, index + 2).map((x) => (x + 180) / step - 0.5)
    for (let column = Math.ceil(from); column <= to; column++)
      row[(column + columns) % columns] = country
  }

  function crossing(start: readonly number[], end: readonly number[]): number | null {
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [start, end]
    if (y1 > latitude === y2 > latitude) return null
    return x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)
  }
}

/** Returns the dots of the map of the world, from the land that is in the file by now. */
export async function worldDotsFile(): Promise<string> {
  const { dotsAround } = await import('../../src/plans/map/dots.ts')
  const codes = countries.map(({ cca2 }) => cca2.toLowerCase())
  const { at, width, height } = dotsAround(codes, [])
  const dots = Array.from({ length: height }, (_, row) => at.slice(row * width, (row + 1) * width))
  return jsonFile({ width, height, rows: writeRuns(dots) })
}

/**
 * Writes rows of cells in the format that `src/plans/map/shop-map.ts` reads.
 * @param rows country codes from the north, and null on water
 */
function writeRuns(rows: readonly (readonly (string | null)[])[]): string[] {
  return rows.map(writeRow)
}

function writeRow(row: readonly (string | null)[]): string {
  let text = ''
  let end = 0
  for (let start = 0; start < row.length; start++) {
    const code = row[start] ?? null
    if (code === null) continue
    const next = row.findIndex((other, index) => index > start && other !== code)
    const stop = next === -1 ? row.length : next
    text += `${text === '' ? '' : ' '}${start - end || ''}${code}${stop - start > 1 ? stop - start : ''}`
    end = stop
    start = stop - 1
  }
  return text
}
