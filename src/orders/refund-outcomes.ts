import type { BackendContext } from '../context.ts'
import { settleInvoice } from './order-state.ts'
import { reverseReward } from '../partners/rewards.ts'
import { startReturns } from './lines.ts'
import type { InvoiceRefund } from './refunds.ts'

/** Moves a refund to the end of the queue of `openRefunds`. */
export function markTried(db: D1Database, id: string, now: Date): D1PreparedStatement {
  return db.prepare('UPDATE refunds SET tried_at = ? WHERE id = ?').bind(now.toISOString(), id)
}

/**
 * Records why an attempt failed, or null when the provider has begun the refund. The scheduled job
 * retries the refund.
 */
export function recordProblem(
  db: D1Database,
  id: string,
  problem: string | null,
): D1PreparedStatement {
  return db.prepare('UPDATE refunds SET problem = ? WHERE id = ?').bind(problem, id)
}

/**
 * Records that the provider made the refund. The profiles of its lines can be returned, and its
 * credit note can be issued if the customer had paid twice.
 */
export function acceptRefund(
  context: Pick<BackendContext, 'db' | 'config' | 'now'>,
  { id, invoiceID, requestedAt }: InvoiceRefund,
  factID: string,
): D1PreparedStatement[] {
  const { db, now } = context
  return [
    db
      .prepare('UPDATE refunds SET accepted_at = ?, fact_id = ?, problem = NULL WHERE id = ?')
      .bind(now.toISOString(), factID, id),
    returnProfiles(db, { invoiceID, requestedAt }, now),
    ...settleInvoice(context, invoiceID),
  ]
}

/**
 * Makes the return of the profiles of a refund to their supplier due. A trigger does this only when
 * the whole order is refunded. While another part of the refund is open, the lines can still be
 * delivered again.
 */
export function returnProfiles(
  db: D1Database,
  { invoiceID, requestedAt }: Pick<InvoiceRefund, 'invoiceID' | 'requestedAt'>,
  now: Date,
): D1PreparedStatement {
  return db
    .prepare(
      startReturns(
        `SELECT e.iccid FROM invoice_lines l
        JOIN esims e ON e.invoice_id = ?1 AND e.line_position = l.position
        WHERE l.invoice_id = ?1 AND l.refund_requested_at = ?2 AND l.replaced_by IS NULL
          AND NOT EXISTS (SELECT 1 FROM refunds part WHERE part.invoice_id = ?1
            AND part.requested_at = ?2 AND part.accepted_at IS NULL)`,
        '?3',
      ),
    )
    .bind(invoiceID, requestedAt, now.toISOString())
}

/** Records that the provider refused a refund. Its lines can be delivered again. */
export function refuseRefund(
  context: Pick<BackendContext, 'db' | 'config' | 'now'>,
  { id, invoiceID }: InvoiceRefund,
  problem: string,
): D1PreparedStatement[] {
  const { db, now } = context
  // The refund and its lines have the same `requested_at`.
  const isReturnedBy = (refund: string) => `replaced_by IS NULL AND refund_requested_at = (
    SELECT requested_at FROM refunds WHERE id = ${refund} AND refused_at IS NOT NULL)`
  return [
    db
      .prepare(
        'UPDATE refunds SET refused_at = ?, problem = ? WHERE id = ? AND accepted_at IS NULL',
      )
      .bind(now.toISOString(), problem, id),
    reverseReward(db, invoiceID, now, {
      sql: `EXISTS (SELECT 1 FROM invoice_lines WHERE invoice_id = ?1 AND ${isReturnedBy('?4')})`,
      params: [id],
    }),
    db
      .prepare(
        `UPDATE invoice_lines SET refund_requested_at = NULL
        WHERE invoice_id = ?1 AND ${isReturnedBy('?2')}`,
      )
      .bind(invoiceID, id),
    ...settleInvoice(context, invoiceID),
  ]
}
