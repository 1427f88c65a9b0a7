import type { CatalogueDatabase, CatalogueQuery } from '../context.ts'

type Value = string | number | null

/** SQL with the values of its parameters. */
export class Sql {
  readonly text: string
  readonly values: readonly Value[]

  constructor(text: string, values: readonly Value[] = []) {
    this.text = text
    this.values = values
  }
}

declare const rowType: unique symbol
type RowType<Row> = { readonly [rowType]?: Row }

/** A statement with the type of its rows. The type exists only at compile time. */
export type Query<Row> = CatalogueQuery & RowType<Row>

/** A value, or a part of SQL with its own values. A time becomes ISO 8601 text. */
type SqlPart = Value | Date | Sql

type SqlTag<Result> = (texts: TemplateStringsArray, ...parts: readonly SqlPart[]) => Result

/** Returns a part of statements. Values become parameters, and other parts stay SQL. */
export const sql: SqlTag<Sql> = (texts, ...parts) => {
  let [text = ''] = texts
  const values: Value[] = []
  for (const [index, part] of parts.entries()) {
    if (part instanceof Sql) values.push(...part.values)
    else values.push(part instanceof Date ? part.toISOString() : part)
    text += (part instanceof Sql ? part.text : '?') + texts[index + 1]
  }
  return new Sql(text, values)
}

function valuesOf(parts: readonly Sql[]): Value[] {
  return parts.flatMap((part) => part.values)
}

/** Returns SQL without values. Its text must not come from a visitor. */
export function raw(text: string | number): Sql {
  if (String(text).includes('?')) throw new Error(`Write values into the template, not ${text}`)
  return new Sql(String(text))
}

/** Joins parts of SQL, such as the conditions of a query. */
export function join(parts: readonly Sql[], separator: string): Sql {
  return new Sql(parts.map((part) => part.text).join(separator), valuesOf(parts))
}

type WritableDatabase = Pick<D1Database, 'prepare'>
type ReadableDatabase = Pick<CatalogueDatabase, 'prepare'>

/** Prepares a statement: ``prepare(db)`DELETE FROM sessions WHERE id = ${id}` ``. */
export function prepare<Row = unknown>(
  db: WritableDatabase,
): SqlTag<D1PreparedStatement & RowType<Row>>
export function prepare<Row = unknown>(db: ReadableDatabase): SqlTag<Query<Row>>
export function prepare<Row = unknown>(db: ReadableDatabase): SqlTag<Query<Row>> {
  return (...template) => {
    const { text, values } = sql(...template)
    return db.prepare(text).bind(...values)
  }
}

/** Reads all rows of a query. */
export function readRows<Row>(db: ReadableDatabase): SqlTag<Promise<Row[]>> {
  return async (...template) => (await prepare(db)(...template).all<Row>()).results
}

/** Reads the first row of a query, or null. */
export function readRow<Row>(db: ReadableDatabase): SqlTag<Promise<Row | null>> {
  return async (...template) => prepare(db)(...template).first<Row>()
}

type Results<Queries extends readonly CatalogueQuery[]> = {
  [Index in keyof Queries]: Queries[Index] extends Query<infer Row> ? D1Result<Row> : never
}

/** Runs statements in one transaction and returns their results, each with its own row type. */
export async function runBatch<const Queries extends readonly CatalogueQuery[]>(
  db: Pick<CatalogueDatabase, 'batch'>,
  queries: Queries,
): Promise<Results<Queries>> {
  // D1 returns one result per statement, in order. The type of `batch` has one row type for all.
  return (await db.batch(queries)) as Results<Queries>
}
