import type { OpenAlert } from '../../backend/reports/open-alerts.ts'
import { officeHref } from '../../locale/office-paths.ts'
import { AlertList } from '../alerts/alert-list.tsx'
import { useOffice } from '../office.tsx'

type Props = {
  /** Newest first. */
  readonly alerts: readonly OpenAlert[]
  readonly count: number
}

const mostShown = 20

/** Shows the last alerts, and links to all of them. */
export function AlertPanel({ alerts, count }: Props) {
  const { words } = useOffice()
  const shown = alerts.slice(0, mostShown)
  return (
    <section className="panel" aria-labelledby="alerts">
      <h2 id="alerts">{words('today.alerts')}</h2>
      {count === 0 ? (
        <p className="soft">{words('today.noAlerts')}</p>
      ) : (
        <AlertList alerts={shown} />
      )}
      {count > shown.length && (
        <p>
          <a href={officeHref('alerts')}>{words('today.allAlerts', { count })}</a>
        </p>
      )}
    </section>
  )
}
