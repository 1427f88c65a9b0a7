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

/** Maximum bytes of a statement, below D1's limit of 100 kB. */
const maxStatement = 90_000
const encoder = new TextEncoder()

type SqlValue = string | number | boolean | null

/** Formats a value as an SQL literal. Quotes text, so that a cell cannot inject SQL. */
export function literal(value: SqlValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`Expected a finite number, got ${value}`)
    return String(value)
  }
  if (value.includes('\0')) throw new Error('SQL text must not contain a NUL character. Remove it.')
  return `'${value.replaceAll("'", "''")}'`
}

/**
 * SQL: a time with the digits of `toISOString`, so that times compare as text.
 * @param modifier an SQL expression, such as `'+2 hours'`
 */
export function isoTime(time: string, modifier: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, ${modifier})`
}

/** Returns `INSERT INTO table (columns) VALUES …` statements within D1's limit. */
export function insertRows(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  conflict = '',
): string[] {
  const head = `INSERT INTO ${table} (${columns.join(', ')}) VALUES\n`
  const statements: string[] = []
  let values: string[] = []
  let size = 0
  for (const row of rows) {
    const text = `(${row.map(literal).join(',')})`
    const bytes = encoder.encode(text).length + 2
    if (size + bytes > maxStatement) flush()
    values.push(text)
    size += bytes
  }
  flush()
  return statements

  function flush(): void {
    if (values.length > 0) statements.push(`${head}${values.join(',\n')} ${conflict};`)
    values = []
    size = 0
  }
}
