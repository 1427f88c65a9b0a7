import type { ReactNode } from 'react'
import { officeHref } from '../words/office-paths.ts'
import { useOffice } from './office.tsx'
import { LabelledField } from './fields.tsx'

export type Column<Row> = {
  readonly name: string
  /** Aligned with the other numbers of the column. */
  readonly isNumber?: boolean
  /** Hidden on phones and tablets, because the row's page shows it. */
  readonly isExtra?: boolean
  /** A column of buttons. Only screen readers read its name. */
  readonly isAction?: boolean
  readonly render: (row: Row) => ReactNode
}

type TableOf<Row> = {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The first column names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
}

type Props<Row> = TableOf<Row> & {
  /** The name of the table, or the id of its heading. */
  readonly name: string | { readonly id: string }
  readonly caption?: string
}

/**
 * Shows a table. On a phone each row becomes a card with the names of its columns. On other screens
 * a table that does not fit scrolls sideways, with the keyboard too.
 */
export function WideTable<Row>({ name, caption, rows, keyOf, columns }: Props<Row>) {
  const label = typeof name === 'string' ? { 'aria-label': name } : { 'aria-labelledby': name.id }
  const [first, ...others] = columns
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
    <div className="scroll" role="group" tabIndex={0} {...label}>
      <table>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.isAction ? <span className="unseen">{column.name}</span> : column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first.render(row)}</th>
              {others.map((column) => (
                <td
                  key={column.name}
                  className={classOf(column)}
                  data-name={column.isAction ? undefined : column.name}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function classOf({ isNumber, isExtra }: Omit<Column<never>, 'render'>): string | undefined {
  const names = [isNumber && 'number', isExtra && 'extra'].filter(Boolean)
  return names.length === 0 ? undefined : names.join(' ')
}

type TablePanelProps<Row> = TableOf<Row> & {
  /** The id of the heading. */
  readonly id: string
  readonly heading: string
  readonly text?: string
  /** Replaces the table if it has no rows. */
  readonly empty: string
}

/** Shows a table below its heading. */
export function TablePanel<Row>({ id, heading, text, empty, ...table }: TablePanelProps<Row>) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {text !== undefined && <p className="soft">{text}</p>}
      {table.rows.length === 0 ? (
        <p className="soft">{empty}</p>
      ) : (
        <WideTable name={{ id }} {...table} />
      )}
    </section>
  )
}

type CursorPagingProps = {
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
export function CursorPaging({ after, next, names, hrefOf }: CursorPagingProps) {
  return (
    <Paging
      links={[
        after === '' ? null : { href: hrefOf(), name: names.first },
        next === null ? null : { href: hrefOf(next), name: names.next },
      ]}
    />
  )
}

type PageLink = { readonly href: string; readonly name: string }

/** Shows links to other pages of a list. Null means that there is no such page. */
export function Paging({ links }: { readonly links: readonly (PageLink | null)[] }) {
  const shown = links.filter((each) => each !== null)
  if (shown.length === 0) return null
  return (
    <p className="groups">
      {shown.map(({ href, name }) => (
        <a key={name} href={href}>
          {name}
        </a>
      ))}
    </p>
  )
}

/** The longest query that can match: an email address. */
export const maxQuery = 254

export function OrderSearch({ query = '' }: { query?: string }) {
  const { words } = useOffice()
  return (
    <StaffSearch
      href={officeHref('orders')}
      label={words('orders.search')}
      hint={words('orders.searchHint')}
      query={query}
      maxLength={maxQuery}
      required
    />
  )
}

type StaffSearchProps = {
  /** The page that lists the results. */
  readonly href: string
  readonly label: string
  readonly hint?: string
  readonly query: string
  readonly maxLength: number
  /** Whether the search needs a query, because the page lists nothing without it. */
  readonly required?: boolean
  readonly children?: ReactNode
}

/** A page has one search. */
const hintID = 'search-hint'

export function StaffSearch({ href, label, hint, query, children, ...limits }: StaffSearchProps) {
  const { words } = useOffice()
  return (
    <form action={href} className="panel" role="search">
      <div className="inline">
        <LabelledField label={label}>
          <input
            type="search"
            name="q"
            defaultValue={query}
            aria-describedby={hint === undefined ? undefined : hintID}
            {...limits}
          />
        </LabelledField>
        <button className="button">{words('orders.find')}</button>
      </div>
      {hint !== undefined && <small id={hintID}>{hint}</small>}
      {children}
    </form>
  )
}
