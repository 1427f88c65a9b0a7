import type { AdminWords } from '../admin-words.ts'
import { SearchForm } from '../search-form.tsx'

/** The longest query that can match: an email address. */
export const maxQuery = 254

export function OrderSearch({ words, query = '' }: { words: AdminWords; query?: string }) {
  return (
    <SearchForm
      words={words}
      href="/admin/orders"
      label={words('orders.search')}
      hint={words('orders.searchHint')}
      query={query}
      maxLength={maxQuery}
      required
    />
  )
}
