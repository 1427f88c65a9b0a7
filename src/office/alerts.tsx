import { z } from 'zod'
import { countOpenAlerts, openAlerts } from './open-alerts.ts'
import type { OpenAlert } from './open-alerts.ts'
import { officeHref } from '../words/office-paths.ts'
import { useOffice } from './office.tsx'
import type { OfficeContext } from './office.tsx'
import { BackLink, renderPage } from './document.tsx'
import { CursorPaging } from './lists.tsx'
import { screen, pageStart } from './routing.ts'
import { alertDetailText } from '../messages/alert-detail.ts'
import { alertHref } from '../messages/alerts.ts'
import { formatTime } from '../words/formats.shared.ts'

const alertsQuery = z.object({ after: pageStart })

/** Shows all open alerts in pages, newest first. */
export const alertsPage = screen({ query: alertsQuery, get: showAlerts })

async function showAlerts(
  c: OfficeContext,
  { after }: z.output<typeof alertsQuery>,
): Promise<Response> {
  const { context, words } = c.var
  const [{ alerts, next }, count] = await Promise.all([
    openAlerts(context, after),
    countOpenAlerts(context),
  ])
  const title = words('today.alerts')
  return renderPage(
    c,
    { title, section: 'today' },
    <>
      <BackLink href={officeHref('today')} page={words('sections.today')} />
      <h1>{title}</h1>
      {count === 0 ? (
        <p className="panel" role="status">
          {words('today.noAlerts')}
        </p>
      ) : (
        <section className="panel" aria-labelledby="open">
          <h2 id="open">{words('today.alertCount', { count })}</h2>
          <AlertList alerts={alerts} />
        </section>
      )}
      <CursorPaging
        {...{ after, next }}
        names={{ first: words('today.newestAlerts'), next: words('today.olderAlerts') }}
        hrefOf={(last) => officeHref('alerts', { after: last })}
      />
    </>,
  )
}

type Props = {
  readonly alerts: readonly OpenAlert[]
}

export function AlertList({ alerts }: Props) {
  const { locale, words, shopWords } = useOffice()
  return (
    <ul className="list">
      {alerts.map(({ id, kind, subject, invoiceID, detail, since }) => (
        <li key={id}>
          <span>
            <b className="sentence">{shopWords(`alerts.titles.${kind}`)}</b>{' '}
            <AlertSubject kind={kind} subject={subject} invoiceID={invoiceID} />
          </span>
          <span>{shopWords(`alerts.actions.${kind}`)}</span>
          <small>
            {alertDetailText(locale, detail)} · {words('today.since', { time: formatTime(since) })}
          </small>
        </li>
      ))}
    </ul>
  )
}

function AlertSubject(alert: Pick<OpenAlert, 'kind' | 'subject' | 'invoiceID'>) {
  const href = alertHref(alert)
  if (href === null) return <span>{alert.subject}</span>
  return (
    <a className="unbroken" href={href}>
      {alert.subject}
    </a>
  )
}
