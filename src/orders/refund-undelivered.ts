import { sumOf, type Currency } from '../kit/money.shared.ts'
import { z } from 'zod'
import { logEvent } from '../kit/log.ts'
import { hourMs, isoBefore } from '../kit/time.shared.ts'
import { orderSubject } from '../messages/alerts.ts'
import { readJsonColumn } from '../kit/db.ts'
import { waitingSince, systemActor } from './lines.ts'
import { isUnassigned } from './order-state.ts'
import { refundablePayments, refundStatements, sendRefundsOf } from './refunds.ts'
import { prepare, raw, readRows, runBatch, sql } from '../kit/sql.ts'

type OverdueContext = Parameters<typeof sendRefundsOf>[0]

/** SQL: the line `l` waits, was due before the deadline, and never had an automatic refund. */
const isOverdue = (deadline: string) =>
  sql`(l.is_waiting AND coalesce(l.deliver_on, '') <= ${deadline}
    AND NOT EXISTS (SELECT 1 FROM refunds r, json_each(r.positions) covered
      WHERE r.order_id = l.order_id AND r.origin = 'automatic'
        AND covered.value = l.position))`

/**
 * SQL: staff handle the order `i`, because it is frozen, its waiting time restarted after the
 * deadline, or a provider reported a refund that may be for the waiting lines.
 */
const isPaused = (deadline: string) =>
  sql`(i.frozen_at IS NOT NULL OR ${raw(waitingSince)} > ${deadline}
    OR EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = i.id AND ${isUnassigned}))`

/**
 * Refunds undelivered lines of up to 20 orders that were paid at least AUTO_REFUND_HOURS ago.
 * Orders that could not be refunded come last in the next run. The time restarts when staff
 * unfreeze an order or replace a line.
 */
export async function refundUndelivered(context: OverdueContext): Promise<void> {
  const { db, config, now } = context
  const deadline = isoBefore(now, config.AUTO_REFUND_HOURS * hourMs)
  const results = await readRows<{ id: string }>(db)`UPDATE orders SET refund_tried_at = ${now}
    WHERE id IN (
      SELECT id FROM orders i INDEXED BY orders_paid
      WHERE status = 'paid' AND paid_at <= ${deadline} AND NOT ${isPaused(deadline)}
        AND EXISTS (SELECT 1 FROM line_states l WHERE l.order_id = i.id AND ${isOverdue(deadline)})
      ORDER BY refund_tried_at, paid_at LIMIT 20)
    RETURNING id`
  for (const { id } of results) await refundOverdueLines(context, id, deadline)
}

type OverdueRow = {
  /** JSON: the positions of the lines. */
  readonly positions: string
  readonly price: number
  readonly currency: Currency
  readonly version: number
}

const lineNumbers = z.array(z.int())

/** Refunds the price of the lines, or the money that is left of it after refunds for no line. */
async function refundOverdueLines(context: OverdueContext, invoiceID: string, deadline: string) {
  const { db } = context
  const [overdue, payments] = await runBatch(db, [
    prepare<OverdueRow>(db)`SELECT json_group_array(l.position) AS positions,
        sum(l.amount_minor) AS price, i.currency,
        (SELECT version FROM order_versions WHERE order_id = ${invoiceID}) AS version
      FROM orders i JOIN line_states l ON l.order_id = ${invoiceID}
      WHERE i.id = ${invoiceID} AND i.status = 'paid' AND NOT ${isPaused(deadline)}
        AND ${isOverdue(deadline)} GROUP BY i.id`,
    refundablePayments(db, invoiceID),
  ])
  const [lines] = overdue.results
  // A parallel delivery or a staff action may have changed the order.
  if (!lines) return
  const { price, currency, version } = lines
  const minor = Math.min(price, sumOf(payments.results))
  const refund = await refundStatements(context, {
    invoiceID,
    amount: { minor, currency },
    positions: readJsonColumn('refunds.positions', lineNumbers, lines.positions),
    origin: 'automatic',
    reason: 'undelivered',
    actor: systemActor,
    version,
  })
  if (refund === null)
    return logEvent({ event: 'nothing-to-refund', invoice: orderSubject.of(invoiceID) })
  await db.batch(refund.statements)
  await sendRefundsOf(context, invoiceID)
}
