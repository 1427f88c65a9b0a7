import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

type Row = { readonly [column: string]: string | number | null }

/** Returns a statement that inserts rows with the same columns, or none without rows. */
export function insertRows(
  db: D1Database,
  table: string,
  rows: readonly Row[],
): D1PreparedStatement[] {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return []
  const values = columns.map((column) => `value ->> '${column}'`)
  // One parameter, because D1 accepts 100 of them.
  const sql = `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM json_each(?)`
  return [db.prepare(sql).bind(JSON.stringify(rows))]
}
