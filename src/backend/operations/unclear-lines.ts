import { prepareQuery } from '../batch.ts'
import type { Query } from '../batch.ts'
import { returnedByHand } from './reported-refunds.ts'

/**
 * Returns the lines of refunds that the provider refused completely or in part, while the operator
 * has returned money for them in the dashboard, or the outcome of another part is unknown. Another
 * refund of these lines could pay them twice.
 */
export function unclearLines(db: D1Database, invoiceID: string): Query<{ position: number }> {
  return prepareQuery<{ position: number }>(
    db,
    `SELECT DISTINCT position.value AS position FROM refunds r, json_each(r.positions) position
    WHERE r.invoice_id = ? AND r.accepted_at IS NULL AND r.cancelled_at IS NULL
      AND (r.refused_at IS NULL OR ${returnedByHand()} > 0)`,
    invoiceID,
  )
}
