import { useSite } from './site.tsx'

/** A page of a list of the API. */
export type PageOfList<Item> = {
  readonly data: readonly Item[]
  readonly page: number
  readonly hasMore: boolean
}

type Props = {
  readonly list: Pick<PageOfList<unknown>, 'page' | 'hasMore'>
  readonly at: (page: number) => string
}

export function PageLinks({ list, at }: Props) {
  const { words } = useSite()
  if (list.page === 1 && !list.hasMore) return null
  return (
    <nav className="paging" aria-label={words('filters.pages')}>
      {list.page > 1 && (
        <a className="button quiet" rel="prev" href={at(list.page - 1)}>
          {words('filters.previous')}
        </a>
      )}
      <span className="soft">{words('filters.page', { page: list.page })}</span>
      {list.hasMore && (
        <a className="button quiet" rel="next" href={at(list.page + 1)}>
          {words('filters.next')}
        </a>
      )}
    </nav>
  )
}
