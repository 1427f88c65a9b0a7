import type { ReactNode } from 'react'

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

export type TableOf<Row> = {
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
