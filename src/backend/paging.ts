import { maxTotal } from '../domain/field-limits.ts'
import { prepareQuery, runBatch } from './batch.ts'
import type { CatalogueDatabase } from './context.ts'

export type PageQuery = {
  readonly search_string: string
  readonly page: number
  readonly per_page: number
}

type PageSize = Pick<PageQuery, 'page' | 'per_page'>

export type ListPage<T> = {
  data: T[]
  total: number
  page: number
  per_page: number
  hasMore: boolean
}

type ListQuery<Row, T> = {
  readonly sql: string
  /** Wraps the page's statement, to read more columns for the rows of the page only. */
  readonly around?: (page: string) => string
  /**
   * Selects one row per row of the list, with the parameters of `sql` and as few columns as
   * possible.
   */
  readonly countSql: string
  readonly params: readonly (string | number)[]
  readonly toItem: (row: Row) => T
}

/** Number of rows after which lists end. D1 reads and bills every row before a page. */
const maxRow = 10_000

/** Reads a page of a list and the number of its rows, counted up to `maxTotal`, in one call. */
export async function pageOf<Row, T>(
  db: CatalogueDatabase,
  query: PageSize,
  { sql, around = (each) => each, countSql, params, toItem }: ListQuery<Row, T>,
): Promise<ListPage<T>> {
  const [rows, count] = await runBatch(db, [
    prepareQuery<Row>(db, around(`${sql} LIMIT ? OFFSET ?`), ...params, ...rowsOf(query)),
    prepareQuery<{ rows: number }>(
      db,
      `SELECT count(*) AS rows FROM (${countSql} LIMIT ${maxTotal})`,
      ...params,
    ),
  ])
  return pageOfRows(query, rows.results.map(toItem), count.results[0]?.rows ?? 0)
}

/** Returns the LIMIT and OFFSET of a page. One extra row shows whether a next page exists. */
export function rowsOf({ page, per_page }: PageSize): readonly [limit: number, offset: number] {
  const offset = (page - 1) * per_page
  return [Math.max(0, Math.min(per_page + 1, maxRow - offset)), offset]
}

/** @param items the rows that LIMIT and OFFSET of `rowsOf` select */
export function pageOfRows<T>(
  { page, per_page }: PageSize,
  items: readonly T[],
  total: number,
): ListPage<T> {
  const data = items.slice(0, per_page)
  return {
    data,
    total: Math.min(total, maxTotal),
    page,
    per_page,
    hasMore: items.length > per_page,
  }
}

/** Returns a page of a list that is in memory. */
export function pageOfList<T>(list: readonly T[], { page, per_page }: PageSize): ListPage<T> {
  const offset = (page - 1) * per_page
  const data = list.slice(offset, offset + per_page)
  const total = Math.min(list.length, maxTotal)
  return { data, total, page, per_page, hasMore: offset + per_page < list.length }
}
