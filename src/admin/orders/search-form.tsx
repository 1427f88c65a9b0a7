import type { AdminWords } from '../admin-words.ts'
import { LabelledField } from '../labelled-field.tsx'

/** The longest query that can match: an email address. */
export const maxQuery = 254

/** The form that searches orders. */
export function SearchForm({ words, query = '' }: { words: AdminWords; query?: string }) {
  return (
    <form action="/admin/orders" className="panel" role="search">
      <div className="inline">
        <LabelledField label={words('orders.search')}>
          <input type="search" name="q" defaultValue={query} maxLength={maxQuery} required />
        </LabelledField>
        <button className="button">{words('orders.find')}</button>
      </div>
      <small>{words('orders.searchHint')}</small>
    </form>
  )
}
