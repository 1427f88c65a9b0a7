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
 * @param cursor an SQL expression: the id of the last row of that page, or '' for the first page
 */
export function rowsAfter({ table, alias, time, first }: CursorList, cursor = '?1'): string {
  // '' sorts before all times, and '~' after them.
  const [operator, start, direction] = first === 'newest' ? ['<', "'~'", ' DESC'] : ['>', "''", '']
  const last = `coalesce((SELECT ${time} FROM ${table} WHERE id = ${cursor}), ${start})`
  return `(${alias}.${time}, ${alias}.id) ${operator} (${last}, ${cursor})
    ORDER BY ${alias}.${time}${direction}, ${alias}.id${direction}`
}
