import type { TimelineEntry } from '../../orders/timeline.ts'
import { formatMoney, formatTime } from '../../words/formats.shared.ts'
import { nameIn } from '../admin-words.ts'
import type { AdminWords } from '../admin-words.ts'
import { isTime, formatDetails } from '../format-details.ts'
import { useOffice } from '../office.tsx'

type Props = {
  readonly entries: readonly TimelineEntry[]
  /** Entries after this time are marked as new. */
  readonly seenAt: string | null
}

const good = ['charged', 'accepted', 'manual', 'done', 'dispute-won']
const bad = ['declined', 'refused', 'reverted', 'disputed', 'dispute-lost', 'held', 'given-up']

/** Shows everything that happened to an order, newest first. */
export function Timeline({ entries, seenAt }: Props) {
  const { locale, words } = useOffice()
  return (
    <ol className="timeline">
      {entries.toReversed().map((entry, index) => (
        <li key={index} className={classOf(entry, seenAt)}>
          <time dateTime={entry.at}>{formatTime(entry.at)}</time>
          <div>
            {seenAt !== null && entry.at > seenAt && (
              <span className="badge warn">{words('order.new')}</span>
            )}{' '}
            <b>{titleOf(entry, words)}</b>
            {entry.amount && ` ${formatMoney(locale, entry.amount)}`}
            <Details details={entry.details} />
          </div>
        </li>
      ))}
    </ol>
  )
}

type DetailsProps = {
  readonly details: TimelineEntry['details']
}

function Details({ details }: DetailsProps) {
  const { locale, words } = useOffice()
  const shown = formatDetails(locale, words, details)
  if (shown.length === 0) return null
  return (
    <small className="details">
      {shown.map(([name, text]) => (
        <span key={name}>
          {name}: {text}
        </span>
      ))}
    </small>
  )
}

function titleOf({ kind, name }: TimelineEntry, words: AdminWords): string {
  switch (kind) {
    case 'action':
      return words('timeline.action', { action: nameIn(words, 'doneActions', name) })
    case 'payment':
    case 'esim':
      return words(`timeline.${kind}`, { name })
    case 'fact':
      return nameIn(words, 'facts', name)
    case 'message':
      return words('timeline.message', { purpose: nameIn(words, 'purposes', name) })
    case 'refund':
      return nameIn(words, 'refundStates', name)
    case 'supplier-order':
      return nameIn(words, 'supplierStates', name)
    case 'usage':
      return nameIn(words, 'usage', name)
    case 'partner':
      return nameIn(words, 'partnerKinds', name)
    case 'ordered':
    case 'note':
      return words(`timeline.${kind}`)
  }
}

function classOf(entry: TimelineEntry, seenAt: string | null): string {
  return `${toneOf(entry)} ${seenAt !== null && entry.at > seenAt ? 'new' : ''}`
}

function toneOf({ kind, name, details }: TimelineEntry): string {
  // The name of this entry is the current status of the order, and not an event.
  if (kind === 'ordered') return ''
  const hasFailed = isTime(details['givenUpAt']) || isTime(details['bouncedAt'])
  if (bad.includes(name) || hasFailed) return 'bad'
  return good.includes(name) ? 'good' : ''
}
