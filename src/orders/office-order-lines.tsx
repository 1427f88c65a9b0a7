import type { LineForOffice } from './order-for-office.ts'
import { dataAmount, formatDate, formatTime } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { useOffice, nameIn, type OfficeWords } from '../office/office-context.tsx'
import { WideTable } from '../office/lists.tsx'
import { customerOf } from './office-orders.tsx'
import type { TimelineEntry } from './timeline.ts'
import { Details, isTime } from '../office/history.tsx'

export function OrderLines({ lines }: { readonly lines: readonly LineForOffice[] }) {
  const { locale, words } = useOffice()
  return (
    <div className="panel">
      <WideTable
        name={words('orders.plans')}
        rows={lines}
        keyOf={({ position }) => String(position)}
        columns={[
          [words('order.plan'), (line) => <LineName line={line} />],
          [
            words('order.esim'),
            ({ iccid }) => (iccid === null ? words('order.noEsim') : <code>{iccid}</code>),
          ],
          [words('order.used'), (line) => usageOf(line, locale, words)],
          [words('order.price'), (line) => <LinePrice line={line} />, 'number'],
        ]}
      />
    </div>
  )
}

type LineProps = { readonly line: LineForOffice }

function LineName({ line }: LineProps) {
  const { words } = useOffice()
  const { title, tariffID, recipient, deliverOn, iccid } = line
  return (
    <>
      {title}
      <br />
      <small>
        <a href={officeHref('plan', { id: tariffID })}>
          <code>{tariffID}</code>
        </a>
        {recipient !== null && ` · ${words('order.gift', { email: customerOf(words, recipient) })}`}
        {deliverOn !== null &&
          iccid === null &&
          ` · ${words('order.deliverOn', { date: formatDate(deliverOn) })}`}
      </small>
    </>
  )
}

function LinePrice({ line }: LineProps) {
  const { words, money } = useOffice()
  return (
    <>
      {money(line.amount)}
      {line.isReturned && (
        <>
          <br />
          <span className="badge bad">{words(`order.${returnOf(line)}`)}</span>
        </>
      )}
    </>
  )
}

function returnOf({ replacedBy, isRefunding }: LineForOffice) {
  if (replacedBy !== null) return 'replaced'
  return isRefunding ? 'refunding' : 'returned'
}

function usageOf(line: LineForOffice, locale: Locale, words: OfficeWords): string {
  if (line.iccid === null) return '—'
  if (line.firstUsedAt === null) return words('order.unused')
  const [amount, unit] = dataAmount(locale, line.dataUsedMb)
  return words('order.usedSince', {
    amount: `${amount} ${wordsOf(locale)(`units.${unit}`)}`,
    time: formatTime(line.firstUsedAt),
  })
}

type TimelineProps = {
  readonly entries: readonly TimelineEntry[]
  /** Entries after this time are marked as new. */
  readonly seenAt: string | null
}

const good = ['charged', 'accepted', 'manual', 'done', 'dispute-won']
const bad = ['declined', 'refused', 'reverted', 'disputed', 'dispute-lost', 'held', 'given-up']

/** Shows everything that happened to an order, newest first. */
export function Timeline({ entries, seenAt }: TimelineProps) {
  const { words, money } = useOffice()
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
            {entry.amount && ` ${money(entry.amount)}`}
            <Details details={entry.details} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function titleOf({ kind, name }: TimelineEntry, words: OfficeWords): string {
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
