import type { D1Database } from '@cloudflare/workers-types'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

export type Run = {
  readonly sql: string
  readonly params: readonly SQLInputValue[]
  readonly ms: number
}

/**
 * A D1Database over a SQLite file: the same engine without network and processes, so that only the
 * queries are measured. Calls `onRun` for each statement.
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
    withSession: () => database,
  }
  // The backend uses only these methods.
  return database as unknown as D1Database
}
