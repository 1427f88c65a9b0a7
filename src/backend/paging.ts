import { maxTotal } from '../domain/field-limits.ts'
import type { CatalogueDatabase } from './context.ts'

export type PageQuery = {
  readonly search_string: string
  readonly page: number
  readonly per_page: number
}

export type ListPage<T> = {
  data: T[]
  total: number
  page: number
  per_page: number
  hasMore: boolean
}

type ListQuery<Row, T> = {
  readonly sql: string
  /** Wraps the page's statement to read more columns, only for the rows of the page. */
  readonly around?: (page: string) => string
  /** Selects one row for each row of the list, and reads as little as possible. Same parameters. */
  readonly countSql: string
  readonly params: readonly (string | number)[]
  readonly toItem: (row: Row) => T
}

/** Lists end here: D1 reads and bills every row before a page. */
const maxRow = 10_000

export async function pageOf<Row, T>(
  db: CatalogueDatabase,
  { page, per_page }: Pick<PageQuery, 'page' | 'per_page'>,
  { sql, around = (each) => each, countSql, params, toItem }: ListQuery<Row, T>,
): Promise<ListPage<T>> {
  const offset = (page - 1) * per_page
  const limit = Math.max(0, Math.min(per_page + 1, maxRow - offset))
  const [rows, count] = await db.batch<Row & { rows: number }>([
    db.prepare(around(`${sql} LIMIT ? OFFSET ?`)).bind(...params, limit, offset),
    db.prepare(`SELECT count(*) AS rows FROM (${countSql} LIMIT ${maxTotal})`).bind(...params),
  ])
  const results = rows?.results ?? []
  return {
    data: results.slice(0, per_page).map(toItem),
    total: count?.results[0]?.rows ?? 0,
    page,
    per_page,
    hasMore: results.length > per_page,
  }
}

export function pageOfList<T>(
  list: readonly T[],
  { page, per_page }: Pick<PageQuery, 'page' | 'per_page'>,
): ListPage<T> {
  const offset = (page - 1) * per_page
  const data = list.slice(offset, offset + per_page)
  const total = Math.min(list.length, maxTotal)
  return { data, total, page, per_page, hasMore: offset + per_page < list.length }
}
