import { dayOf } from '../../domain/time-units.ts'
import { hasStock } from '../catalogue/can-sell.ts'
import type { BackendContext } from '../context.ts'
import { deliver } from './delivery.ts'
import { isForStock, isSoldOut } from './line-supply.ts'
import { isDue, isWaiting, queueOrder } from './waiting-lines.ts'

/**
 * Delivers up to 20 paid invoices, in `queueOrder`, whose delivery was interrupted or waits for
 * stock. Then emails the customers of up to 20 invoices whose plans are still sold out.
 */
export async function deliverPaidInvoices(
  context: Pick<BackendContext, 'db' | 'config' | 'now'>,
): Promise<void> {
  for (const condition of [isInStock, needsSoldOutMail])
    for (const id of await paidInvoicesWith(context, condition)) await deliver(context, id)
}

/** SQL: whether the line `l` can be delivered from stock. */
const isInStock = `${hasStock('l.tariff_id')} AND ${isForStock}`

/** SQL: the line `l` is sold out, and no email about it was written yet. */
const needsSoldOutMail = `${isSoldOut} AND NOT EXISTS (SELECT 1 FROM outbox
  WHERE purpose = 'sold-out' AND dedupe_key = l.invoice_id || ':' || l.position)`

/**
 * Returns up to 20 paid invoices, in `queueOrder`, with a due line `l` that matches the SQL
 * condition.
 */
async function paidInvoicesWith(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  condition: string,
): Promise<readonly string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM invoices i WHERE status = 'paid' AND frozen_at IS NULL AND EXISTS (
        SELECT 1 FROM invoice_lines l
        WHERE l.invoice_id = i.id AND ${isWaiting} AND ${isDue} AND ${condition})
      ORDER BY ${queueOrder} LIMIT 20`,
    )
    .bind(dayOf(now))
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}
