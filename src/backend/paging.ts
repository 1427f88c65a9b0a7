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
  /** What else to read for the rows of the page, and for them only: a statement around the page's. */
  readonly around?: (page: string) => string
  /** One row for each of them, read off as little as possible. Same parameters. */
  readonly countSql: string
  readonly params: readonly (string | number)[]
  readonly toItem: (row: Row) => T
}

/** Counting stops here, so that a total costs the same however large the catalogue is. */
const countedRows = 1000

/** Lists end here: the rows before a page are passed over one by one, and D1 bills each. */
const lastRow = 10_000

/** One page of a query, and how many rows there are, counted to 1 000 at most. */
export async function pageOf<Row, T>(
  db: D1Database,
  { page, per_page }: Pick<Page, 'page' | 'per_page'>,
  { sql, around = (each) => each, countSql, params, toItem }: Statement<Row, T>,
): Promise<Paged<T>> {
  const before = (page - 1) * per_page
  const atMost = Math.max(0, Math.min(per_page + 1, lastRow - before))
  const [rows, counted] = await db.batch<Row & { rows: number }>([
    db.prepare(around(`${sql} LIMIT ? OFFSET ?`)).bind(...params, atMost, before),
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

/** One page of a list that is at hand. */
export function pageOfList<T>(
  list: readonly T[],
  { page, per_page }: Pick<Page, 'page' | 'per_page'>,
): Paged<T> {
  const before = (page - 1) * per_page
  const data = list.slice(before, before + per_page)
  const total = Math.min(list.length, countedRows)
  return { data, total, page, per_page, hasMore: before + per_page < list.length }
}
