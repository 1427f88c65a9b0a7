import { dayMs, isoBefore } from '../kit/time.shared.ts'
import type { BackendContext } from '../context.ts'
import { settleInvoice } from './order-state.ts'
import { lineRefundMail } from './refund-mails.ts'
import { reverseReward } from '../partners/rewards.ts'
import { bookRefunds, claimsAt, repeatedAmounts } from './refund-book.ts'
import type { RefundClaim } from './refund-book.ts'
import { returnProfiles } from './refund-outcomes.ts'
import { endOfBook, readRefusedRecords } from './refund-records.ts'
import type { RecordedOrder } from './refund-records.ts'

type ReturnContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/**
 * Marks lines as returned whose refund by staff was refused by the provider and made by the
 * operator in the provider's dashboard. An order whose whole price was refunded needs no refund.
 * `refundUndelivered` handles automatic refunds.
 */
export async function returnRefusedLines(context: ReturnContext): Promise<void> {
  for (const records of await readRefusedRecords(context.db)) {
    const book = bookRefunds(records)
    const claims = claimsAt(book, endOfBook)
    const claim = claims.find((each) => !each.isAutomatic && isMade(each))
    // The next run returns the lines of the next refund, because this one changes the order.
    if (claim) await returnLines(context, records.order, claim)
    const amounts = claims.filter((each) => isOldAmount(each, context.now))
    if (amounts.length > 0) await acceptAmounts(context, amounts)
    const repeated = repeatedAmounts(book)
    if (repeated.length > 0) await cancelAmounts(context, repeated)
  }
}

/**
 * Cancels refused refunds of amounts that staff have requested again, so that the next rounds do
 * not read their order any more.
 */
async function cancelAmounts({ db, now }: ReturnContext, ids: readonly string[]): Promise<void> {
  await db
    .prepare(
      `UPDATE refunds SET cancelled_at = ?
      WHERE id IN (SELECT value FROM json_each(?)) AND cancelled_at IS NULL`,
    )
    .bind(now.toISOString(), JSON.stringify(ids))
    .run()
}

/** Banks take days to reject a refund, and weeks to decide a dispute. */
const finalAfter = 60 * dayMs

/** Returns whether the operator has made a refused refund of an amount, and nothing can change it. */
function isOldAmount({ positions, missing, refunds }: RefundClaim, now: Date): boolean {
  const limit = isoBefore(now, finalAfter)
  const isOld = refunds.every(({ refusedAt }) => refusedAt !== null && refusedAt <= limit)
  return positions.length === 0 && missing === 0 && isOld
}

/** Accepts amounts, so that the next rounds do not read their order any more. */
async function acceptAmounts(
  { db, now }: ReturnContext,
  claims: readonly RefundClaim[],
): Promise<void> {
  const ids = claims.flatMap(({ refunds }) => refunds.map(({ id }) => id))
  await db
    .prepare(
      `UPDATE refunds SET accepted_at = ?, problem = NULL
      WHERE id IN (SELECT value FROM json_each(?)) AND refused_at IS NOT NULL
        AND accepted_at IS NULL`,
    )
    .bind(now.toISOString(), JSON.stringify(ids))
    .run()
}

/** Returns whether the operator has returned the whole amount of a refund of lines. */
export function isMade({ positions, missing, isPending }: RefundClaim): boolean {
  return positions.length > 0 && missing === 0 && !isPending
}

/** Accepts the refused parts of a refund, and returns its lines, unless the order has changed. */
async function returnLines(
  context: ReturnContext,
  { invoiceID, version }: RecordedOrder,
  { key, requestedAt, positions, refunds }: RefundClaim,
): Promise<void> {
  const { db, now } = context
  const ids = JSON.stringify(refunds.map(({ id }) => id))
  const acceptedAt = now.toISOString()
  const isAccepted = `EXISTS (SELECT 1 FROM refunds r
    WHERE r.id = ?4 AND r.accepted_at = ?2 AND r.refused_at IS NOT NULL)`
  await db.batch([
    db
      .prepare(
        `UPDATE refunds SET accepted_at = ?2, problem = NULL
        WHERE id IN (SELECT value FROM json_each(?3)) AND accepted_at IS NULL
          AND ?4 = (SELECT version FROM invoice_versions WHERE invoice_id = ?1)`,
      )
      .bind(invoiceID, acceptedAt, ids, version),
    db
      .prepare(
        `UPDATE invoice_lines SET refund_requested_at = ?3
        WHERE invoice_id = ?1 AND refund_requested_at IS NULL
          AND position IN (SELECT value FROM json_each(?5)) AND ${isAccepted}`,
      )
      .bind(invoiceID, acceptedAt, requestedAt, refunds[0]?.id ?? '', JSON.stringify(positions)),
    reverseReward(db, invoiceID, now, { sql: isAccepted, params: [refunds[0]?.id ?? ''] }),
    returnProfiles(db, { invoiceID, requestedAt }, now),
    ...settleInvoice(context, invoiceID),
    await lineRefundMail(context, {
      invoiceID,
      // The lines were returned before if a part is missing again. Their email has the key alone.
      key: refunds.find(({ problem }) => problem === 'reverted')?.id ?? key,
      returnedAt: requestedAt,
      // Other refunds can have returned some lines already.
      lines: `l.refund_requested_at IS NULL AND l.position IN (${positions.join(', ')})`,
    }),
  ])
}
