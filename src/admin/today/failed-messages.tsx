import type { FailedMessage } from '../../backend/reports/failed-messages.ts'
import { formatTime } from '../../locale/formats.ts'
import type { AdminWords } from '../admin-words.ts'
import { ordersHref } from '../orders/hrefs.ts'

type Props = { readonly words: AdminWords; readonly messages: readonly FailedMessage[] }

/** Mail and SMS that could not be sent within the last week. */
export function FailedMessages({ words, messages }: Props) {
  return (
    <section className="panel" aria-labelledby="messages">
      <h2 id="messages">{words('today.failedMessages')}</h2>
      {messages.length === 0 && <p className="soft">{words('today.noFailedMessages')}</p>}
      <ul className="list" hidden={messages.length === 0}>
        {messages.map(({ id, purpose, recipient, givenUpAt }) => (
          <li key={id}>
            <a href={ordersHref(recipient)}>{recipient}</a>
            <small>
              {words(`purposes.${purpose}`)} · {formatTime(givenUpAt)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
