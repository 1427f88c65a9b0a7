/** Adjacent cells of one country in a row, from column `start`. */
export type LandRun = {
  readonly row: number
  readonly start: number
  readonly length: number
  readonly country: string
}

/**
 * Reads rows of cells from the north. A run has the number of water cells before it, a country, and
 * its length: `6ca3 2us` has land in the columns 6 to 8 and 11. The numbers 0 for water and 1 for
 * land are omitted. `zz` is land of no listed country.
 */
export function readRuns(rows: readonly string[]): LandRun[][] {
  return rows.map(readRow)
}

function readRow(line: string, row: number): LandRun[] {
  let end = 0
  return [...line.matchAll(/(\d*)([a-z]{2})(\d*)/g)].map(([, water, country = '', cells]) => {
    const run = { row, start: end + Number(water), length: Number(cells || 1), country }
    end = run.start + run.length
    return run
  })
}
