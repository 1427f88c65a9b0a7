import { logEvent } from '../../domain/log-event.ts'
import { hourMs } from '../../domain/time-units.ts'
import { invoiceSubject } from '../alerts/alerts.ts'
import { isWaiting, waitingSince } from '../orders/waiting-lines.ts'
import { refundInvoice } from './refund-invoice.ts'
import { idsOf, systemActor } from './refunds.ts'
import { isReported } from './reported-refunds.ts'
import { returnPaidLines } from './return-paid-lines.ts'

type OverdueContext = Parameters<typeof refundInvoice>[0]
type OverdueRow = {
  positions: string | null
  price: number
  held: number
  due: number
  goodwill: number
  key: string
}

/** SQL with the deadline as ?1: the line `l` waits and was due before the deadline. */
const isOverdue = `${isWaiting} AND coalesce(l.deliver_on, '') <= ?1`

/**
 * SQL: a payment of the order `i` reports a refund, which may be an amount that staff refunded and
 * that the provider has not confirmed yet. It is not known whether the refund is for a line.
 */
const hasUnclearRefund = `EXISTS (SELECT 1 FROM refunds r
  JOIN payment_facts f ON f.provider = r.provider AND f.reference = r.reference
  WHERE r.invoice_id = i.id AND r.accepted_at IS NULL AND r.refused_at IS NULL
    AND r.actor <> '${systemActor}' AND r.positions = '[]'
    AND f.kind = 'refunded' AND f.received_at >= r.requested_at)`

/**
 * SQL with the deadline as ?1: the order `i` is frozen, its waiting time restarted after the
 * deadline, or the outcome of another refund is not clear.
 */
const isPaused = `(i.frozen_at IS NOT NULL OR ${waitingSince} > ?1 OR ${hasUnclearRefund})`

/**
 * SQL: the idempotency key of the automatic refund of the line `l`. Lines of an order with the same
 * delivery date share one refund. Each replaced line changes the key.
 */
const refundKey = `'undelivered:' || i.id || (
  SELECT CASE count(*) WHEN 0 THEN '' ELSE ':' || count(*) END
  FROM invoice_lines old WHERE old.invoice_id = i.id AND old.replaced_by IS NOT NULL)
  || coalesce(':' || l.deliver_on, '')`

/** SQL: the line `l` has an automatic refund. */
const hasRefund = `EXISTS (SELECT 1 FROM refunds r WHERE r.id = ${refundKey} || '/1')`

/**
 * SQL: the provider refused the automatic refund of the line `l`, and the order `i` has a refund.
 * It may be the one that the operator made in the provider's dashboard instead.
 */
const isRefused = `(EXISTS (SELECT 1 FROM refunds r
    WHERE r.id BETWEEN ${refundKey} || '/0' AND ${refundKey} || '/9' AND r.refused_at IS NOT NULL)
  AND EXISTS (SELECT 1 FROM payment_facts f WHERE f.invoice_id = i.id AND f.kind = 'refunded'))`

/**
 * SQL with the deadline as ?1: the line `l` is overdue, and its automatic refund was not requested
 * yet, or was refused.
 */
const isToRefund = `${isOverdue} AND (NOT ${hasRefund} OR ${isRefused})`

/**
 * SQL: what staff refunded of the order `i` in the shop without returning a line. Staff chose to
 * pay it in addition to the lines. The accepted part of a refund of lines does not count, even when
 * the provider refused another part, so that the lines are not returned yet.
 */
const goodwill = `(SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
  WHERE r.invoice_id = i.id AND r.accepted_at IS NOT NULL AND r.actor <> '${systemActor}'
    AND r.positions = '[]' AND NOT EXISTS (
    SELECT 1 FROM invoice_lines returned
    WHERE returned.invoice_id = i.id AND returned.refund_requested_at = r.requested_at))`

/**
 * Refunds undelivered lines of up to 20 orders that were paid at least AUTO_REFUND_HOURS ago.
 * Orders that could not be refunded come last in the next run. Staff handle frozen orders. The time
 * restarts when staff unfreeze an order or replace a line.
 */
export async function refundUndelivered(context: OverdueContext): Promise<void> {
  const { db, config, now } = context
  const deadline = new Date(now.getTime() - config.AUTO_REFUND_HOURS * hourMs).toISOString()
  const { results } = await db
    .prepare(
      `UPDATE invoices SET refund_tried_at = ?2 WHERE id IN (
        SELECT id FROM invoices i INDEXED BY invoices_paid
        WHERE status = 'paid' AND paid_at <= ?1 AND NOT ${isPaused}
          AND EXISTS (SELECT 1 FROM invoice_lines l WHERE l.invoice_id = i.id AND ${isToRefund})
        ORDER BY refund_tried_at, paid_at LIMIT 20)
      RETURNING id`,
    )
    .bind(deadline, now.toISOString())
    .all<{ id: string }>()
  for (const { id } of results) await refundOverdueLines(context, id, deadline)
}

/** Refunds the overdue lines with one delivery date. The next run refunds the next date. */
async function refundOverdueLines(
  context: OverdueContext,
  invoiceID: string,
  deadline: string,
): Promise<void> {
  const row = await context.db
    .prepare(
      `SELECT group_concat(l.position) AS positions, sum(l.amount_minor) AS price,
        s.held_minor AS held, s.due_minor AS due, ${goodwill} AS goodwill, ${refundKey} AS key
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
      JOIN invoice_states s ON s.invoice_id = ?2
      WHERE i.id = ?2 AND NOT ${isPaused} AND ${isToRefund}
      GROUP BY key HAVING NOT max(${hasRefund}) OR held + goodwill <= due - price
      ORDER BY key LIMIT 1`,
    )
    .bind(deadline, invoiceID)
    .first<OverdueRow>()
  // A parallel delivery or a staff action may have changed the order.
  if (!row?.positions) return
  const positions = row.positions.split(',').map(Number)
  const amountMinor = amountToRefund(row)
  if (amountMinor <= 0 && row.held > 0) return returnLines(context, invoiceID, row.key, positions)
  const refunds = await refundInvoice(context, {
    invoiceID,
    amountMinor,
    positions,
    reason: 'undelivered',
    actor: systemActor,
    idempotencyKey: row.key,
  })
  if (refunds.length === 0)
    logEvent({ event: 'nothing-to-refund', invoice: invoiceSubject.of(invoiceID) })
}

/**
 * A refund in the provider's dashboard names no line. It counts towards the undelivered lines, so
 * that the shop does not refund them twice.
 */
function amountToRefund({ price, held, due, goodwill: extra }: OverdueRow): number {
  const priceOfOthers = due - price
  return Math.min(price, held, held + extra - priceOfOthers)
}

/**
 * Returns waiting lines whose money was refunded in the provider's dashboard. Accepts their refused
 * refund if that money is of its payment, so that no other refund counts it.
 */
async function returnLines(
  context: OverdueContext,
  invoiceID: string,
  key: string,
  positions: readonly number[],
): Promise<void> {
  const { db, now } = context
  await db.batch([
    db
      .prepare(
        `UPDATE refunds AS r SET accepted_at = ?1, problem = NULL WHERE id BETWEEN ?2 AND ?3
          AND refused_at IS NOT NULL AND accepted_at IS NULL AND ${isReported(['refunded'])}`,
      )
      .bind(now.toISOString(), ...idsOf(key)),
    ...(await returnPaidLines(context, {
      invoiceID,
      positions,
      idempotencyKey: key,
      condition: isWaiting,
    })),
  ])
}
