import { WideTable } from './wide-table.tsx'
import type { TableOf } from './wide-table.tsx'

type Props<Row> = TableOf<Row> & {
  /** The id of the heading. */
  readonly id: string
  readonly heading: string
  readonly text?: string
  /** Replaces the table if it has no rows. */
  readonly empty: string
}

/** Shows a table below its heading. */
export function TablePanel<Row>({ id, heading, text, empty, ...table }: Props<Row>) {
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
