import { z } from 'zod'
import type { CatalogueDatabase, CatalogueQuery } from '../context.ts'

declare const rowType: unique symbol

/** A statement with the type of its rows. The type exists only at compile time. */
export type Query<Row> = CatalogueQuery & { readonly [rowType]?: Row }

type Results<Queries extends readonly CatalogueQuery[]> = {
  [Index in keyof Queries]: Queries[Index] extends Query<infer Row> ? D1Result<Row> : never
}

/** Prepares a query for `runBatch`, with the type that its rows have. */
export function prepareQuery<Row>(
  db: Pick<CatalogueDatabase, 'prepare'>,
  sql: string,
  ...values: readonly unknown[]
): Query<Row> {
  return db.prepare(sql).bind(...values)
}

/** Runs statements in one transaction and returns their results, each with its own row type. */
export async function runBatch<const Queries extends readonly CatalogueQuery[]>(
  db: Pick<CatalogueDatabase, 'batch'>,
  queries: Queries,
): Promise<Results<Queries>> {
  // D1 returns one result per statement, in order. The type of `batch` has one row type for all.
  return (await db.batch(queries)) as Results<Queries>
}

/** Characters of JSON in one parameter. D1 allows 2 MB. */
const maxJson = 600_000

/**
 * Prepares a statement that reads rows with `json_each(?1)`, once for each part of the rows that
 * fits into a parameter. Prepares none without rows.
 */
export function prepareRows(
  db: Pick<D1Database, 'prepare'>,
  sql: string,
  rows: readonly unknown[],
  ...values: readonly unknown[]
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
  return parts.map((texts) => db.prepare(sql).bind(`[${texts.join(',')}]`, ...values))
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
  const sql = `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM json_each(?1) WHERE true ${conflict}`
  return prepareRows(db, sql, rows)
}

/** SQL: `ON CONFLICT (key) DO UPDATE SET …` for every other column. */
export function replaceOn(key: readonly string[], columns: readonly string[]): string {
  const rest = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  if (rest.length === 0) return 'ON CONFLICT DO NOTHING'
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${rest.join(', ')}`
}

/** A JSON column with its table, such as `tariffs.prices`. A computed column has its main table. */
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

/** The values of `state`, except the version of the content. */
type StateName = 'charge-search' | 'delivery-counts' | 'last-round' | 'stock-check'

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
export async function readStateText(
  db: Pick<CatalogueDatabase, 'prepare'>,
  name: StateName,
): Promise<string | null> {
  const select = db.prepare('SELECT value FROM state WHERE name = ?').bind(name)
  return (await select.first<{ value: string }>())?.value ?? null
}

export function storeState(db: D1Database, name: StateName, value: unknown): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO state (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = ?2`,
    )
    .bind(name, JSON.stringify(value))
}
