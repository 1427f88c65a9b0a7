/** The common parameters of lists. */
export type Page = {
  readonly search_string: string
  readonly page: number
  readonly per_page: number
}

export type Paged<T> = {
  data: T[]
  total: number
  page: number
  per_page: number
  hasMore: boolean
}

type Statement<Row, T> = {
  /** The rows of the list, in order. */
  readonly sql: string
  /** One row for each of them, read off as little as possible. Same parameters. */
  readonly countSql: string
  readonly params: readonly (string | number)[]
  readonly toItem: (row: Row) => T
}

/** Counting stops here, so that a total costs the same however large the catalogue is. */
const countedRows = 1000

/** One page of a query, and how many rows there are, counted to 1 000 at most. */
export async function pageOf<Row, T>(
  db: D1Database,
  { page, per_page }: Pick<Page, 'page' | 'per_page'>,
  { sql, countSql, params, toItem }: Statement<Row, T>,
): Promise<Paged<T>> {
  const [rows, counted] = await db.batch<Row & { rows: number }>([
    db.prepare(`${sql} LIMIT ? OFFSET ?`).bind(...params, per_page + 1, (page - 1) * per_page),
    db.prepare(`SELECT count(*) AS rows FROM (${countSql} LIMIT ${countedRows})`).bind(...params),
  ])
  const results = rows?.results ?? []
  return {
    data: results.slice(0, per_page).map(toItem),
    total: counted?.results[0]?.rows ?? 0,
    page,
    per_page,
    hasMore: results.length > per_page,
  }
}
