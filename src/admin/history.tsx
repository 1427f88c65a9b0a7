import type { AuditEntry } from '../api/audit.ts'
import { formatTime } from '../words/formats.shared.ts'
import { nameIn } from './admin-words.ts'
import { formatDetails } from './format-details.ts'
import { useOffice } from './office.tsx'

type Props = {
  /** Oldest first. The page shows the newest first. */
  readonly entries: readonly AuditEntry[]
}

export function History({ entries }: Props) {
  const { locale, words } = useOffice()
  return (
    <ol className="list">
      {entries.toReversed().map(({ id, at, staff, action, details }) => (
        <li key={id}>
          <b>{nameIn(words, 'doneActions', action)}</b>
          <small>
            <time dateTime={at}>{formatTime(at)}</time> · {staff.name}
          </small>
          <small className="details">
            {formatDetails(locale, words, details).map(([name, text]) => (
              <span key={name}>
                {name}: {text}
              </span>
            ))}
          </small>
        </li>
      ))}
    </ol>
  )
}
