import { History } from '../history.tsx'
import { useOffice } from '../office.tsx'
import type { PartnerViewProps } from './partner-view-props.ts'

/** Shows decisions and corrections by staff, with their reasons. */
export function PartnerHistory({ history }: Pick<PartnerViewProps, 'history'>) {
  const { words } = useOffice()
  if (history.length === 0) return null
  // The id of a withdrawal is long, and its amount is shown. Pages leave out unknown facts.
  const entries = history.map((entry) => ({
    ...entry,
    details: { ...entry.details, withdrawal: null },
  }))
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">{words('plans.history')}</h2>
      <History entries={entries} />
    </section>
  )
}
