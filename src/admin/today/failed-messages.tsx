import type { FailedMessage } from '../../backend/reports/failed-messages.ts'
import { formatTime } from '../../locale/formats.ts'
import { ActionFields } from '../action-form.tsx'
import { useOffice } from '../office.tsx'
import { officeHref } from '../../locale/office-paths.ts'

type Props = {
  readonly messages: readonly FailedMessage[]
}

/** Lists mail and SMS that could not be sent within the last week. */
export function FailedMessages({ messages }: Props) {
  const { words, may } = useOffice()
  return (
    <section className="panel" aria-labelledby="messages">
      <h2 id="messages">{words('today.failedMessages')}</h2>
      {messages.length === 0 && <p className="soft">{words('today.noFailedMessages')}</p>}
      <ul className="list" hidden={messages.length === 0}>
        {messages.map(({ id, purpose, recipient, givenUpAt, failure, version }) => (
          <li key={id}>
            <a href={officeHref('orders', { q: recipient })}>{recipient}</a>
            <small>
              {words(`purposes.${purpose}`)} · {formatTime(givenUpAt)}
            </small>
            <small lang="en">{failure}</small>
            {may('retry') && (
              <form method="post" action={officeHref('retry')}>
                <ActionFields action="retry" version={version} />
                <input type="hidden" name="messageID" value={id} />
                <button className="button quiet">{words('today.retry')}</button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
