import { z } from 'zod'

/** A database that runs SQL without parameters: D1 in a worker, or D1 in an operator's command. */
export type SqlStore = {
  readonly query: <T extends z.ZodType>(sql: string, row: T) => Promise<z.output<T>[]>
  /** Runs all statements in one transaction. */
  readonly execute: (statements: readonly string[]) => Promise<void>
}

export function d1Store(db: Pick<D1Database, 'prepare' | 'batch'>): SqlStore {
  return {
    query: async (sql, row) => z.array(row).parse((await db.prepare(sql).all()).results),
    execute: async (statements) => {
      if (statements.length > 0)
        await db.batch(statements.map((statement) => db.prepare(statement)))
    },
  }
}
