import type { D1Database } from '@cloudflare/workers-types'

type Row = { readonly [column: string]: unknown }
type Answer<R extends Row> = { readonly results: readonly R[] }

/** A database other than D1, and its form of a statement with parameters. */
type OtherDatabase<Value, Statement, R extends Row> = {
  readonly statement: (sql: string, params: readonly Value[]) => Statement
  readonly run: (statement: Statement) => Promise<Answer<R>>
  /** Runs the statements in one transaction. */
  readonly batch: (statements: readonly Statement[]) => Promise<readonly Answer<R>[]>
}

/** Returns a D1Database with the methods that the backend uses, over another database. */
export function adaptToD1<Value, Statement, R extends Row>(
  other: OtherDatabase<Value, Statement, R>,
): D1Database {
  function prepare(sql: string, params: readonly Value[]) {
    // A statement may get its parameters after it is prepared.
    const statement = () => other.statement(sql, params)
    const all = async () => other.run(statement())
    return {
      statement,
      bind: (...values: Value[]) => prepare(sql, values),
      all,
      run: all,
      first: async (column?: string) => {
        const row = (await all()).results[0] ?? null
        return row && column !== undefined ? row[column] : row
      },
    }
  }

  const database = {
    prepare: (sql: string) => prepare(sql, []),
    batch: async (prepared: readonly ReturnType<typeof prepare>[]) =>
      other.batch(prepared.map(({ statement }) => statement())),
    withSession: () => database,
  }
  // The types of D1 have more methods.
  return database as unknown as D1Database
}
