import { parse } from 'csv-parse/browser/esm/sync'
import { z } from 'zod'
import { fileProblem, fileProblemText } from '../words/office-texts.ts'
import type { FileProblem, FileProblemArgs, FileProblemCode } from '../words/office-texts.ts'
import type { Columns } from './columns.ts'
import { editScore } from './edit-distance.shared.ts'
import { defaultLocale } from '../words/locales.shared.ts'

export type SourceFile = { readonly name: string; readonly text: string }

export type Row<T> = {
  readonly value: T
  readonly file: string
  readonly line: number
  readonly problem: (name: string, problem: FileProblem) => Problem
}
export type CsvTable<T> = {
  /** The columns of the file, by their known names. */
  readonly names: readonly string[]
  /** The rows without problems of their own cells. */
  readonly rows: readonly Row<T>[]
  /**
   * All rows, with their valid cells. Checks of names and repeats use them, so that one pass finds
   * the problems of all cells.
   */
  readonly goodCells: readonly Row<Partial<T>>[]
  readonly problems: readonly Problem[]
  /** Problems that do not prevent the import. */
  readonly warnings: readonly Problem[]
}

const header = z.array(z.array(z.string())).max(1)
const parsedRecord = z.object({
  record: z.array(z.string()),
  raw: z.string(),
  info: z.object({ lines: z.number() }),
})

/** In locales with a decimal comma, spreadsheets separate cells with semicolons. */
const delimiters = [',', ';', '\t']

/**
 * Decodes a file in UTF-8, or in UTF-16 with a byte order mark, as spreadsheets save it. Returns
 * null for other encodings.
 */
export function decodeFile(bytes: Uint8Array): string | null {
  const mark = `${bytes[0]} ${bytes[1]}`
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return null
  }
}

/** Spreadsheets may write the separator of the cells in a line of its own. */
const separatorLine = /^\uFEFF?"?sep=(.)"?\r?\n/i

/** Each column takes time to compare with the known ones, and again with each other column. */
const mostColumns = 500

/** The parser takes seconds for a line with a million delimiters. */
const longestHeader = 20_000

/** Returns the names of columns in the first line, or none when the line cannot be parsed. */
export function headerOf({ text }: SourceFile): readonly string[] {
  try {
    const options = { to: 1, trim: true, relax_column_count: true, ...csvOptions(text) }
    const [names = []] = header.parse(parse(text.slice(0, longestHeader), options))
    return names.slice(0, mostColumns)
  } catch {
    // `readTable` reports the problem.
    return []
  }
}

function csvOptions(text: string) {
  const [, separator] = separatorLine.exec(text) ?? []
  const line = separator === undefined ? 1 : 2
  return { bom: true, from_line: line, delimiter: separator ?? delimiterOf(text) }
}

/** Returns the delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const countOf = (delimiter: string) => line.split(delimiter).length
  return delimiters.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ','
}

/** The letters and digits of a column's name: `Confirmation code` is `confirmationCode`. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
}

/** Returns the known names of columns, however a person wrote them. */
function knownNames<T>(names: readonly string[], { required, optional }: Columns<T>): string[] {
  const known = new Map([...required, ...optional].map((name) => [plainName(name), name]))
  return names.map((name) => known.get(plainName(name)) ?? name)
}

/**
 * Returns the cells of a column, or none when the column is missing or the file cannot be parsed.
 */
export function columnOf(source: SourceFile, name: string): readonly string[] {
  const column = headerOf(source).findIndex((each) => plainName(each) === plainName(name))
  const records = column < 0 ? [] : readRecords(source)
  if (!Array.isArray(records)) return []
  return records.map(({ record }) => cellOf(record[column]))
}

/** A cell without what spreadsheets add to keep digits: `="8910"` and `'8910`. */
function cellOf(text = ''): string {
  return text
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'(?=[\d+])/, '')
}

/**
 * The first cells of a row with too few or too many cells are probably right. They name the country
 * or operator that other rows reference.
 */
const leadingCells = 2

/**
 * Reading stops after so many problems in a file, because each takes about 0.1 ms of CPU time, and
 * nobody reads more.
 */
export const mostProblems = 1000

/**
 * Reads a CSV file and validates each cell with the schema of its column. Returns the problems of
 * cells with their line and column.
 */
export function readTable<T>(source: SourceFile, columns: Columns<T>): CsvTable<T> {
  const { names, warnings, wrongColumns } = readNames(source, columns)
  const table = { names, rows: [], goodCells: [], warnings }
  const records = readRecords(source)
  if (!Array.isArray(records)) return { ...table, problems: [...wrongColumns, records] }

  const wrongNames = new Set(
    wrongColumns.flatMap(({ name, values }) => [name, `${values['name']}`]),
  )
  const rows: Row<T>[] = []
  const goodCells: Row<Partial<T>>[] = []
  const problems: Problem[] = [...wrongColumns]
  for (const { record, raw, info } of records) {
    const line = info.lines - lineBreaks(raw.trim())
    const place = (name: string, problem: FileProblem) => ({
      ...problemOfFile(source, problem),
      line,
      // An optional column may be missing, or have another name.
      column: Math.max(1, names.indexOf(name) + 1),
      name,
    })
    const cells = Object.fromEntries(names.map((name, index) => [name, cellOf(record[index])]))
    const row = { file: source.name, line, problem: place }
    if (problems.length >= mostProblems) {
      problems.push(place('', fileProblem('not-checked')))
      break
    }
    if (record.length !== names.length) {
      const counts = { cells: record.length, names: names.length }
      const column = Math.min(record.length, names.length) + 1
      problems.push({ ...place('', fileProblem('cell-count', counts)), column })
      const unknown = new Set([...wrongNames, ...names.slice(leadingCells)])
      goodCells.push({ ...row, value: readGoodCells(cells, columns, unknown) })
      continue
    }
    const parsed = readCells(cells, columns, wrongNames)
    goodCells.push({ ...row, value: parsed.goodCells })
    if (parsed.value !== null) rows.push({ ...row, value: parsed.value })
    problems.push(...cellProblems(parsed.issues, cells, columns, place))
  }
  return withoutFollowing({ ...table, rows, goodCells, problems })
}

/** The cells of a repeated column are unclear, so other problems would follow from it. */
function withoutFollowing<T>(table: CsvTable<T>): CsvTable<T> {
  const repeated = table.problems.filter(({ code }) => code === 'column-duplicated')
  return repeated.length > 0 ? { ...table, rows: [], problems: repeated } : table
}

function readNames<T>(source: SourceFile, columns: Columns<T>) {
  const names = knownNames(headerOf(source), columns)
  const unknown = unknownColumnsOf(source, names, columns)
  const misspelt = unknown.filter(({ code }) => code === 'column-misspelt')
  const warnings = unknown.filter((each) => !misspelt.includes(each))
  return { names, warnings, wrongColumns: wrongColumnsOf(source, names, columns, misspelt) }
}

type NamedCells = { readonly [name: string]: string }
type ParsedCells<T> = {
  /** Null if the row has a problem. */
  readonly value: T | null
  readonly goodCells: Partial<T>
  readonly issues: readonly z.core.$ZodIssue[]
}

/** @param wrongNames the names of columns that are missing or occur twice */
function readCells<T>(
  cells: NamedCells,
  columns: Columns<T>,
  wrongNames: ReadonlySet<string>,
): ParsedCells<T> {
  const { success, data, error } = columns.row.safeParse(cells)
  if (success && wrongNames.size === 0) return { value: data, goodCells: data, issues: [] }
  // The problem of a wrong column is reported once.
  const issues = (error?.issues ?? []).filter(({ path }) => !wrongNames.has(String(path[0])))
  return { value: null, goodCells: readGoodCells(cells, columns, wrongNames), issues }
}

function readGoodCells<T>(
  cells: NamedCells,
  { parts }: Columns<T>,
  wrongNames: ReadonlySet<string>,
): Partial<T> {
  const found: Partial<T> = {}
  for (const part of parts) Object.assign(found, part.safeParse(cells).data)
  const good = Object.entries(found).filter(([name]) => !wrongNames.has(name))
  return Object.fromEntries(good) as Partial<T> // some of the same entries
}

/** Maximum edits of a misspelt name. Short names need fewer to become another word. */
const mostEdits = (name: string) => (name.length < 8 ? 1 : 2)

/** Returns each column that the shop does not know, with the column that it may be. */
function unknownColumnsOf<T>(
  source: SourceFile,
  names: readonly string[],
  { required, optional }: Columns<T>,
): Problem[] {
  const known = [...required, ...optional]
  return names.flatMap((name, index) => {
    const scores = known.map((each) => ({ each, edits: editsBetween(name, each) }))
    const [nearest] = scores.toSorted((one, other) => one.edits - other.edits)
    if (name === '' || known.includes(name) || !nearest) return []
    const { each, edits } = nearest
    const isNear = edits <= mostEdits(plainName(each)) && !names.includes(each)
    const problem = fileProblem(isNear ? 'column-misspelt' : 'column-ignored', { name: each })
    return [{ ...problemOfFile(source, problem), column: index + 1, name }]
  })
}

function editsBetween(name: string, known: string): number {
  const [one, other] = [plainName(name), plainName(known)]
  return Math.ceil(editScore(one, other, Math.max(one.length, other.length)) / 2)
}

/** Returns problems of missing, misspelt and repeated columns. */
function wrongColumnsOf<T>(
  source: SourceFile,
  names: readonly string[],
  { required, optional }: Columns<T>,
  misspelt: readonly Problem[],
): Problem[] {
  return [...required, ...optional].flatMap((name) => {
    const count = names.filter((each) => each === name).length
    const near = misspelt.find(({ values }) => values['name'] === name)
    if (near) return [near]
    if (count === 1 || (count === 0 && optional.includes(name))) return []
    const problem = fileProblem(count === 0 ? 'column-missing' : 'column-duplicated')
    const column = Math.max(1, names.lastIndexOf(name) + 1)
    return [{ ...problemOfFile(source, problem), column, name }]
  })
}

function cellProblems<T>(
  issues: readonly z.core.$ZodIssue[],
  cells: NamedCells,
  { secret = [] }: Columns<T>,
  place: (name: string, problem: FileProblem) => Problem,
): Problem[] {
  return issues.map(({ path, message }) => {
    const name = String(path[0])
    const cell = secret.includes(name) ? null : (cells[name] ?? null)
    return { ...place(name, readCellProblem(message)), cell }
  })
}

type ParsedRecord = z.output<typeof parsedRecord>

function readRecords(source: SourceFile): ParsedRecord[] | Problem {
  const records: ParsedRecord[] = []
  let wrongLengths = 0
  const add = (parsed: unknown) => {
    const row = parsedRecord.parse(parsed)
    records.push(row)
    // The parser creates an error for each such row, which takes 0.2 ms of CPU time.
    if (row.record.length !== records[0]?.record.length) wrongLengths += 1
    if (wrongLengths > mostProblems) throw new EnoughProblems()
    return null
  }
  try {
    checkHeader(source)
    // `="8910"` is no CSV, because its quote is not at the start of the cell.
    parse(source.text.replaceAll(/(^|[,;\t])="([^"\r\n]*)"(?=[,;\t\r\n]|$)/gm, '$1$2'), {
      ...csvOptions(source.text),
      info: true,
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // Spreadsheets write rows of delimiters below the last row.
      skip_records_with_empty_values: true,
      on_record: add,
    })
  } catch (error) {
    if (error instanceof EnoughProblems) return records.slice(1)
    const why = error instanceof Error ? error.message : String(error)
    const line = Number(/line (\d+)/.exec(why)?.[1] ?? 1)
    return { ...problemOfFile(source, fileProblem('no-csv', { why })), line }
  }
  return records.slice(1)
}

class EnoughProblems extends Error {}

/** Delimiters in quotes count too. */
function checkHeader({ text }: SourceFile): void {
  const { delimiter } = csvOptions(text)
  const [line = ''] = text.split('\n', 1)
  const columns = line.split(delimiter).length
  if (columns > 20 * mostColumns) throw new Error(`The first line has ${columns} columns.`)
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1
}

/**
 * Returns problems in the column `name` of rows whose key repeats an earlier row of any file. The
 * key is null if its cells are invalid.
 */
export function findRepeats<T>(
  rows: readonly Row<Partial<T>>[],
  name: string,
  keyOf: (value: Partial<T>) => string | null,
  repeatOf: typeof namedRepeat = namedRepeat,
): Problem[] {
  const firsts = new Map<string, Row<Partial<T>>>()
  return rows.flatMap((row) => {
    const key = keyOf(row.value)
    if (key === null) return []
    const first = firsts.get(key)
    if (first !== undefined) return [row.problem(name, repeatOf(first, row, key))]
    firsts.set(key, row)
    return []
  })
}

type RowAddress = Pick<Row<unknown>, 'file' | 'line'>

function namedRepeat(first: RowAddress, { file }: RowAddress, name: string): FileProblem {
  return first.file === file
    ? fileProblem('repeated-in-file', { name, line: String(first.line) })
    : fileProblem('repeated-in-files', { name, place: `${first.file}:${first.line}` })
}

/** A problem in a file. Lines and columns count from 1. */
export type Problem = FileProblem & {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The column's name. Empty when the problem concerns no column. */
  readonly name: string
  /** The content of the cell. Null when the message does not quote it, or it is secret. */
  readonly cell: string | null
}

/** Returns a problem of a whole file, at its first character. */
export function problemOfFile({ name: file }: { readonly name: string }, problem: FileProblem) {
  return { ...problem, file, line: 1, column: 1, name: '', cell: null }
}

/** Sorts problems by file, in the order of the files, then by line and column. */
export function sortProblems(
  problems: readonly Problem[],
  files: readonly { readonly name: string }[],
): Problem[] {
  const names = files.map(({ name }) => name)
  return problems.toSorted(
    (one, other) =>
      names.indexOf(one.file) - names.indexOf(other.file) ||
      one.line - other.line ||
      one.column - other.column,
  )
}

/** Formats a problem for a command: `plans.csv:17:11 priceUSD: must be more than 0, got "0"`. */
export function describeProblem(problem: Problem): string {
  const { file, line, column, name, cell } = problem
  const { sentence } = fileProblemText(defaultLocale, problem)
  const got = cell === null ? '' : `, got "${cell}"`
  return `${file}:${line}:${column} ${name === '' ? '' : `${name}: `}${sentence}${got}`
}

/** Returns a cell's problem as a zod message. It is JSON, because zod messages are strings. */
export function cellProblem<Code extends FileProblemCode>(
  code: Code,
  ...args: FileProblemArgs<Code>
): string {
  return JSON.stringify(fileProblem(code, ...args))
}

function readCellProblem(message: string): FileProblem {
  return JSON.parse(message) as FileProblem // `cellProblem` writes every message of a cell.
}
