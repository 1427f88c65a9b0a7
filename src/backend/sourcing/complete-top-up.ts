import { settleInvoice } from '../orders/invoice-state.ts'
import { topUpMail } from '../orders/order-mails.ts'
import type { ClaimedOrder } from './claims.ts'
import type { SourcingContext } from './sourcing-context.ts'

/**
 * In one transaction, records that the supplier has added the top-up, writes the email and settles
 * the invoice. The next visit to the balance page requests the usage from the supplier.
 */
export async function completeTopUp(
  context: SourcingContext,
  { key, invoiceID, position, iccid }: ClaimedOrder,
): Promise<void> {
  const { db, now } = context
  await db.batch([
    db
      .prepare(
        `UPDATE supplier_orders SET status = 'done', problem = NULL, ended_at = ?2,
          next_try_at = NULL, leased_until = NULL
        WHERE key = ?1 AND status IN ('accepted', 'held')`,
      )
      .bind(key, now.toISOString()),
    db
      .prepare('UPDATE esims SET usage_fresh_until = ?2 WHERE iccid = ?1')
      .bind(iccid, now.toISOString()),
    await topUpMail(context, invoiceID, position),
    ...settleInvoice(context, invoiceID),
  ])
}
