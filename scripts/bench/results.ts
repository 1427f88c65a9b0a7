import { mkdir, readFile, writeFile } from 'node:fs/promises'

/** A cell for each column of a table. `null` was not measured. */
export type BenchRow = { readonly [column: string]: string | number | null }

/** What a part of the benchmark has measured, and each limit that is exceeded. */
export type BenchResult = {
  readonly rows: readonly BenchRow[]
  readonly failures?: readonly string[]
}

const folder = 'bench/results'
const keptRuns = 3

export function printTable(rows: readonly BenchRow[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const isNumber = (column: string) => rows.some((row) => typeof row[column] === 'number')
  printRow(columns)
  printRow(columns.map((column) => (isNumber(column) ? '--:' : '---')))
  for (const row of rows) printRow(columns.map((column) => formatCell(row[column])))
}

/** Adds a run to the runs of a part, and keeps the last three. */
export async function saveRun(part: string, run: object): Promise<void> {
  const file = `${folder}/${part}.json`
  await mkdir(folder, { recursive: true })
  const runs: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => '[]'))
  const kept = [run, ...(Array.isArray(runs) ? runs : [])].slice(0, keptRuns)
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(3)) : value
  await writeFile(file, `${JSON.stringify(kept, rounded, 2)}\n`)
}

function formatCell(cell: BenchRow[string] | undefined): string {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'string') return cell
  if (Number.isInteger(cell)) return cell.toLocaleString('en')
  return cell.toFixed(Math.abs(cell) < 0.1 ? 3 : 2)
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
