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
