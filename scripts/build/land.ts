import { readFile, writeFile } from 'node:fs/promises'
import countries from 'world-countries'
import { columns, latitudeOf, rowsNorth, step } from '../../src/plans/map/land-grid.ts'
import { nearbyCountries } from './nearby-countries.ts'
import { writeRuns } from './land-runs.ts'
import { polygonsOf } from './world-atlas.ts'
import type { Ring } from './world-atlas.ts'

/**
 * Writes the land of coverage maps and the table of nearby countries. The data is Natural Earth
 * (public domain) from the package `world-atlas`. Run `npm run generate -- map`.
 */
/** The last row is at 64 degrees south, the tip of the Antarctic Peninsula. */
const rows = 592
const landFile = 'src/plans/map/land.json'
const nearbyFile = 'src/plans/map/nearby-countries.json'

/** Country codes by cell, row by row from the north. `null` is water. */
type Cells = (string | null)[][]

if (import.meta.main) {
  const { land, nearby } = await landFiles()
  await writeFile(landFile, land)
  await writeFile(nearbyFile, nearby)
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
