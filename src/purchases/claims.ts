import { isoAfter } from '../kit/time.shared.ts'
import { prepareQuery, runBatch } from '../kit/db.ts'
import { isRefunded } from '../kit/line-conditions.ts'
import { isDeliverable } from '../orders/lines.ts'
import { callsIn, countCalls, minuteOf, returnCalls } from '../supply/count-calls.ts'
import type { Supplier } from '../supply/supplier.ts'
import type { BackendContext } from '../context.ts'

/** An order whose next step only this worker may make until its lease ends. */
export type ClaimedOrder = {
  readonly key: string
  readonly invoiceID: string
  readonly position: number
  readonly kind: 'plan' | 'top-up'
  readonly supplier: string
  readonly planCode: string
  readonly costMinor: number | null
  readonly status: 'new' | 'sent' | 'accepted' | 'held' | 'done'
  readonly reference: string | null
  /** The profile that was bought, or the eSIM to top up. */
  readonly iccid: string | null
  /** Steps since the last successful step, including the current one. */
  readonly tries: number
  /**
   * Whether the line is still paid and waiting. For a top-up, its eSIM must not be refunded either.
   */
  readonly isNeeded: boolean
}
export type DueOrder = Pick<ClaimedOrder, 'key' | 'supplier' | 'invoiceID' | 'position'>
type ClaimedRow = Omit<ClaimedOrder, 'isNeeded'>

/** Maximum calls in one step: find the order, place it and fetch its profile. */
export const callsPerStep = 3

/** Milliseconds: five times the duration of three calls, each of which ends after 20 s. */
const lease = 300_000
const batchSize = 6

const isDueNow = `next_try_at <= ?1 AND (leased_until IS NULL OR leased_until <= ?1)`

/**
 * Returns orders whose next step is due, those with the fewest tries first. Their suppliers are
 * switched on and have enough calls left in this minute.
 */
export async function findDueOrders({
  db,
  now,
  suppliers,
}: SourcingContext): Promise<readonly DueOrder[]> {
  const callsPerMinute = Object.fromEntries(suppliers.map((each) => [each.id, each.callsPerMinute]))
  const { results } = await db
    .prepare(
      `SELECT key, supplier, invoice_id AS invoiceID, line_position AS position
      FROM supplier_orders
      WHERE ${isDueNow} AND supplier IN (
        SELECT suppliers.id FROM json_each(?2) most JOIN suppliers ON suppliers.id = most.key
        WHERE ${callsIn('?3')} + ${callsPerStep} <= most.value)
      ORDER BY tries, next_try_at LIMIT ${batchSize}`,
    )
    .bind(now.toISOString(), JSON.stringify(callsPerMinute), minuteOf(now))
    .all<DueOrder>()
  return results
}

/**
 * Leases an order to this worker and counts the calls of its step. Returns null when another worker
 * has the order, or the supplier has no calls left in this minute.
 */
export async function claimOrder(
  { db, now }: SourcingContext,
  supplier: Supplier,
  { key, invoiceID, position }: DueOrder,
): Promise<ClaimedOrder | null> {
  const time = now.toISOString()
  const [counted, claimed, needed] = await runBatch(db, [
    countCalls(db, supplier, callsPerStep, now),
    prepareQuery<ClaimedRow>(
      db,
      `UPDATE supplier_orders SET leased_until = ?2, tries = tries + 1
        WHERE key = ?3 AND ${isDueNow} AND changes() = 1
        RETURNING key, invoice_id AS invoiceID, line_position AS position, kind,
          supplier, plan_code AS planCode, cost_minor AS costMinor, status, reference, iccid, tries`,
      time,
      isoAfter(now, lease),
      key,
    ),
    db
      .prepare(
        `SELECT 1 FROM invoice_lines l
        WHERE l.invoice_id = ?1 AND l.position = ?2 AND ${isDeliverable}
          AND (l.kind <> 'top-up' OR EXISTS (
            SELECT 1 FROM top_ups u JOIN esims e ON e.esim_hash = u.esim_hash
            WHERE u.invoice_id = ?1 AND u.line_position = ?2 AND NOT ${isRefunded}))`,
      )
      .bind(invoiceID, position),
  ])
  const [row] = claimed.results
  if (!row && counted.results.length > 0) await returnCalls(db, supplier, callsPerStep, now).run()
  return row ? { ...row, isNeeded: needed.results.length === 1 } : null
}

export type SourcingContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'suppliers'> & {
  /** Returns false when the worker may end before another call does. By default there is time. */
  readonly hasTime?: () => boolean
  /** Returns the current time, because a run of the scheduled job takes minutes. */
  readonly clock?: () => Date
}
