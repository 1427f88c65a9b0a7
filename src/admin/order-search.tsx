import { officeHref } from '../locale/office-paths.ts'
import type { AdminWords } from './admin-words.ts'
import { StaffSearch } from './staff-search.tsx'

/** The longest query that can match: an email address. */
export const maxQuery = 254

export function OrderSearch({ words, query = '' }: { words: AdminWords; query?: string }) {
  return (
    <StaffSearch
      words={words}
      href={officeHref('orders')}
      label={words('orders.search')}
      hint={words('orders.searchHint')}
      query={query}
      maxLength={maxQuery}
      required
    />
  )
}
