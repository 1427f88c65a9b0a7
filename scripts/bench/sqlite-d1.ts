import type { D1Database } from '@cloudflare/workers-types'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** One run of a statement. */
export type Run = {
  readonly sql: string
  readonly params: readonly SQLInputValue[]
  readonly ms: number
}

/**
 * A SQLite file as the D1Database that the backend is given, telling every statement it runs. The same engine without the network and
 * the processes around it, so what is measured is the queries.
 */
export function d1Over(file: DatabaseSync, onRun: (run: Run) => void): D1Database {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const rowsOf = (sql: string, params: readonly SQLInputValue[]) => {
    const statement = prepared.get(sql) ?? file.prepare(sql)
    prepared.set(sql, statement)
    const start = performance.now()
    const results = statement.all(...params)
    onRun({ sql, params, ms: performance.now() - start })
    return results
  }
  const statementOf = (sql: string, params: readonly SQLInputValue[]) => ({
    bind: (...values: SQLInputValue[]) => statementOf(sql, values),
    all: async () => ({ results: rowsOf(sql, params) }),
    run: async () => ({ results: rowsOf(sql, params) }),
    first: async () => rowsOf(sql, params)[0] ?? null,
  })
  type Statement = ReturnType<typeof statementOf>
  const database = {
    prepare: (sql: string) => statementOf(sql, []),
    batch: async (statements: readonly Statement[]) => {
      file.exec('BEGIN')
      const answers = []
      for (const statement of statements) answers.push(await statement.all())
      file.exec('COMMIT')
      return answers
    },
  }
  // As much of D1 as the backend uses.
  return database as unknown as D1Database
}
