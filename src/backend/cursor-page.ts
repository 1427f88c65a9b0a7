type CursorPage<Item> = {
  readonly items: Item[]
  /** The cursor of the next page: the id of the last item. Null on the last page. */
  readonly next: string | null
}

/**
 * Cuts rows into a page. The query reads `perPage + 1` rows: the extra row shows that there is a
 * next page.
 */
export function cursorPageOf<Item>(
  rows: readonly Item[],
  perPage: number,
  idOf: (item: Item) => string | number,
): CursorPage<Item> {
  const items = rows.slice(0, perPage)
  const last = rows.length > perPage ? items.at(-1) : undefined
  return { items, next: last === undefined ? null : String(idOf(last)) }
}
