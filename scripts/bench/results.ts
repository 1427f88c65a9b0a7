/** A cell for each column of a table. `null` was not measured. */
export type BenchRow = { readonly [column: string]: string | number | null }

/** What a part of the benchmark has measured, and each limit that is exceeded. */
export type BenchResult = {
  readonly rows: readonly BenchRow[]
  readonly failures?: readonly string[]
}

export type Ratio = {
  /** The median, and the interval that contains the true one in 95 of 100 runs. */
  readonly ratio: number
  readonly low: number
  readonly high: number
  readonly text: string
}

/** Compares two sides that were measured in turns, turn by turn. */
export function ratioOf(side: readonly number[], other: readonly number[]): Ratio {
  const ratios = side
    .map((value, index) => value / (other[index] ?? Number.NaN))
    .toSorted((a, b) => a - b)
  // The ranks of a sign test.
  const margin = 0.98 * Math.sqrt(ratios.length)
  const middle = (ratios.length - 1) / 2
  const at = (rank: number) =>
    ratios[Math.min(Math.max(Math.round(rank), 0), ratios.length - 1)] ?? Number.NaN
  const [low, ratio, high] = [at(middle - margin), at(middle), at(middle + margin)]
  return { ratio, low, high, text: `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})` }
}

export function printTable(rows: readonly BenchRow[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const printRow = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
  const isNumber = (column: string) => rows.some((row) => typeof row[column] === 'number')
  printRow(columns)
  printRow(columns.map((column) => (isNumber(column) ? '--:' : '---')))
  for (const row of rows) printRow(columns.map((column) => formatCell(row[column])))
}

function formatCell(cell: BenchRow[string] | undefined): string {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return cell.toLocaleString('en')
  return cell.toFixed(Math.abs(cell) < 0.1 ? 3 : 2)
}
