/** D1 takes statements of at most 100 kB; a little below that. */
const maxStatement = 90_000
const encoder = new TextEncoder()

export type SqlValue = string | number | boolean | null

/** A value as it stands in SQL text. Only numbers and quoted text can come out, so that no cell can be read as SQL. */
export function literal(value: SqlValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} cannot stand in SQL`)
    return String(value)
  }
  if (value.includes('\0')) throw new Error('a text with a NUL character cannot stand in SQL')
  return `'${value.replaceAll("'", "''")}'`
}

/** `INSERT INTO table (columns) VALUES …` with as many rows in each statement as D1 takes. */
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
