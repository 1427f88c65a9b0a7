import type { ReactNode } from 'react'
import { minuteMs } from '../kit/time.shared.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officePages } from '../words/office-paths.ts'
import { LabelledField } from './fields.tsx'
import { nameIn, useOffice } from './office-context.tsx'

/**
 * The name and the cells of a column. Cells of a `number` are aligned with each other. Phones and
 * tablets do not show an `extra` column, because the row's page has it. Only screen readers read the
 * name of an `action` column.
 */
export type Column<Row> = readonly [
  name: string,
  cell: (row: Row) => ReactNode,
  kind?: 'number' | 'extra' | 'number extra' | 'action',
]

type TableOf<Row> = {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The first column names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
}

type WideTableProps<Row> = TableOf<Row> & {
  /** The name of the table, or the id of its heading. */
  readonly name: string | { readonly id: string }
  readonly caption?: string
}

/**
 * Shows a table. On a phone each row becomes a card with the names of its columns. On other screens
 * a table that does not fit scrolls sideways, with the keyboard too.
 */
export function WideTable<Row>({ name, caption, rows, keyOf, columns }: WideTableProps<Row>) {
  const label = typeof name === 'string' ? { 'aria-label': name } : { 'aria-labelledby': name.id }
  const [[, nameOf], ...others] = columns
  const classOf = (kind: Column<Row>[2]) => (kind === 'action' ? undefined : kind)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
    <div className="scroll" role="group" tabIndex={0} {...label}>
      <table>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(([title, , kind]) => (
              <th key={title} scope="col" className={classOf(kind)}>
                {kind === 'action' ? <span className="unseen">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {others.map(([title, cell, kind]) => (
                <td
                  key={title}
                  className={classOf(kind)}
                  data-name={kind === 'action' ? undefined : title}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shows a time of the last day as `12 min. ago`, and an earlier one as a date and a time in UTC. */
export function Ago({ time }: { readonly time: string }) {
  const { locale, now } = useOffice()
  const minutes = Math.round((now.getTime() - Date.parse(time)) / minuteMs)
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  return (
    <time dateTime={time} title={formatTime(time)}>
      {minutes < 60
        ? relative.format(-minutes, 'minute')
        : minutes < 24 * 60
          ? relative.format(-Math.floor(minutes / 60), 'hour')
          : formatTime(time)}
    </time>
  )
}

type PanelProps = {
  /** The id of the heading. */
  readonly id: string
  readonly heading: string
  readonly text?: string
  readonly children: ReactNode
}

export function Panel({ id, heading, text, children }: PanelProps) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {text !== undefined && <p className="soft">{text}</p>}
      {children}
    </section>
  )
}

type TablePanelProps<Row> = TableOf<Row> &
  Omit<PanelProps, 'children'> & {
    readonly caption?: string
    /** Replaces the table if it has no rows. */
    readonly empty: string
  }

/** Shows a table below its heading. */
export function TablePanel<Row>({ id, heading, text, empty, ...table }: TablePanelProps<Row>) {
  return (
    <Panel id={id} heading={heading} {...(text !== undefined && { text })}>
      {table.rows.length === 0 ? (
        <p className="soft">{empty}</p>
      ) : (
        <WideTable name={{ id }} {...table} />
      )}
    </Panel>
  )
}

/** A name and its value. A fact without a value is not shown. */
export type NamedFact = readonly [name: string, value: ReactNode]

export function FactList({ facts, isPanel = false }: FactListProps) {
  return (
    <dl className={isPanel ? 'panel facts' : 'facts'}>
      {facts.map(
        ([name, value]) =>
          Boolean(value) && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

type FactListProps = { readonly facts: readonly NamedFact[]; readonly isPanel?: boolean }

type Tab = { readonly name: ReactNode; readonly href: string; readonly isCurrent: boolean }

type TabsProps = {
  readonly label: string
  readonly tabs: readonly Tab[]
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, href, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

type CursorPagingProps = {
  /** The last entry of the previous page, or '' on the first page. */
  readonly after: string
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
  /** Names of the links to the first and to the next page. */
  readonly names: readonly [first: string, next: string]
  /** Returns the URL of the page after an entry, or of the first page. */
  readonly hrefOf: (after?: string) => string
}

/** Shows links to the first and to the next page of a list, if they are needed. */
export function CursorPaging({ after, next, names, hrefOf }: CursorPagingProps) {
  return (
    <Paging
      links={[
        after === '' ? null : { href: hrefOf(), name: names[0] },
        next === null ? null : { href: hrefOf(next), name: names[1] },
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

export function OrderSearch({ query = '' }: { readonly query?: string }) {
  return <OfficeSearch page="orders" query={query} maxLength={maxQuery} required />
}

type OfficeSearchProps = {
  /** The page that lists the results. */
  readonly page:
    | 'orders'
    | 'customers'
    | 'esims'
    | 'plans'
    | 'promoCodes'
    | 'vouchers'
    | 'partners'
    | 'messages'
    | 'failedMessages'
  readonly query: string
  readonly maxLength: number
  /** Whether the search needs a query, because the page lists nothing without it. */
  readonly required?: boolean
  readonly children?: ReactNode
}

/** A page has one search. */
const hintID = 'search-hint'

export function OfficeSearch({ page, query, children, ...limits }: OfficeSearchProps) {
  const { words } = useOffice()
  const hint = nameIn(words, page, 'searchHint', '')
  return (
    <form action={officePages[page].path} className="panel" role="search">
      <div className="inline">
        <LabelledField label={words(`${page}.search`)}>
          <input
            type="search"
            name="q"
            defaultValue={query}
            aria-describedby={hint === '' ? undefined : hintID}
            {...limits}
          />
        </LabelledField>
        <button className="button">{words('orders.find')}</button>
      </div>
      {hint !== '' && <small id={hintID}>{hint}</small>}
      {children}
    </form>
  )
}
