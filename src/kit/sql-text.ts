/** Maximum bytes of a statement, below D1's limit of 100 kB. */
const maxStatement = 90_000
const encoder = new TextEncoder()

export type SqlValue = string | number | boolean | null

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

/** Returns an upsert clause: `ON CONFLICT (key) DO UPDATE SET …` for every other column. */
export function replaceOn(key: readonly string[], columns: readonly string[]): string {
  const rest = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  if (rest.length === 0) return 'ON CONFLICT DO NOTHING'
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${rest.join(', ')}`
}

/** Returns statements within D1's limit that read `values` with `json_each`. */
export function jsonStatements(
  values: readonly unknown[],
  statement: (list: string) => string,
): string[] {
  const statements: string[] = []
  let texts: string[] = []
  let size = 0
  for (const value of values) {
    const text = JSON.stringify(value)
    const bytes = encoder.encode(literal(text)).length + 1
    if (texts.length > 0 && size + bytes > maxStatement) flush()
    texts.push(text)
    size += bytes
  }
  flush()
  return statements

  function flush(): void {
    if (texts.length > 0) statements.push(statement(literal(`[${texts.join(',')}]`)))
    texts = []
    size = 0
  }
}
