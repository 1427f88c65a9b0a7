/**
 * Writes rows of cells in the format that `src/plans/map/land-runs.ts` reads.
 * @param rows country codes from the north, and null on water
 */
export function writeRuns(rows: readonly (readonly (string | null)[])[]): string[] {
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
