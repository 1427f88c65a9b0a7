import type { ReactNode } from 'react'
import type { AdminWords } from './admin-words.ts'
import { LabelledField } from './labelled-field.tsx'

type Props = {
  readonly words: AdminWords
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

export function StaffSearch({ words, href, label, hint, query, children, ...limits }: Props) {
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
