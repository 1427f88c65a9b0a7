import { mostRetried, retriedPerMinute } from '../../messages/retry-messages.ts'
import type { FailedCounts } from '../../messages/retry-messages.ts'
import { ActionFields } from '../action-form.tsx'
import { useOffice } from '../office.tsx'

type Props = {
  readonly counts: FailedCounts
  readonly version: number
  /** The URL that receives the form, with the filter of the page. */
  readonly action: string
}

/** A form to send all messages of the filter again. The disclosure asks for one confirmation. */
export function RetryAll({ counts, version, action }: Props) {
  const { words, may } = useOffice()
  const { all, sendable, bounced, outdated } = counts
  if (all === 0)
    return (
      <p className="panel" role="status">
        {words('failedMessages.none')}
      </p>
    )
  if (!may('retry-all')) return null
  const count = Math.min(sendable, mostRetried)
  return (
    <section className="panel" aria-labelledby="all">
      <h2 id="all">{words('failedMessages.sendAll')}</h2>
      {count === 0 && <p className="soft">{words('failedMessages.nothingToSend')}</p>}
      {count > 0 && (
        <details>
          <summary>{words('failedMessages.send', { count })}</summary>
          <form method="post" action={action} className="fields">
            <ActionFields action="retry-all" version={version} />
            <p className="soft">{words('failedMessages.pace', { count: retriedPerMinute })}</p>
            {sendable > count && (
              <p className="soft">{words('failedMessages.rest', { count: sendable - count })}</p>
            )}
            <button className="button">{words('failedMessages.confirm', { count })}</button>
          </form>
        </details>
      )}
      {bounced > 0 && (
        <p className="soft">{words('failedMessages.leftOut.bounced', { count: bounced })}</p>
      )}
      {outdated > 0 && (
        <p className="soft">{words('failedMessages.leftOut.outdated', { count: outdated })}</p>
      )}
    </section>
  )
}
