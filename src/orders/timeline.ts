import type { Currency, Money } from '../kit/money.shared.ts'
import { storedJson } from '../kit/db.ts'
import type { DatabaseContext } from '../context.ts'
import { timelineDetails, type TimelineDetails } from '../api/audit.ts'
import { partnerCurrency } from '../partners/available-balance.ts'
import { isUnassigned } from './order-state.ts'
import { prepare, raw, runBatch, sql, type Sql } from '../kit/sql.ts'

type EntryRow = Pick<TimelineEntry, 'at' | 'kind' | 'name'> & {
  details: string
  amountMinor: number | null
  currency: Currency | null
}

/** Entries of one kind. Older ones are left out. */
const mostEntries = 100

/** Returns the events of an order, oldest first. Returns none when the order does not exist. */
export async function orderTimeline(
  { db }: DatabaseContext,
  invoiceID: string,
): Promise<TimelineEntry[]> {
  const parts = timelineParts(invoiceID).map(
    (part) => prepare<EntryRow>(db)`${part} ORDER BY at DESC LIMIT ${raw(mostEntries)}`,
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

const amount = sql`amount_minor AS amountMinor, currency`
const noAmount = sql`NULL AS amountMinor, NULL AS currency`

const refundName = sql`CASE WHEN origin = 'hand' THEN iif(state = 'succeeded', 'hand', 'reverted')
  WHEN ${isUnassigned} THEN 'unassigned' ELSE state END`

/**
 * Queries for the entries of an order, each with an index. Of entries with the same time, those of
 * an earlier query come first, so an action comes before its effects. Notes are separate entries.
 */
function timelineParts(id: string): readonly Sql[] {
  const ofOrder = sql`order_id = ${id}`
  const audited = sql`subject_kind = 'invoice' AND subject_id = ${id}`
  return [
    sql`SELECT at, 'action' AS kind, action AS name,
      json_set(details, '$.staff', staff_name, '$.role', role) AS details, ${noAmount}
      FROM audit WHERE ${audited} AND action <> 'note'`,
    sql`SELECT created_at AS at, 'ordered' AS kind, status AS name,
      json_object('email', email, 'promocode', promocode) AS details, ${amount}
      FROM orders WHERE id = ${id}`,
    sql`SELECT started_at AS at, 'payment' AS kind, provider AS name,
      json_object('reference', reference, 'cancelledAt', cancelled_at) AS details, ${noAmount}
      FROM payments WHERE ${ofOrder}`,
    sql`SELECT at, 'fact' AS kind, kind AS name,
      json_object('provider', provider, 'reference', reference, 'id', id) AS details, ${amount}
      FROM payment_facts WHERE ${ofOrder}`,
    sql`SELECT requested_at AS at, 'refund' AS kind, ${refundName} AS name,
      json_object('reason', reason, 'staff', actor, 'provider', provider, 'problem', problem,
        'transfer', transfer) AS details, ${amount}
      FROM refunds r WHERE ${ofOrder}`,
    sql`SELECT created_at AS at, 'supplier-order' AS kind, status AS name,
      json_object('position', line_position, 'supplier', supplier, 'plan', plan_code,
        'reference', reference, 'iccid', iccid, 'problem', coalesce(problem, refusal)) AS details,
      cost_minor AS amountMinor, cost_currency AS currency
      FROM purchases WHERE ${ofOrder}`,
    ...esimParts(ofOrder),
    sql`SELECT created_at AS at, 'message' AS kind, purpose AS name,
      json_object('recipient', recipient, 'sentAt', sent_at, 'givenUpAt', given_up_at,
        'bouncedAt', bounced_at) AS details, ${noAmount}
      FROM outbox WHERE ${ofOrder}`,
    sql`SELECT created_at AS at, 'partner' AS kind, type AS name,
      json_object('partner', partner_id) AS details,
      amount_minor AS amountMinor, ${partnerCurrency} AS currency
      FROM partner_transactions WHERE ${ofOrder}`,
    sql`SELECT at, 'note' AS kind, '' AS name,
      json_object('staff', staff_name, 'text', details ->> 'text') AS details, ${noAmount}
      FROM audit WHERE ${audited} AND action = 'note' AND details ->> 'text' IS NOT NULL`,
  ]
}

function esimParts(ofOrder: Sql): readonly Sql[] {
  return [
    sql`SELECT purchased_at AS at, 'esim' AS kind, plan_id AS name,
      json_object('position', line_position, 'iccid', iccid) AS details, ${noAmount}
      FROM esims WHERE ${ofOrder}`,
    sql`SELECT first_used_at AS at, 'usage' AS kind, 'first-used' AS name,
      json_object('iccid', iccid) AS details, ${noAmount}
      FROM esims WHERE ${ofOrder} AND first_used_at IS NOT NULL`,
    sql`SELECT usage_as_of AS at, 'usage' AS kind, 'measured' AS name,
      json_object('iccid', iccid, 'megabytes', data_used_mb) AS details, ${noAmount}
      FROM esims WHERE ${ofOrder} AND usage_as_of IS NOT NULL`,
  ]
}

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
