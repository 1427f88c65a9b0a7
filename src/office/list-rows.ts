import { z } from 'zod'
import type { BackendContext, DataContext } from '../context.ts'
import { cursorPageOf, rowsToRead } from '../kit/paging.ts'
import { join, raw, readRow, readRows, sql, type Sql } from '../kit/sql.ts'
import { officePages } from '../words/office-paths.ts'
import { queryString } from '../words/paths.shared.ts'
import { maxQuery } from './lists.tsx'
import type { TableName } from './office-context.tsx'
import { searchText } from './routing.ts'
import type { Action } from '../api/staff.ts'

/** The pages that are lists. */
export type ListScreenName = 'orders' | 'customers' | 'esims' | 'partners' | 'messages'

/** A filter of a list. Its value is in the URL, so that a page can be bookmarked. */
export type RowFilter = {
  /** The values to choose from. Without them a person types the value. */
  readonly options?: readonly string[]
  /** The table with the names of the options. Without it, a value is its name. */
  readonly names?: TableName
  readonly type?: 'date'
  /** SQL: the rows that have the value. */
  readonly where: (value: string, now: Date) => Sql
}
export type RowFilters = { readonly [name: string]: RowFilter }

type ListSort = {
  /** The default is the time of the list. Values must not be NULL. */
  readonly by?: Sql
  readonly first: 'lowest' | 'highest'
}

/** The table of a list, and the rows that its search finds. */
export type ListSource = {
  readonly columns: Sql
  readonly from: Sql
  readonly where: Sql
  /** The time that orders the rows. */
  readonly time: Sql
}

export type ListRows<Row, Stored> = {
  readonly page: ListScreenName
  readonly filters: RowFilters
  /** The first one is the default, unless `usualSort` returns another one. */
  readonly sorts: { readonly [name: string]: ListSort }
  readonly usualSort?: (query: ListInput) => string
  /** The column that identifies a row. It also orders rows with the same value. */
  readonly id: string
  readonly idOf: (row: Row) => string
  /** Returns a redirect if the search finds exactly one page. */
  readonly source: (
    context: BackendContext,
    query: ListInput,
  ) => Promise<ListSource | string> | ListSource
  readonly toRows: (context: BackendContext, stored: Stored[]) => Promise<Row[]> | Row[]
}

/** The search, the first row, the order, the filters and the other parameters. '' is off. */
export type ListInput = { readonly [name in 'q' | 'after' | 'sort']: string } & {
  readonly [name: string]: string
}

/** RowFilters for the rows from the first moment of a day (UTC), and up to the end of a day. */
export function dayFilters(column: string) {
  return {
    since: { type: 'date', where: (value) => sql`${raw(column)} >= ${value}` },
    // The times of a day sort after it, and before it with a `~`.
    until: { type: 'date', where: (value) => sql`${raw(column)} < ${`${value}~`}` },
  } as const satisfies RowFilters
}

/** Parses the parameters of a list. A filter with a wrong value is off. */
export function listQuery<Row, Stored>({ page, filters, sorts }: ListRows<Row, Stored>) {
  const typed = (name: string) => {
    const { type, options } = filters[name] ?? {}
    if (options) return z.enum(options).catch('')
    return type === 'date' ? z.iso.date().catch('') : searchText(maxQuery)
  }
  const names = officePages[page].query.map((name) => name.replace('?', ''))
  const schema = z.object({
    ...Object.fromEntries(names.map((name) => [name, typed(name)] as const)),
    q: searchText(maxQuery),
    after: searchText(maxQuery),
    sort: z
      .string()
      .refine((name) => Object.hasOwn(sorts, name))
      .catch(''),
  })
  // All values are strings. The index signature cannot be inferred.
  return schema as z.ZodType<ListInput, { readonly [name: string]: unknown }>
}

/** Returns the URL of a list, without the parameters that are off. */
export function listHref<Row, Stored>(
  { page }: Pick<ListRows<Row, Stored>, 'page'>,
  query: ListInput,
  done?: Action,
): string {
  const isOn = ([name, value]: [string, string]) => value !== '' && name !== 'done'
  return (
    officePages[page].path +
    queryString({ ...Object.fromEntries(Object.entries(query).filter(isOn)), done })
  )
}

/** SQL: the rows that the search and the filters find. */
function foundSql(
  { now }: DataContext,
  { filters }: { readonly filters: RowFilters },
  { from, where }: ListSource,
  query: ListInput,
): Sql {
  const conditions = Object.entries(filters).flatMap(([name, filter]) => {
    const value = query[name] ?? ''
    return value === '' ? [] : [filter.where(value, now)]
  })
  return sql`FROM ${from} WHERE ${join([where, ...conditions], ' AND ')}`
}

/** Returns the name of the order of a list. */
export function sortOf<Row, Stored>(
  { sorts, usualSort }: Pick<ListRows<Row, Stored>, 'sorts' | 'usualSort'>,
  query: ListInput,
): string {
  const [first = ''] = Object.keys(sorts)
  return query.sort || (usualSort?.(query) ?? first)
}

/** Reads the rows after `query.after`. */
export async function readListRows<Row, Stored>(
  context: BackendContext,
  list: ListRows<Row, Stored>,
  source: ListSource,
  query: ListInput,
  limit: number,
): Promise<Row[]> {
  const { by = source.time, first } = list.sorts[sortOf(list, query)] ?? { first: 'highest' }
  const id = raw(list.id)
  const [operator, direction] = first === 'lowest' ? ['>', ''] : ['<', ' DESC']
  const after =
    query.after === ''
      ? sql`true`
      : sql`(${by}, ${id}) ${raw(operator)} (
        (SELECT ${by} FROM ${source.from} WHERE ${id} = ${query.after}), ${query.after})`
  const stored = await readRows<Stored>(context.db)`SELECT ${source.columns}
    ${foundSql(context, list, source, query)} AND ${after}
    ORDER BY ${by}${raw(direction)}, ${id}${raw(direction)} LIMIT ${limit}`
  return list.toRows(context, stored)
}

/** Rows that the page of a list counts. D1 reads each of them. */
export const mostCounted = 1000

/** Returns a page of a list, with the number of rows on all of its pages. */
export async function readListPage<Row, Stored>(
  context: BackendContext,
  list: ListRows<Row, Stored>,
  source: ListSource,
  query: ListInput,
) {
  const [rows, count] = await Promise.all([
    readListRows(context, list, source, query, rowsToRead),
    countRows(context, list, source, query, mostCounted + 1),
  ])
  return { ...cursorPageOf(rows, list.idOf), count }
}

/** Returns the number of rows that a list finds, up to `limit`. */
export async function countRows<Row, Stored>(
  context: DataContext,
  list: ListRows<Row, Stored>,
  source: ListSource,
  query: ListInput,
  limit?: number,
): Promise<number> {
  const found = await readRow<{ rows: number }>(context.db)`SELECT count(*) AS rows FROM (
    SELECT 1 ${foundSql(context, list, source, query)} LIMIT ${limit ?? -1})`
  return found?.rows ?? 0
}
