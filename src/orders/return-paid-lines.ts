import type { BackendContext } from '../context.ts'
import { settleInvoice } from './order-state.ts'
import { lineRefundMail, paidLinesMail } from './refund-mails.ts'
import { reverseReward } from '../partners/rewards.ts'
import { returnProfiles } from './refund-outcomes.ts'

type LinesToReturn = {
  readonly invoiceID: string
  readonly positions: readonly number[]
  readonly idempotencyKey: string
  /** The time of the refused refund that the operator has made. Null if earlier refunds paid. */
  readonly madeSince?: string | null
  /** SQL: a condition on the line `l`, which another request may have changed by now. */
  readonly condition?: string
}

/** Statements that return lines whose price earlier refunds have paid. */
export async function returnPaidLines(
  context: Pick<BackendContext, 'db' | 'config' | 'now'>,
  {
    invoiceID,
    positions,
    idempotencyKey: key,
    madeSince = null,
    condition = 'TRUE',
  }: LinesToReturn,
): Promise<readonly D1PreparedStatement[]> {
  const { db, now } = context
  const returnedAt = now.toISOString()
  const lines = `l.position IN (${positions.join(', ')})`
  const mail = { invoiceID, key, returnedAt, lines }
  return [
    db
      .prepare(
        `UPDATE invoice_lines AS l SET refund_requested_at = ?2
        WHERE invoice_id = ?1 AND refund_requested_at IS NULL AND ${lines} AND ${condition}`,
      )
      .bind(invoiceID, returnedAt),
    reverseReward(db, invoiceID, now, {
      sql: 'EXISTS (SELECT 1 FROM invoice_lines WHERE invoice_id = ?1 AND refund_requested_at = ?2)',
    }),
    returnProfiles(db, { invoiceID, requestedAt: returnedAt }, now),
    ...settleInvoice(context, invoiceID),
    madeSince === null
      ? await paidLinesMail(context, mail)
      : await lineRefundMail(context, { ...mail, creditNotesFrom: madeSince }),
  ]
}
