import { alertHref } from '../../backend/alerts/alert-href.ts'
import type { OpenAlert } from '../../backend/reports/open-alerts.ts'
import { formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { Words } from '../../locale/words.ts'
import type { AdminWords } from '../admin-words.ts'
import { alertDetail } from '../alert-detail.ts'

type Props = {
  readonly locale: Locale
  readonly words: AdminWords
  /** Contains the titles of alerts, because emails have them too. */
  readonly shopWords: Words
  readonly alerts: readonly OpenAlert[]
}

export function AlertList({ locale, words, shopWords, alerts }: Props) {
  return (
    <section className="panel" aria-labelledby="alerts">
      <h2 id="alerts">{words('today.alerts')}</h2>
      {alerts.length === 0 && <p className="soft">{words('today.noAlerts')}</p>}
      <ul className="list" hidden={alerts.length === 0}>
        {alerts.map(({ kind, subject, invoiceID, detail, since }) => (
          <li key={`${kind} ${subject}`}>
            <span>
              <b className="sentence">{shopWords(`alerts.titles.${kind}`)}</b>{' '}
              <AlertSubject kind={kind} subject={subject} invoiceID={invoiceID} />
            </span>
            <span>{shopWords(`alerts.actions.${kind}`)}</span>
            <small>
              {alertDetail(locale, words, detail)} ·{' '}
              {words('today.since', { time: formatTime(since) })}
            </small>
          </li>
        ))}
      </ul>
    </section>
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
