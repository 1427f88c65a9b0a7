import { maxTotal } from './limits.shared.ts'
import type { CatalogueDatabase } from '../context.ts'
import { prepare, raw, runBatch, sql, type Sql } from './sql.ts'

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
  readonly sql: Sql
  /** Wraps the page's statement, to read more columns for the rows of the page only. */
  readonly around?: (page: Sql) => Sql
  /** Selects one row per row of the list, with as few columns as possible. */
  readonly countSql: Sql
  readonly toItem: (row: Row) => T
}
/** Number of rows after which lists end. D1 reads and bills every row before a page. */
const maxRow = 10_000
/** Reads a page of a list and the number of its rows, counted up to `maxTotal`, in one call. */
export async function pageOf<Row, T>(
  db: CatalogueDatabase,
  query: PageSize,
  { sql: list, around = (each) => each, countSql, toItem }: ListQuery<Row, T>,
): Promise<ListPage<T>> {
  const [limit, offset] = rowsOf(query)
  const [rows, count] = await runBatch(db, [
    prepare<Row>(db)`${around(sql`${list} LIMIT ${limit} OFFSET ${offset}`)}`,
    prepare<{ rows: number }>(db)`SELECT count(*) AS rows FROM (${countSql} LIMIT ${maxTotal})`,
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

type CursorPage<Item> = {
  readonly items: Item[]
  /** The cursor of the next page: the id of the last item. Null on the last page. */
  readonly next: string | null
}

/** Rows of a page of a list in the back office. */
const perPage = 50
/** Rows to read for a page. The extra row shows that there is a next page. */
export const rowsToRead = perPage + 1

/** Cuts the rows that were read into a page. */
export function cursorPageOf<Item>(
  rows: readonly Item[],
  idOf: (item: Item) => string | number,
): CursorPage<Item> {
  const items = rows.slice(0, perPage)
  const last = rows.length > perPage ? items.at(-1) : undefined
  return { items, next: last === undefined ? null : String(idOf(last)) }
}

type CursorList = {
  readonly table: string
  /** The alias of the table in the query. */
  readonly alias: string
  /** The column with the time of a row. Rows of the same time are ordered by id. */
  readonly time: string
  readonly first: 'newest' | 'oldest'
}

/**
 * SQL: a condition for the rows after the previous page, and the order of the list.
 * @param cursor the id of the last row of that page, or '' for the first page
 */
export function rowsAfter({ table, alias, time, first }: CursorList, cursor: string | Sql): Sql {
  // '' sorts before all times, and '~' after them.
  const [operator, start, direction] = first === 'newest' ? ['<', '~', ' DESC'] : ['>', '', '']
  const of = (column: string) => raw(`${alias}.${column}`)
  const last = sql`coalesce((SELECT ${raw(time)} FROM ${raw(table)} WHERE id = ${cursor}), ${start})`
  return sql`(${of(time)}, ${of('id')}) ${raw(operator)} (${last}, ${cursor})
    ORDER BY ${of(time)}${raw(direction)}, ${of('id')}${raw(direction)}`
}
