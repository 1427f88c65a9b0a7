import type { BackendContext } from '../context.ts'
import { settleInvoice } from '../orders/invoice-state.ts'
import { lineRefundMail } from '../orders/order-mails.ts'
import { reverseReward } from '../referrers/rewards.ts'
import { returnProfiles } from './refund-outcomes.ts'
import { keyOf, systemActor } from './refunds.ts'
import { hasKeptLine, isReported } from './reported-refunds.ts'

type ReturnContext = Pick<BackendContext, 'db' | 'config' | 'now'>
type RefusedRefund = {
  readonly id: string
  readonly invoiceID: string
  readonly requestedAt: string
  /** JSON: the positions of the lines. */
  readonly positions: string
}

/** SQL: the outcome of another part of the refund `r` is unknown. */
const hasOpenPart = `EXISTS (SELECT 1 FROM refunds part WHERE part.invoice_id = r.invoice_id
  AND part.requested_at = r.requested_at AND part.accepted_at IS NULL AND part.refused_at IS NULL)`

/**
 * SQL: the provider refused the refund `r` of lines, and the operator has since made it in the
 * provider's dashboard. Automatic refunds are not included: `refundUndelivered` returns their
 * lines. The last part that is accepted returns the lines, so this part waits for the open ones.
 */
const isMade = `r.refused_at IS NOT NULL AND r.accepted_at IS NULL AND r.cancelled_at IS NULL
  AND r.actor <> '${systemActor}'
  AND NOT ${hasOpenPart} AND ${isReported(['refunded'])} AND ${hasKeptLine('r')}`

/**
 * Returns the lines of up to 20 refunds by staff that the provider refused, and that the operator
 * made in the provider's dashboard. An order whose whole price was refunded needs nothing.
 */
export async function returnRefusedLines(context: ReturnContext): Promise<void> {
  const { results } = await context.db
    .prepare(
      `SELECT r.id, r.invoice_id AS invoiceID, r.requested_at AS requestedAt, r.positions
      FROM refunds r INDEXED BY refunds_refused JOIN invoices i ON i.id = r.invoice_id
      WHERE i.status <> 'refunded' AND ${isMade} ORDER BY r.requested_at LIMIT 20`,
    )
    .all<RefusedRefund>()
  for (const refund of results) await returnLines(context, refund)
}

/** Accepts a refund, and returns its lines when no other part of it is refused. */
async function returnLines(context: ReturnContext, refund: RefusedRefund): Promise<void> {
  const { db, now } = context
  const { id, invoiceID, requestedAt, positions } = refund
  const key = keyOf(id)
  await db.batch([
    db
      .prepare(
        `UPDATE refunds AS r SET accepted_at = ?2, problem = NULL WHERE id = ?1 AND ${isMade}`,
      )
      .bind(id, now.toISOString()),
    db
      .prepare(
        `UPDATE invoice_lines SET refund_requested_at = ?2
        WHERE invoice_id = ?1 AND refund_requested_at IS NULL
          AND position IN (SELECT value FROM json_each(?3)) AND NOT EXISTS (
            SELECT 1 FROM refunds part WHERE part.invoice_id = ?1 AND part.requested_at = ?2
              AND part.accepted_at IS NULL)`,
      )
      .bind(invoiceID, requestedAt, positions),
    reverseReward(db, invoiceID, now, {
      sql: `EXISTS (SELECT 1 FROM refunds r
        JOIN invoice_lines l ON l.invoice_id = ?1 AND l.refund_requested_at = r.requested_at
        WHERE r.id = ?4 AND r.accepted_at = ?2)`,
      params: [id],
    }),
    returnProfiles(db, { invoiceID, requestedAt }, now),
    ...settleInvoice(context, invoiceID),
    await lineRefundMail(context, {
      invoiceID,
      key,
      returnedAt: requestedAt,
      // Other refunds can have returned some lines already.
      lines: `l.refund_requested_at IS NULL
        AND l.position IN (SELECT value FROM json_each('${positions}'))`,
    }),
  ])
}
