import type { FailedMessage } from '../../messages/retry-messages.ts'
import { officeHref } from '../../words/office-paths.ts'
import { FailedList } from '../failed-messages/failed-list.tsx'
import { useOffice } from '../office.tsx'

type Props = {
  /** Newest first. */
  readonly messages: readonly FailedMessage[]
  readonly count: number
}

const mostShown = 5

/** Shows the last messages that could not be sent, and links to all of them. */
export function FailedPanel({ messages, count }: Props) {
  const { words } = useOffice()
  return (
    <section className="panel" aria-labelledby="messages">
      <h2 id="messages">{words('today.failedMessages')}</h2>
      {count === 0 ? (
        <p className="soft">{words('today.noFailedMessages')}</p>
      ) : (
        <>
          <FailedList messages={messages.slice(0, mostShown)} action={officeHref('retry')} />
          <p>
            <a href={officeHref('failedMessages')}>{words('today.allFailedMessages', { count })}</a>
          </p>
        </>
      )}
    </section>
  )
}
