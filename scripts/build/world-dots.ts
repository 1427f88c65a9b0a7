import { writeFile } from 'node:fs/promises'
import countries from 'world-countries'
import { dotsAround } from '../../src/plans/map/dots.ts'
import { writeRuns } from './land-runs.ts'

/**
 * Writes the dots of the map of the world from `src/plans/map/land.json`. Run `node
 * scripts/build/world-dots.ts` after a change of the land or of the crop of the world.
 */
if (import.meta.main) await writeFile('src/plans/map/world-dots.json', worldDotsFile())

export function worldDotsFile(): string {
  const codes = countries.map(({ cca2 }) => cca2.toLowerCase())
  const { at, width, height } = dotsAround(codes, [])
  const rows = Array.from({ length: height }, (_, row) => at.slice(row * width, (row + 1) * width))
  return `${JSON.stringify({ width, height, rows: writeRuns(rows) }, null, 2)}\n`
}
