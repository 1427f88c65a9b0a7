import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { DatabaseSync } from 'node:sqlite'
import { createTables } from '../database/migrations.ts'

/** Creates an empty shop in memory. Returns it as SQLite and as the database of a command. */
export function newCommandDatabase() {
  const shop = openEmptyShop()
  return { shop, db: openD1(shop) }
}

/** Opens the tables of a shop in memory. */
export function openEmptyShop(): DatabaseSync {
  const shop = new DatabaseSync(':memory:')
  createTables(shop)
  return shop
}

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

type SqlStatement = ReturnType<DatabaseSync['prepare']>
type SqlRows = ReturnType<SqlStatement['all']>
type Statements = Map<string, { readonly statement: SqlStatement; readonly hasRows: boolean }>

/** Prepared statements by file, because tests connect to one file thousands of times. */
const prepared = new WeakMap<DatabaseSync, Statements>()

/**
 * Returns a D1Database over a SQLite file: the same engine without network and processes. As in D1,
 * a batch that fails changes nothing.
 */
export function openD1(file: DatabaseSync, { call = async (work) => work(), onRun }: Hooks = {}) {
  const run = createStatementRunner(file, onRun)
  const [begin, end] = [file.prepare('SAVEPOINT batch'), file.prepare('RELEASE batch')]
  type Statement = () => StatementAnswer

  function runAll(statements: readonly Statement[]) {
    begin.run()
    try {
      const answers = statements.map((statement) => statement())
      end.run()
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

/** Returns a function that runs an SQLite statement, which it prepares once, and returns its answer. */
export function createStatementRunner(file: DatabaseSync, onRun?: Hooks['onRun']) {
  const statements: Statements = prepared.get(file) ?? new Map()
  prepared.set(file, statements)
  return (sql: string, params: readonly Parameter[]) => {
    const { statement, hasRows } = statements.get(sql) ?? prepare(sql)
    const start = onRun ? performance.now() : 0
    const answer: { readonly rows: SqlRows; readonly changes: number } = hasRows
      ? { rows: statement.all(...params), changes: 0 }
      : { rows: [], changes: Number(statement.run(...params).changes) }
    onRun?.({ sql, params, ms: performance.now() - start })
    return answer
  }

  function prepare(sql: string) {
    const statement = file.prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0 }
    statements.set(sql, prepared)
    return prepared
  }
}

type Row = { readonly [column: string]: unknown }
export type Parameter = string | number | null
/** The rows of a statement, and the number of rows that it inserted, updated or deleted. */
export type StatementAnswer = { readonly rows: readonly Row[]; readonly changes: number }

/** A database other than D1, and its form of a statement with parameters. */
type OtherDatabase<Statement> = {
  readonly statement: (sql: string, params: readonly Parameter[]) => Statement
  readonly run: (statement: Statement) => Promise<StatementAnswer>
  /** Runs the statements in one transaction. */
  readonly batch: (statements: readonly Statement[]) => Promise<readonly StatementAnswer[]>
}

/** Returns a D1Database with the methods that the backend uses, over another database. */
export function adaptToD1<Statement>(other: OtherDatabase<Statement>): D1Database {
  class Prepared implements D1PreparedStatement {
    readonly #sql: string
    readonly #params: readonly Parameter[]

    constructor(sql: string, params: readonly Parameter[]) {
      this.#sql = sql
      this.#params = params
    }

    /** A statement may get its parameters after it is prepared. */
    toStatement(): Statement {
      return other.statement(this.#sql, this.#params)
    }

    bind(...values: unknown[]): D1PreparedStatement {
      return new Prepared(this.#sql, values.map(parameterOf))
    }

    async all<T>(): Promise<D1Result<T>> {
      return resultOf<T>(await other.run(this.toStatement()))
    }

    async run<T>(): Promise<D1Result<T>> {
      return this.all<T>()
    }

    async first<T>(column?: string): Promise<T | null> {
      const [row = null] = (await other.run(this.toStatement())).rows
      // The caller states the type, as in D1.
      return (column === undefined ? row : (row?.[column] ?? null)) as T | null
    }

    readonly raw = refuse
  }

  async function batch<T>(prepared: D1PreparedStatement[]): Promise<D1Result<T>[]> {
    const all = prepared.map((each) => {
      if (each instanceof Prepared) return each.toStatement()
      throw new Error('the statement belongs to another database')
    })
    return (await other.batch(all)).map((answer) => resultOf<T>(answer))
  }

  const calls = { prepare: (sql: string) => new Prepared(sql, []), batch }
  const withSession = () => ({ ...calls, getBookmark: () => null })
  return { ...calls, withSession, exec: refuse, dump: refuse }
}

/** D1 measures the other numbers. */
const unmeasured = { duration: 0, size_after: 0, rows_read: 0, rows_written: 0, last_row_id: 0 }

function resultOf<T>({ rows, changes }: StatementAnswer): D1Result<T> {
  const meta = { ...unmeasured, changes, changed_db: changes > 0 }
  // The caller states the columns, as in D1.
  return { success: true, meta, results: rows as T[] }
}

function parameterOf(value: unknown): Parameter {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  throw new TypeError(`a statement cannot have a parameter of type ${typeof value}`)
}

async function refuse(): Promise<never> {
  throw new Error('only D1 has this method')
}
