import type { ReactNode } from 'react'
import { LabelledField } from './labelled-field.tsx'
import { useOffice } from './office.tsx'

type Props = {
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

export function StaffSearch({ href, label, hint, query, children, ...limits }: Props) {
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
