import { Paging } from './paging.tsx'

type Props = {
  /** The last entry of the previous page, or '' on the first page. */
  readonly after: string
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
  /** Names of the links to the first and to the next page. */
  readonly names: { readonly first: string; readonly next: string }
  /** Returns the URL of the page after an entry, or of the first page. */
  readonly hrefOf: (after?: string) => string
}

/** Shows links to the first and to the next page of a list, if they are needed. */
export function CursorPaging({ after, next, names, hrefOf }: Props) {
  return (
    <Paging
      links={[
        after === '' ? null : { href: hrefOf(), name: names.first },
        next === null ? null : { href: hrefOf(next), name: names.next },
      ]}
    />
  )
}
