import type { BackendContext } from '../context.ts'
import { isWaiting } from '../orders/waiting-lines.ts'
import { refundInvoice } from './refund-invoice.ts'

type UndeliveredRow = { id: string; positions: string; price: number; held: number }

/** Refunds the lines of up to 20 orders that were paid AUTO_REFUND_HOURS ago and not delivered. */
export async function refundUndelivered(
  context: Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>,
): Promise<void> {
  const { db, config, now } = context
  const deadline = new Date(now.getTime() - config.AUTO_REFUND_HOURS * 3_600_000)
  const { results } = await db
    .prepare(
      `SELECT invoices.id, group_concat(l.position) AS positions,
        sum(l.amount_minor) AS price,
        (SELECT held_minor FROM invoice_states s WHERE s.invoice_id = invoices.id) AS held
      FROM invoices JOIN invoice_lines l ON l.invoice_id = invoices.id
      WHERE invoices.status = 'paid' AND ${isWaiting}
        AND max(invoices.paid_at, coalesce(l.deliver_on, '')) <= ?
        AND NOT EXISTS (SELECT 1 FROM refunds r
          WHERE r.invoice_id = invoices.id AND r.reason = 'undelivered')
      GROUP BY invoices.id ORDER BY invoices.paid_at LIMIT 20`,
    )
    .bind(deadline.toISOString())
    .all<UndeliveredRow>()
  for (const { id, positions, price, held } of results)
    await refundInvoice(context, {
      invoiceID: id,
      // A part of the order may be refunded already.
      amountMinor: Math.min(price, held),
      positions: positions.split(',').map(Number),
      reason: 'undelivered',
      actor: 'system',
      idempotencyKey: `undelivered:${id}`,
    })
}
