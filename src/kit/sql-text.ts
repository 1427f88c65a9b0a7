import { sql, type Sql } from './sql.ts'

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
 * @param modifier such as `'+2 hours'`
 */
export function isoTime(time: Sql, modifier: Sql): Sql {
  return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, ${modifier})`
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
