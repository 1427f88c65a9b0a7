import { parse } from 'csv-parse/browser/esm/sync'
import { z } from 'zod'
import type { Columns } from './cells.ts'

export type SourceFile = { readonly name: string; readonly text: string }

/** A problem of a file: `plans.csv:17:11 priceUSD: …`. Lines and columns count from 1. */
export type Problem = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly name: string
  readonly text: string
}

export type Row<T> = {
  readonly value: T
  readonly file: string
  readonly line: number
  readonly problem: (name: string & keyof T, text: string) => Problem
}
export type CsvTable<T> = {
  readonly rows: readonly Row<T>[]
  readonly problems: readonly Problem[]
}

const header = z.array(z.array(z.string())).max(1)
const parsedRecords = z.array(
  z.object({ record: z.array(z.string()), raw: z.string(), info: z.object({ lines: z.number() }) }),
)

/** Spreadsheets separate cells by semicolons where the decimal separator is a comma. */
const delimiters = [',', ';', '\t']

/** The separator that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const countOf = (delimiter: string) => line.split(delimiter).length
  return delimiters.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ','
}

/** The column names in the first line. Empty when it cannot be parsed. */
export function headerOf({ text }: SourceFile): readonly string[] {
  try {
    const delimiter = delimiterOf(text)
    const options = { bom: true, to: 1, trim: true, relax_column_count: true, delimiter }
    return header.parse(parse(text, options))[0] ?? []
  } catch {
    // readTable reports the problem.
    return []
  }
}

/** The cells of a column. Empty when the file does not have it, or cannot be read. */
export function columnOf(source: SourceFile, name: string): readonly string[] {
  const column = headerOf(source).indexOf(name)
  const records = column < 0 ? [] : readRecords(source)
  if (!Array.isArray(records)) return []
  return records.flatMap(({ record }) => record[column]?.trim() ?? [])
}

export function readTable<T>(source: SourceFile, columns: Columns<T>): CsvTable<T> {
  const file = source.name
  const names = headerOf(source)
  const wrongColumns = [...columns.required, ...columns.optional].flatMap((name) => {
    const count = names.filter((each) => each === name).length
    if (count === 1 || (count === 0 && columns.optional.includes(name))) return []
    const text = count === 0 ? 'the column is missing' : 'the column is duplicated'
    return [{ file, line: 1, column: Math.max(1, names.lastIndexOf(name) + 1), name, text }]
  })
  if (wrongColumns.length > 0) return { rows: [], problems: wrongColumns }
  const records = readRecords(source)
  if (!Array.isArray(records)) return { rows: [], problems: [records] }

  const shownCell = (name: string, cell: string | undefined) =>
    columns.secret?.includes(name) ? '' : `, got "${cell}"`
  const rows: Row<T>[] = []
  const problems: Problem[] = []
  for (const { record, raw, info } of records) {
    const line = info.lines - lineBreaks(raw.trim())
    const place = (name: string, text: string) => ({
      file,
      line,
      column: names.indexOf(name) + 1,
      name,
      text,
    })
    if (record.length !== names.length) {
      const column = Math.min(record.length, names.length) + 1
      const text = `the row has ${record.length} cells, the header ${names.length}`
      problems.push({ file, line, column, name: '', text })
      continue
    }
    const cells = Object.fromEntries(
      names.map((name, index) => [name, record[index]?.trim() ?? '']),
    )
    const parsed = columns.row.safeParse(cells)
    if (parsed.success) rows.push({ value: parsed.data, file, line, problem: place })
    else
      problems.push(
        ...parsed.error.issues.map(({ path: [name], message }) =>
          place(String(name), `${message}${shownCell(String(name), cells[String(name)])}`),
        ),
      )
  }
  return { rows, problems }
}

function readRecords({ name: file, text }: SourceFile) {
  try {
    return parsedRecords.parse(
      parse(text, {
        bom: true,
        info: true,
        raw: true,
        from_line: 2,
        relax_column_count: true,
        skip_empty_lines: true,
        // Spreadsheets write rows of separators below the last one.
        skip_records_with_empty_values: true,
        delimiter: delimiterOf(text),
      }),
    )
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const line = Number(/line (\d+)/.exec(why)?.[1] ?? 1)
    return { file, line, column: 1, name: '', text: `cannot be read as CSV: ${why}` }
  }
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1
}

/** Problems of rows with the key of an earlier row, in any file. Their column is `name`. */
export function findRepeats<T>(
  rows: readonly Row<T>[],
  name: string & keyof T,
  keyOf: (value: T) => string,
): Problem[] {
  const firsts = new Map<string, Row<T>>()
  return rows.flatMap((row) => {
    const key = keyOf(row.value)
    const first = firsts.get(key)
    if (first === undefined) {
      firsts.set(key, row)
      return []
    }
    const where = first.file === row.file ? `line ${first.line}` : `${first.file}:${first.line}`
    return [row.problem(name, `${key} is already in ${where}`)]
  })
}

export function describeProblem({ file, line, column, name, text }: Problem): string {
  return `${file}:${line}:${column} ${name === '' ? '' : `${name}: `}${text}`
}
