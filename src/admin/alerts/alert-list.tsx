import { alertDetailText } from '../../messages/alert-detail-text.ts'
import { alertHref } from '../../messages/alerts.ts'
import type { OpenAlert } from '../../office/open-alerts.ts'
import { formatTime } from '../../words/formats.shared.ts'
import { useOffice } from '../office.tsx'

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
