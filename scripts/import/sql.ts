/** Bytes of a statement. D1 accepts up to 100 kB. */
const maxStatement = 90_000
const encoder = new TextEncoder()

export type SqlValue = string | number | boolean | null

/** A value as a SQL literal. It is a number or quoted text, so a cell can never run as SQL. */
export function literal(value: SqlValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} cannot be written to SQL`)
    return String(value)
  }
  if (value.includes('\0')) throw new Error('a text with a NUL character cannot be written to SQL')
  return `'${value.replaceAll("'", "''")}'`
}

/** `INSERT INTO table (columns) VALUES …` statements, each as long as D1 accepts. */
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
    if (size + text.length > maxStatement) flush()
    values.push(text)
    size += encoder.encode(text).length + 2
  }
  flush()
  return statements

  function flush(): void {
    if (values.length > 0) statements.push(`${head}${values.join(',\n')} ${conflict};`)
    values = []
    size = 0
  }
}

/** `ON CONFLICT (key) DO UPDATE SET …` for every other column. */
export function replaceOn(key: readonly string[], columns: readonly string[]): string {
  const rest = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${rest.join(', ')}`
}
