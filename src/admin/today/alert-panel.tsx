import type { OpenAlert } from '../../office/open-alerts.ts'
import { officeHref } from '../../words/office-paths.ts'
import { AlertList } from '../alerts/alert-list.tsx'
import { useOffice } from '../office.tsx'

type Props = {
  readonly alerts: readonly OpenAlert[]
  /** The number of all open alerts. */
  readonly count: number
}

/** Shows the most urgent alerts, and links to all of them. */
export function AlertPanel({ alerts, count }: Props) {
  const { words } = useOffice()
  return (
    <section className="panel" aria-labelledby="alerts">
      <h2 id="alerts">{words('today.alerts')}</h2>
      {count === 0 ? (
        <p className="soft">{words('today.noAlerts')}</p>
      ) : (
        <AlertList alerts={alerts} />
      )}
      {count > alerts.length && (
        <p>
          <a href={officeHref('alerts')}>{words('today.allAlerts', { count })}</a>
        </p>
      )}
    </section>
  )
}
