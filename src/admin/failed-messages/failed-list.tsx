import type { FailedMessage } from '../../messages/retry-messages.ts'
import { formatTime } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ActionFields } from '../action-form.tsx'
import { useOffice } from '../office.tsx'

type Props = {
  readonly messages: readonly FailedMessage[]
  /** The URL that receives the forms. */
  readonly action: string
}

/** Lists mail and SMS that could not be sent, each with a form to send it again. */
export function FailedList({ messages, action }: Props) {
  const { words, may } = useOffice()
  return (
    <ul className="list">
      {messages.map(({ id, purpose, recipient, givenUpAt, failure, obstacle, version }) => (
        <li key={id}>
          <a href={officeHref('orders', { q: recipient })}>{recipient}</a>
          <small>
            {words(`purposes.${purpose}`)} · {formatTime(givenUpAt)}
          </small>
          {failure !== null && <small lang="en">{failure}</small>}
          {obstacle !== null && <small>{words(`failedMessages.obstacles.${obstacle}`)}</small>}
          {may('retry') && (
            <form method="post" action={action}>
              <ActionFields action="retry" version={version} />
              <input type="hidden" name="messageID" value={id} />
              <button className="button quiet">{words('today.retry')}</button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}
