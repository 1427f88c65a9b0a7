import { isRefunded } from '../kit/line-conditions.ts'
import { openSources } from '../orders/lines.ts'
import type { AcceptedOrder } from '../supply/supplier.ts'
import type { ClaimedOrder, SourcingContext } from './claims.ts'
import { hourMs, isoAfter } from '../kit/time.shared.ts'

const firstPause = 30_000
const longestPause = hourMs

/** SQL: no other worker has made a step since this worker claimed the order `?1`. */
export const isUnchanged = 'key = ?1 AND tries = ?2 AND status = ?3'

/**
 * SQL: the eSIM of a top-up was refunded after this worker claimed the order. The shop may be
 * returning the eSIM to its supplier.
 */
const isOfRefundedEsim = `kind = 'top-up' AND EXISTS (
  SELECT 1 FROM esims e WHERE e.iccid = supplier_orders.iccid AND ${isRefunded})`

/**
 * Records that the supplier may have the order from now on. Returns null if another worker has made
 * a step, or if a top-up is no longer needed.
 */
export async function markSent(
  db: D1Database,
  order: ClaimedOrder,
): Promise<(ClaimedOrder & { readonly status: 'sent' }) | null> {
  const { results } = await db
    .prepare(
      `UPDATE supplier_orders SET status = 'sent'
      WHERE ${isUnchanged} AND NOT (${isOfRefundedEsim}) RETURNING key`,
    )
    .bind(order.key, order.tries, order.status)
    .all()
  return results.length === 0 ? null : { ...order, status: 'sent' }
}

/**
 * Stores the supplier's reference and the cost of the order, even when the answer arrives after a
 * person gave the order up. Returns false if another order has the reference: one of the two is
 * wrong.
 */
export async function acceptOrder(
  context: SourcingContext,
  order: ClaimedOrder,
  { reference, cost }: Pick<AcceptedOrder, 'reference' | 'cost'>,
): Promise<boolean> {
  const { key, supplier } = order
  const { results } = await context.db
    .prepare(
      `UPDATE supplier_orders SET status = 'accepted', reference = ?2, tries = 0, next_try_at = ?4,
        cost_minor = coalesce(?5, cost_minor), cost_currency = coalesce(?6, cost_currency),
        refusal = NULL, problem = NULL, ended_at = NULL
      WHERE key = ?1 AND status IN ('new', 'sent', 'held', 'refused', 'given-up')
        AND NOT EXISTS (SELECT 1 FROM supplier_orders other
          WHERE other.supplier = ?3 AND other.reference = ?2 AND other.key <> ?1)
      RETURNING key`,
    )
    .bind(
      key,
      reference,
      supplier,
      context.now.toISOString(),
      cost?.minor ?? null,
      cost?.currency ?? null,
    )
    .all()
  if (results.length > 0) return true
  await holdOrder(context, order, `another order has the reference ${reference}`)
  return false
}

type Postponement = {
  readonly status: ClaimedOrder['status']
  readonly problem: string | null
  /** Seconds to wait, from the supplier. */
  readonly retryAfter?: number | null
}

/** Schedules the next try after 30 seconds. The pause doubles with each try, up to an hour. */
export async function postpone(
  { db, now }: SourcingContext,
  order: ClaimedOrder,
  { status, problem, retryAfter = null }: Postponement,
): Promise<void> {
  const pause = Math.max(pauseAfter(order.tries), (retryAfter ?? 0) * 1000)
  const next = isoAfter(now, Math.min(pause, longestPause))
  await db
    .prepare(
      `UPDATE supplier_orders SET status = ?4, problem = ?5, next_try_at = ?6, leased_until = NULL
      WHERE ${isUnchanged}`,
    )
    .bind(order.key, order.tries, order.status, status, problem, next)
    .run()
}

function pauseAfter(tries: number): number {
  return Math.min(firstPause * 2 ** Math.max(tries - 1, 0), longestPause)
}

/** Holds an order for a person. The shop continues to search for it every hour. */
export async function holdOrder(
  { db, now }: SourcingContext,
  { key, tries, status }: ClaimedOrder,
  problem: string,
): Promise<void> {
  await db
    .prepare(
      `UPDATE supplier_orders SET status = 'held', problem = ?4, next_try_at = ?5,
        leased_until = NULL
      WHERE ${isUnchanged}`,
    )
    .bind(key, tries, status, problem, isoAfter(now, longestPause))
    .run()
}

/**
 * Ends an order that no call has bought, if the line has another source. Otherwise returns false.
 */
export async function tryNextSource(
  { db, now }: SourcingContext,
  { key, tries, status }: ClaimedOrder,
  problem: string,
): Promise<boolean> {
  const { results } = await db
    .prepare(
      `UPDATE supplier_orders SET status = 'refused', problem = ?4, ended_at = ?5,
        next_try_at = NULL, leased_until = NULL
      WHERE ${isUnchanged} AND EXISTS (SELECT 1 FROM invoice_lines l
        WHERE l.invoice_id = supplier_orders.invoice_id
          AND l.position = supplier_orders.line_position
          AND EXISTS (SELECT 1 FROM ${openSources}))
      RETURNING key`,
    )
    .bind(key, tries, status, problem, now.toISOString())
    .all()
  return results.length > 0
}

/** Deletes an order that is no longer needed and that no call has bought. */
export async function dropOrder(
  db: D1Database,
  { key, tries, status }: ClaimedOrder,
): Promise<void> {
  await db
    .prepare(`DELETE FROM supplier_orders WHERE ${isUnchanged}`)
    .bind(key, tries, status)
    .run()
}
