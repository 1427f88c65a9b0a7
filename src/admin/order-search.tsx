import { officeHref } from '../words/office-paths.ts'
import { useOffice } from './office.tsx'
import { StaffSearch } from './staff-search.tsx'

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
