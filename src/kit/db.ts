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
