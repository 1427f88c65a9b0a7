import type { Currency, Money } from '../kit/money.shared.ts'
import { prepareQuery, runBatch, storedJson } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import { timelineDetails } from '../api/audit.ts'
import type { TimelineDetails } from '../api/audit.ts'
import { partnerCurrency } from '../partners/available-balance.ts'
import { isUnassigned } from './order-state.ts'

type EntryRow = Pick<TimelineEntry, 'at' | 'kind' | 'name'> & {
  details: string
  amountMinor: number | null
  currency: Currency | null
}

/** Entries of one kind. Older ones are left out. */
const mostEntries = 100

/** Returns the events of an order, oldest first. Returns none when the order does not exist. */
export async function orderTimeline(
  { db }: Pick<BackendContext, 'db'>,
  invoiceID: string,
): Promise<TimelineEntry[]> {
  const parts = timelineParts.map((sql) =>
    prepareQuery<EntryRow>(db, `${sql} ORDER BY at DESC LIMIT ${mostEntries}`, invoiceID),
  )
  const results = await runBatch(db, parts)
  const rows = results.flatMap((part) => part.results.toReversed())
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

/** SQL for entries of one kind. */
type Part = {
  readonly kind: TimelineEntry['kind']
  /** SQL expressions over the source. */
  readonly at: string
  readonly name: string
  /** Arguments of `json_object`: names and values. */
  readonly details: string
  readonly amount?: readonly [minor: string, currency: string]
  /** SQL after FROM, with the order's id as ?1. It uses an index. */
  readonly source: string
}

const parts: readonly Part[] = [
  {
    kind: 'ordered',
    at: 'created_at',
    name: 'status',
    details: `'email', email, 'promocode', promocode`,
    amount: ['amount_minor', 'currency'],
    source: 'orders WHERE id = ?1',
  },
  {
    kind: 'payment',
    at: 'started_at',
    name: 'provider',
    details: `'reference', reference, 'cancelledAt', cancelled_at`,
    source: 'payments WHERE order_id = ?1',
  },
  {
    kind: 'fact',
    at: 'at',
    name: 'kind',
    details: `'provider', provider, 'reference', reference, 'id', id`,
    amount: ['amount_minor', 'currency'],
    source: 'payment_facts WHERE order_id = ?1',
  },
  {
    kind: 'refund',
    at: 'requested_at',
    name: `CASE WHEN origin = 'hand' THEN iif(state = 'succeeded', 'hand', 'reverted')
      WHEN ${isUnassigned} THEN 'unassigned' ELSE state END`,
    details: `'reason', reason, 'staff', actor, 'provider', provider, 'problem', problem,
      'transfer', transfer`,
    amount: ['amount_minor', 'currency'],
    source: 'refunds r WHERE order_id = ?1',
  },
  {
    kind: 'supplier-order',
    at: 'created_at',
    name: 'status',
    details: `'position', line_position, 'supplier', supplier, 'plan', plan_code,
      'reference', reference, 'iccid', iccid, 'problem', coalesce(problem, refusal)`,
    amount: ['cost_minor', 'cost_currency'],
    source: 'purchases WHERE order_id = ?1',
  },
  {
    kind: 'esim',
    at: 'purchased_at',
    name: 'plan_id',
    details: `'position', line_position, 'iccid', iccid`,
    source: 'esims WHERE order_id = ?1',
  },
  {
    kind: 'usage',
    at: 'first_used_at',
    name: `'first-used'`,
    details: `'iccid', iccid`,
    source: 'esims WHERE order_id = ?1 AND first_used_at IS NOT NULL',
  },
  {
    kind: 'usage',
    at: 'usage_as_of',
    name: `'measured'`,
    details: `'iccid', iccid, 'megabytes', data_used_mb`,
    source: 'esims WHERE order_id = ?1 AND usage_as_of IS NOT NULL',
  },
  {
    kind: 'message',
    at: 'created_at',
    name: 'purpose',
    details: `'recipient', recipient, 'sentAt', sent_at, 'givenUpAt', given_up_at,
      'bouncedAt', bounced_at`,
    source: 'outbox WHERE order_id = ?1',
  },
  {
    kind: 'partner',
    at: 'created_at',
    name: 'type',
    details: `'partner', partner_id`,
    amount: ['amount_minor', `'${partnerCurrency}'`],
    source: 'partner_transactions WHERE order_id = ?1',
  },
  {
    kind: 'note',
    at: 'at',
    name: `''`,
    details: `'staff', staff_name, 'text', details ->> 'text'`,
    source: `audit WHERE subject_kind = 'invoice' AND subject_id = ?1 AND action = 'note'
      AND details ->> 'text' IS NOT NULL`,
  },
]

/** SQL for staff actions. Notes are separate entries. */
const actions = `SELECT at, 'action' AS kind, action AS name,
    json_set(details, '$.staff', staff_name, '$.role', role) AS details, NULL AS amountMinor,
    NULL AS currency
  FROM audit WHERE subject_kind = 'invoice' AND subject_id = ?1 AND action <> 'note'`

/**
 * Queries for the entries of the order ?1. Of entries with the same time, those of an earlier query
 * come first, so an action comes before its effects.
 */
const timelineParts: readonly string[] = [
  actions,
  ...parts.map(
    ({ kind, at, name, details, amount: [minor, currency] = ['NULL', 'NULL'], source }) =>
      `SELECT ${at} AS at, '${kind}' AS kind, ${name} AS name, json_object(${details}) AS details,
        ${minor} AS amountMinor, ${currency} AS currency
      FROM ${source}`,
  ),
]

export type TimelineEntry = {
  readonly at: string
  readonly kind:
    | 'ordered'
    | 'payment'
    | 'fact'
    | 'refund'
    | 'supplier-order'
    | 'esim'
    | 'message'
    | 'usage'
    | 'partner'
    | 'action'
    | 'note'
  /** The name within its kind: a kind of fact, a status, the purpose of a message, or an action. */
  readonly name: string
  readonly details: TimelineDetails
  readonly amount: Money | null
}
