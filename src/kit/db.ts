import { z } from 'zod'
import type { CatalogueDatabase } from '../context.ts'
import { prepare, raw, sql, type Sql } from './sql.ts'

/** Characters of JSON in one parameter. D1 allows 2 MB. */
const maxJson = 600_000

/** Prepares a statement about rows for each part of them that fits into a parameter as JSON. */
export function prepareRows(
  db: Pick<D1Database, 'prepare'>,
  rows: readonly unknown[],
  write: (json: string) => Sql,
): D1PreparedStatement[] {
  const parts: string[][] = []
  let size = Infinity
  for (const text of rows.map((row) => JSON.stringify(row))) {
    if (size + text.length > maxJson) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(text)
    size += text.length + 1
  }
  return parts.map((texts) => prepare(db)`${write(`[${texts.join(',')}]`)}`)
}

type InsertedRow = { readonly [column: string]: string | number | boolean | null }

/** Prepares inserts of rows with the same columns. `conflict` is an SQL clause. */
export function insertRows(
  db: Pick<D1Database, 'prepare'>,
  table: string,
  rows: readonly InsertedRow[],
  conflict = '',
): D1PreparedStatement[] {
  const columns = Object.keys(rows[0] ?? {})
  const values = columns.map((column) => `value ->> '${column}'`)
  return prepareRows(
    db,
    rows,
    (json) => sql`INSERT INTO ${raw(table)} (${raw(columns.join(', '))})
      SELECT ${raw(values.join(', '))} FROM json_each(${json}) WHERE true ${raw(conflict)}`,
  )
}

/** SQL: `ON CONFLICT (key) DO UPDATE SET …` for every other column. */
export function replaceOn(key: readonly string[], columns: readonly string[]): string {
  const rest = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  if (rest.length === 0) return 'ON CONFLICT DO NOTHING'
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${rest.join(', ')}`
}

/** A JSON column with its table, such as `plans.prices`. A computed column has its main table. */
type ColumnName = `${string}.${string}`

/** Parses a JSON column. Throws an error that names the column when its value is invalid. */
export function readJsonColumn<T>(column: ColumnName, schema: z.ZodType<T>, text: string): T {
  const { data, error } = schema.safeParse(parseJson(text))
  if (error) throw new Error(`Invalid value of ${column}: ${z.prettifyError(error)}`)
  return data
}

/** Parses a JSON column of optional details. Returns the fallback for an invalid value. */
export function storedJson<T>(schema: z.ZodType<T>, text: string, fallback: T): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return fallback
  }
}

/** Returns null for text that is not JSON. Validate the result with a schema. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The values of `state` that are JSON. The version of the content and the order of questions are not. */
type StateName =
  | 'archive'
  | 'charge-search'
  | 'delivery-counts'
  | 'last-round'
  | 'stock-check'
  | 'vat-rates'

/** Returns a value that the shop remembers, or null if it has none. */
export async function readState<T>(
  db: Pick<CatalogueDatabase, 'prepare'>,
  name: StateName,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const text = await readStateText(db, name)
  return text === null ? null : readJsonColumn('state.value', schema, text)
}

/** Returns the JSON of a value. */
export async function readStateText(db: Pick<CatalogueDatabase, 'prepare'>, name: StateName) {
  const select = prepare(db)`SELECT value FROM state WHERE name = ${name}`
  return (await select.first<{ value: string }>())?.value ?? null
}

export function storeState(db: D1Database, name: StateName, value: unknown): D1PreparedStatement {
  const text = JSON.stringify(value)
  return prepare(db)`INSERT INTO state (name, value) VALUES (${name}, ${text})
    ON CONFLICT (name) DO UPDATE SET value = ${text}`
}
