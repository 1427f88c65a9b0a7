import type { D1Database } from '@cloudflare/workers-types'
import type { DatabaseSync } from 'node:sqlite'
import { adaptToD1 } from '../database/adapt-to-d1.ts'
import type { StatementAnswer, Parameter } from '../database/adapt-to-d1.ts'

export type Run = {
  readonly sql: string
  readonly params: readonly Parameter[]
  readonly ms: number
}

type Hooks = {
  /**
   * Runs each call: a statement, or a batch, which is one transaction. The default runs it
   * immediately.
   */
  readonly call?: <T>(work: () => T) => Promise<T>
  readonly onRun?: (run: Run) => void
}

type Statements = Map<string, ReturnType<DatabaseSync['prepare']>>

/** Prepared statements by file, because tests connect to one file thousands of times. */
const prepared = new WeakMap<DatabaseSync, Statements>()

/**
 * Returns a D1Database over a SQLite file: the same engine without network and processes. As in D1,
 * a batch that fails changes nothing.
 */
export function openD1(
  file: DatabaseSync,
  { call = async (work) => work(), onRun }: Hooks = {},
): D1Database {
  const run = createStatementRunner(file, onRun)
  type Statement = () => StatementAnswer

  function runAll(statements: readonly Statement[]) {
    file.exec('SAVEPOINT batch')
    try {
      const answers = statements.map((statement) => statement())
      file.exec('RELEASE batch')
      return answers
    } catch (error) {
      file.exec('ROLLBACK TO batch; RELEASE batch')
      throw error
    }
  }

  return adaptToD1({
    statement:
      (sql, params): Statement =>
      () =>
        run(sql, params),
    run: async (statement) => call(statement),
    batch: async (statements) => call(() => runAll(statements)),
  })
}

/** Returns a function that runs an SQLite statement and returns its answer. */
function createStatementRunner(file: DatabaseSync, onRun: Hooks['onRun']) {
  const statements: Statements = prepared.get(file) ?? new Map()
  prepared.set(file, statements)
  return (sql: string, params: readonly Parameter[]): StatementAnswer => {
    const statement = statements.get(sql) ?? file.prepare(sql)
    statements.set(sql, statement)
    const start = performance.now()
    const answer =
      statement.columns().length === 0
        ? { rows: [], changes: Number(statement.run(...params).changes) }
        : { rows: statement.all(...params), changes: 0 }
    onRun?.({ sql, params, ms: performance.now() - start })
    return answer
  }
}
