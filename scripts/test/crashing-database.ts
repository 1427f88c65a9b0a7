import type { D1Database } from '@cloudflare/workers-types'
import { readFileSync, readdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'

const migrations = 'src/backend/migrations'

/** Thrown in place of a database call, as if the worker had stopped there. */
export class WorkerStop extends Error {}

/** The calls that a worker may make before it stops, and whether the last one takes effect. */
export type StopPlan = { readonly calls: number; readonly takesEffect: boolean }

/** The shop's tables in memory. `run` discards what it did at its end. */
export function openShopFile() {
  const file = new DatabaseSync(':memory:')
  for (const name of readdirSync(migrations).toSorted())
    file.exec(readFileSync(`${migrations}/${name}`, 'utf8'))
  return {
    exec: (sql: string) => file.exec(sql),
    rows: (sql: string) => file.prepare(sql).all(),
    connect: (stop: StopPlan | null) => connect(file, stop),
    async discarding<T>(work: () => Promise<T>): Promise<T> {
      file.exec('BEGIN')
      try {
        return await work()
      } finally {
        file.exec('ROLLBACK')
      }
    },
  }
}

const prepared = new WeakMap<DatabaseSync, Map<string, ReturnType<DatabaseSync['prepare']>>>()

/** A connection of one worker, as much of D1 as the ledger uses. */
function connect(file: DatabaseSync, stop: StopPlan | null): D1Database {
  let calls = 0
  const statements = prepared.get(file) ?? new Map<string, ReturnType<DatabaseSync['prepare']>>()
  prepared.set(file, statements)

  /** Lets other workers run first, as a network does, and stops where the plan says. */
  async function call<T>(work: () => T): Promise<T> {
    await Promise.resolve()
    calls += 1
    const isLast = stop !== null && calls >= stop.calls
    if (isLast && !stop.takesEffect) throw new WorkerStop()
    const result = work()
    if (isLast) throw new WorkerStop()
    return result
  }

  function run(sql: string, params: readonly SQLInputValue[]) {
    const statement = statements.get(sql) ?? file.prepare(sql)
    statements.set(sql, statement)
    return statement.all(...params)
  }

  function statementOf(sql: string, params: readonly SQLInputValue[]) {
    return {
      runNow: () => run(sql, params),
      bind: (...values: SQLInputValue[]) => statementOf(sql, values),
      all: async () => call(() => ({ results: run(sql, params) })),
      run: async () => call(() => ({ results: run(sql, params) })),
      first: async (column?: string) =>
        call(() => {
          const row = run(sql, params)[0] ?? null
          return row && column !== undefined ? row[column] : row
        }),
    }
  }

  const database = {
    prepare: (sql: string) => statementOf(sql, []),
    batch: async (batch: readonly ReturnType<typeof statementOf>[]) =>
      call(() => {
        file.exec('SAVEPOINT batch')
        try {
          const answers = batch.map((statement) => ({ results: statement.runNow() }))
          file.exec('RELEASE batch')
          return answers
        } catch (error) {
          file.exec('ROLLBACK TO batch; RELEASE batch')
          throw error
        }
      }),
  }
  return database as unknown as D1Database // the calls above are all that the ledger makes
}
