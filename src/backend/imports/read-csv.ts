import { parse } from 'csv-parse/browser/esm/sync'
import { z } from 'zod'
import { fileProblem } from '../../locale/file-problem-texts.ts'
import type { FileProblem } from '../../locale/file-problem-texts.ts'
import { readCellProblem } from './cell-problem.ts'
import type { Columns } from './cells.ts'
import { problemOfFile } from './csv-problem.ts'
import type { Problem } from './csv-problem.ts'

export type SourceFile = { readonly name: string; readonly text: string }

export type Row<T> = {
  readonly value: T
  readonly file: string
  readonly line: number
  readonly problem: (name: string & keyof T, problem: FileProblem) => Problem
}
export type CsvTable<T> = {
  readonly rows: readonly Row<T>[]
  readonly problems: readonly Problem[]
}

const header = z.array(z.array(z.string())).max(1)
const parsedRecords = z.array(
  z.object({ record: z.array(z.string()), raw: z.string(), info: z.object({ lines: z.number() }) }),
)

/** In locales with a decimal comma, spreadsheets separate cells with semicolons. */
const delimiters = [',', ';', '\t']

/** Returns the column names in the first line, or none when the line cannot be parsed. */
export function headerOf({ text }: SourceFile): readonly string[] {
  try {
    const delimiter = delimiterOf(text)
    const options = { bom: true, to: 1, trim: true, relax_column_count: true, delimiter }
    return header.parse(parse(text, options))[0] ?? []
  } catch {
    // `readTable` reports the problem.
    return []
  }
}

/** Returns the delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const countOf = (delimiter: string) => line.split(delimiter).length
  return delimiters.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ','
}

/**
 * Returns the cells of a column, or none when the column is missing or the file cannot be parsed.
 */
export function columnOf(source: SourceFile, name: string): readonly string[] {
  const column = headerOf(source).indexOf(name)
  const records = column < 0 ? [] : readRecords(source)
  if (!Array.isArray(records)) return []
  return records.flatMap(({ record }) => record[column]?.trim() ?? [])
}

export function readTable<T>(source: SourceFile, columns: Columns<T>): CsvTable<T> {
  const names = headerOf(source)
  const wrongColumns = wrongColumnsOf(source, names, columns)
  if (wrongColumns.length > 0) return { rows: [], problems: wrongColumns }
  const records = readRecords(source)
  if (!Array.isArray(records)) return { rows: [], problems: [records] }

  const rows: Row<T>[] = []
  const problems: Problem[] = []
  for (const { record, raw, info } of records) {
    const line = info.lines - lineBreaks(raw.trim())
    const place = (name: string, problem: FileProblem) => ({
      ...problemOfFile(source, problem),
      line,
      column: names.indexOf(name) + 1,
      name,
    })
    if (record.length !== names.length) {
      const counts = { cells: record.length, names: names.length }
      const column = Math.min(record.length, names.length) + 1
      problems.push({ ...place('', fileProblem('cell-count', counts)), column })
      continue
    }
    const cells = Object.fromEntries(
      names.map((name, index) => [name, record[index]?.trim() ?? '']),
    )
    const parsed = columns.row.safeParse(cells)
    if (parsed.success) rows.push({ value: parsed.data, file: source.name, line, problem: place })
    else problems.push(...cellProblems(parsed.error, cells, columns, place))
  }
  return { rows, problems }
}

/** Returns problems of missing and repeated columns. */
function wrongColumnsOf<T>(
  source: SourceFile,
  names: readonly string[],
  { required, optional }: Columns<T>,
): Problem[] {
  return [...required, ...optional].flatMap((name) => {
    const count = names.filter((each) => each === name).length
    if (count === 1 || (count === 0 && optional.includes(name))) return []
    const problem = fileProblem(count === 0 ? 'column-missing' : 'column-duplicated')
    const column = Math.max(1, names.lastIndexOf(name) + 1)
    return [{ ...problemOfFile(source, problem), column, name }]
  })
}

function cellProblems<T>(
  { issues }: z.ZodError,
  cells: { readonly [name: string]: string },
  { secret = [] }: Columns<T>,
  place: (name: string, problem: FileProblem) => Problem,
): Problem[] {
  return issues.map(({ path, message }) => {
    const name = String(path[0])
    const cell = secret.includes(name) ? null : (cells[name] ?? null)
    return { ...place(name, readCellProblem(message)), cell }
  })
}

function readRecords(source: SourceFile) {
  try {
    return parsedRecords.parse(
      parse(source.text, {
        bom: true,
        info: true,
        raw: true,
        from_line: 2,
        relax_column_count: true,
        skip_empty_lines: true,
        // Spreadsheets write rows of delimiters below the last row.
        skip_records_with_empty_values: true,
        delimiter: delimiterOf(source.text),
      }),
    )
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const line = Number(/line (\d+)/.exec(why)?.[1] ?? 1)
    return { ...problemOfFile(source, fileProblem('no-csv', { why })), line }
  }
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1
}

/** Returns problems in the column `name` of rows whose key repeats an earlier row of any file. */
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
    const repeat =
      first.file === row.file
        ? fileProblem('repeated-in-file', { name: key, line: String(first.line) })
        : fileProblem('repeated-in-files', { name: key, place: `${first.file}:${first.line}` })
    return [row.problem(name, repeat)]
  })
}
