import type { AuditEntry } from '../backend/operations/audit.ts'
import { formatTime } from '../locale/formats.ts'
import { nameIn } from './admin-words.ts'
import type { AdminWords } from './admin-words.ts'

type Props = {
  readonly words: AdminWords
  /** Oldest first. The page shows the newest first. */
  readonly entries: readonly AuditEntry[]
}

/** What members of staff did, from the audit. */
export function History({ words, entries }: Props) {
  return (
    <ol className="list">
      {entries.toReversed().map(({ id, at, staff, action, details }) => (
        <li key={id}>
          <b>{nameIn(words, 'doneActions', action)}</b>
          <small>
            <time dateTime={at}>{formatTime(at)}</time> · {staff.name}
          </small>
          <small className="details">
            {Object.entries(details).map(
              ([name, value]) =>
                value !== null && (
                  <span key={name}>
                    {nameIn(words, 'details', name)}: {value}
                  </span>
                ),
            )}
          </small>
        </li>
      ))}
    </ol>
  )
}
