import type { AuditEntry, TimelineDetails } from '../api/audit.ts'
import {
  formatTime,
  formatDate,
  formatMoney,
  formatNumber,
  formatNumbersIn,
} from '../words/formats.shared.ts'
import { Panel } from './lists.tsx'
import { nameIn, useOffice, type OfficeWords } from './office-context.tsx'
import type { Locale } from '../words/locales.shared.ts'

type Props = {
  /** Oldest first. The page shows the newest first. */
  readonly entries: readonly AuditEntry[]
}

function History({ entries }: Props) {
  const { words } = useOffice()
  return (
    <ol className="list">
      {entries.toReversed().map(({ id, at, staff, action, details }) => (
        <li key={id}>
          <b>{nameIn(words, 'doneActions', action)}</b>
          <small>
            <time dateTime={at}>{formatTime(at)}</time> · {staff.name}
          </small>
          <Details details={details} />
        </li>
      ))}
    </ol>
  )
}

export function Details({ details }: { readonly details: TimelineDetails }) {
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

type HistoryPanelProps = Props & { readonly heading?: string; readonly empty?: string }

/** Shows a history below its heading. */
export function HistoryPanel({ entries, ...texts }: HistoryPanelProps) {
  const { words } = useOffice()
  const { heading = words('plans.history'), empty = words('plans.noHistory') } = texts
  return (
    <Panel id="history" heading={heading}>
      {entries.length === 0 && <p className="soft">{empty}</p>}
      <History entries={entries} />
    </Panel>
  )
}

/**
 * Returns the names and texts of an entry's details. Formats an amount with its currency as money,
 * and dates and times as on other pages. Omits unknown facts.
 */
export function formatDetails(
  locale: Locale,
  words: OfficeWords,
  details: TimelineDetails,
): (readonly [name: string, text: string])[] {
  const { amount: minor, currency } = details
  const isMoney = typeof minor === 'number' && typeof currency === 'string'
  return Object.entries(details)
    .filter(([name, value]) => value !== null && value !== '' && !(isMoney && name === 'currency'))
    .map(([name, value]) => [
      nameIn(words, 'details', name),
      isMoney && name === 'amount'
        ? formatMoney(locale, { minor, currency })
        : textOf(locale, words, name, value),
    ])
}

/** Details whose values are keys of words. */
const wordTables = { role: 'roles', scope: 'scopes' } as const

function isKey(name: string): name is keyof typeof wordTables {
  return Object.hasOwn(wordTables, name)
}

/** Details whose texts are amounts or percentages. The name of a price is its currency. */
const numeric = /^(rate|reduction|markup|minimumProfit|step|ending|[A-Z]{3})$/

function textOf(
  locale: Locale,
  words: OfficeWords,
  name: string,
  value: TimelineDetails[string] | undefined,
): string {
  if (isKey(name)) return nameIn(words, wordTables[name], String(value))
  if (typeof value === 'number') return formatNumber(locale, value)
  if (isTime(value)) return formatTime(value)
  if (isDate(value)) return formatDate(value)
  return numeric.test(name) ? formatNumbersIn(locale, String(value)) : String(value)
}

export function isTime(value: string | number | null | undefined): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
}

function isDate(value: string | number | null | undefined): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}
