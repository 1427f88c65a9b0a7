import type { ReactNode } from 'react'
import { page } from '../../site/page.ts'
import { Late } from '../../ui/in-order.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { tripQuery } from './trip-query.ts'

export const tripPage = page('trip', {
  access: 'public',
  query: tripQuery,
  async get(c, { query }) {
    const { words } = c.var
    // The planner is a large part of the worker, and only this page needs it.
    const trip = import('./planned-trip.tsx').then(async ({ showTrip }) => showTrip(c, query))
    const isSearch = query.search_string !== ''
    // A screen reader reads the title first, so the title of a search contains the stops.
    const stops = isSearch ? (await trip).titles.join(', ') : ''
    return c.render(<Late of={trip} as={PlannedTrip} />, {
      title: [words('tripSearch.title'), stops].filter(Boolean).join(': '),
      description: words('tripSearch.description'),
      isFiltered: isSearch,
      styles: 'trip',
      opening: <Masthead heading={words('tripSearch.heading')} lead={words('tripSearch.lead')} />,
    })
  },
})

function PlannedTrip({ content }: { readonly content: ReactNode }) {
  return content
}
