import { parse } from 'csv-parse/sync'
import { z } from 'zod'

/** What is wrong in a file: `plans.csv:17:11 priceUSD: …`; line and column count from 1. */
export type Problem = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly name: string
  readonly text: string
}

export type Row<T> = { readonly line: number; readonly value: T }
export type Table<T> = { readonly rows: readonly Row<T>[]; readonly problems: readonly Problem[] }

const parsedRecords = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }),
)

/** The names in the first line, which tell what a file is. */
export function headerOf(text: string): readonly string[] {
  const end = text.indexOf('\n')
  const first = end === -1 ? text : text.slice(0, end)
  return first
    .replace(/^\uFEFF/, '')
    .split(',')
    .map((name) => name.trim())
}

/** Every row of a CSV file checked by a schema of its cells; all that is wrong is told, not the first alone. */
export function readTable<T extends z.ZodObject>(
  file: string,
  text: string,
  schema: T,
): Table<z.output<T>> {
  const header = headerOf(text)
  const missing = Object.keys(schema.shape).filter((name) => !header.includes(name))
  if (missing.length > 0)
    return {
      rows: [],
      problems: missing.map((name) => problem(file, 1, 1, name, 'the column is missing')),
    }
  const records = readRecords(file, text)
  if (!Array.isArray(records)) return { rows: [], problems: [records] }

  const rows: Row<z.output<T>>[] = []
  const problems: Problem[] = []
  for (const { record, info } of records) {
    if (record.length !== header.length) {
      const why = `the row has ${record.length} cells, the header ${header.length}`
      problems.push(problem(file, info.lines, Math.min(record.length, header.length) + 1, '', why))
      continue
    }
    const cells = Object.fromEntries(
      header.map((name, index) => [name, record[index]?.trim() ?? '']),
    )
    const parsed = schema.safeParse(cells)
    if (parsed.success) rows.push({ line: info.lines, value: parsed.data })
    else
      problems.push(
        ...parsed.error.issues.map((issue) => cellProblem(file, info.lines, header, issue)),
      )
  }
  return { rows, problems }
}

function readRecords(file: string, text: string) {
  try {
    return parsedRecords.parse(
      parse(text, {
        bom: true,
        info: true,
        from_line: 2,
        relax_column_count: true,
        skip_empty_lines: true,
      }),
    )
  } catch (error) {
    const line = /line (\d+)/.exec(String(error))?.[1]
    return problem(
      file,
      Number(line ?? 1),
      1,
      '',
      `cannot be read as CSV: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function cellProblem(
  file: string,
  line: number,
  header: readonly string[],
  issue: z.core.$ZodIssue,
): Problem {
  const name = String(issue.path[0] ?? '')
  return problem(file, line, header.indexOf(name) + 1, name, issue.message)
}

/** Rows that repeat what must be there once. */
export function findRepeats<T>(
  file: string,
  rows: readonly Row<T>[],
  name: string,
  column: number,
  keyOf: (value: T) => string,
): Problem[] {
  const firstLines = new Map<string, number>()
  return rows.flatMap(({ line, value }) => {
    const key = keyOf(value)
    const first = firstLines.get(key)
    if (first === undefined) firstLines.set(key, line)
    return first === undefined
      ? []
      : [problem(file, line, column, name, `${key} stands in line ${first} already`)]
  })
}

export function problem(
  file: string,
  line: number,
  column: number,
  name: string,
  text: string,
): Problem {
  return { file, line, column, name, text }
}

export function describeProblem({ file, line, column, name, text }: Problem): string {
  return `${file}:${line}:${column} ${name === '' ? '' : `${name}: `}${text}`
}
