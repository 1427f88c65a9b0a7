import { z } from 'zod'
import { alertDetailText } from '../messages/alert-detail.ts'
import { alertHref } from '../messages/alerts.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { BackLink } from './document.tsx'
import { CursorPaging, Panel } from './lists.tsx'
import { useOffice } from './office.tsx'
import { countOpenAlerts, openAlerts } from './open-alerts.ts'
import type { OpenAlert } from './open-alerts.ts'
import { pageStart, resource } from './resource.tsx'

/** Shows all open alerts in pages, newest first. */
export const alertsScreen = resource({
  page: 'alerts',
  section: 'today',
  query: z.object({ after: pageStart }),
  async load({ var: { context } }, { after }) {
    const [list, count] = await Promise.all([openAlerts(context, after), countOpenAlerts(context)])
    return { ...list, count }
  },
  title: ({ words }) => words('today.alerts'),
  View: AlertsView,
})

type AlertsProps = {
  readonly query: { readonly after: string }
  readonly alerts: readonly OpenAlert[]
  readonly next: string | null
  readonly count: number
}

function AlertsView({ query: { after }, alerts, next, count }: AlertsProps) {
  const { words } = useOffice()
  return (
    <>
      <BackLink to="today" />
      <h1>{words('today.alerts')}</h1>
      {count === 0 ? (
        <p className="panel" role="status">
          {words('today.noAlerts')}
        </p>
      ) : (
        <Panel id="open" heading={words('today.alertCount', { count })}>
          <AlertList alerts={alerts} />
        </Panel>
      )}
      <CursorPaging
        {...{ after, next }}
        names={[words('today.newestAlerts'), words('today.olderAlerts')]}
        hrefOf={(last) => officeHref('alerts', { after: last })}
      />
    </>
  )
}

export function AlertList({ alerts }: { readonly alerts: readonly OpenAlert[] }) {
  const { locale, words, shopWords } = useOffice()
  return (
    <ul className="list">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <span>
            <b className="sentence">{shopWords(`alerts.titles.${alert.kind}`)}</b>{' '}
            <AlertSubject {...alert} />
          </span>
          <span>{shopWords(`alerts.actions.${alert.kind}`)}</span>
          <small>
            {alertDetailText(locale, alert.detail)} ·{' '}
            {words('today.since', { time: formatTime(alert.since) })}
          </small>
        </li>
      ))}
    </ul>
  )
}

function AlertSubject(alert: OpenAlert) {
  const href = alertHref(alert)
  if (href === null) return <span>{alert.subject}</span>
  return (
    <a className="unbroken" href={href}>
      {alert.subject}
    </a>
  )
}
