import type { Currency } from '../../domain/money.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { BackendContext } from '../context.ts'
import { storedJson } from '../stored-json.ts'
import { timelineDetails } from './timeline-details.ts'
import { timelineParts } from './timeline-parts.ts'
import type { TimelineEntry } from './timeline-entry.ts'

type EntryRow = Pick<TimelineEntry, 'at' | 'kind' | 'name'> & {
  details: string
  amountMinor: number | null
  currency: Currency | null
}

/** Returns the events of an order, oldest first. Returns none when the order does not exist. */
export async function orderTimeline(
  { db }: Pick<BackendContext, 'db'>,
  invoiceID: string,
): Promise<TimelineEntry[]> {
  const parts = timelineParts.map((sql) =>
    prepareQuery<EntryRow>(db, `${sql} LIMIT 100`, invoiceID),
  )
  const results = await runBatch(db, parts)
  const rows = results.flatMap((part) => part.results)
  return rows.map(toEntry).toSorted((a, b) => a.at.localeCompare(b.at))
}

function toEntry({ at, kind, name, details, amountMinor, currency }: EntryRow): TimelineEntry {
  return {
    at,
    kind,
    name,
    details: storedJson(timelineDetails, details, {}),
    amount: amountMinor === null || currency === null ? null : { minor: amountMinor, currency },
  }
}
