import { prepareQuery } from '../batch.ts'
import type { Query } from '../batch.ts'
import { acceptedPartRows } from './accepted-parts.ts'
import type { AcceptedPartRow } from './accepted-parts.ts'
import { systemActor } from './refunds.ts'
import { hasKeptLine, isRepeated, returnedByHand } from './reported-refunds.ts'

/**
 * Queries for the returned money of an order whose purpose is known. It is a part of a refund of
 * lines that are not returned yet, or an amount by staff, which has no positions. Staff chose to
 * pay an amount in addition to the lines.
 */
export function knownReturns(
  db: D1Database,
  invoiceID: string,
): readonly [amounts: Query<AcceptedPartRow>, parts: Query<AcceptedPartRow>] {
  // The difference in price of an exchanged plan belongs to the replaced line.
  const isAmount = `r.positions = '[]' AND r.actor <> '${systemActor}' AND NOT EXISTS (
    SELECT 1 FROM invoice_lines returned
    WHERE returned.invoice_id = r.invoice_id AND returned.refund_requested_at = r.requested_at)`
  return [
    prepareQuery<AcceptedPartRow>(
      db,
      `SELECT r.positions, r.amount_minor AS minor FROM refunds r
      WHERE r.invoice_id = ?1 AND r.accepted_at IS NOT NULL AND ${isAmount}
      UNION ALL
      SELECT r.positions, ${returnedByHand()} FROM refunds r
      WHERE r.invoice_id = ?1 AND r.refused_at IS NOT NULL AND r.accepted_at IS NULL
        AND NOT ${isRepeated('r')}
        AND (${isAmount} OR r.cancelled_at IS NULL AND ${hasKeptLine('r')})`,
      invoiceID,
    ),
    acceptedPartRows(db, invoiceID),
  ]
}
