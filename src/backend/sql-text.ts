/** Bytes of a statement. D1 accepts up to 100 kB. */
const maxStatement = 90_000
const encoder = new TextEncoder()

export type SqlValue = string | number | boolean | null

/** A value as a SQL literal. It is a number or a quoted text, so a cell cannot inject SQL. */
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

/** `ON CONFLICT (key) DO UPDATE SET …` for every other column. */
export function replaceOn(key: readonly string[], columns: readonly string[]): string {
  const rest = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  if (rest.length === 0) return 'ON CONFLICT DO NOTHING'
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${rest.join(', ')}`
}

/** Statements that read `values` with `json_each`, each as long as D1 accepts. */
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
