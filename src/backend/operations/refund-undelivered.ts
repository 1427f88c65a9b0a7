import { logEvent } from '../../domain/log-event.ts'
import { invoiceSubject } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'
import { isWaiting } from '../orders/waiting-lines.ts'
import { refundInvoice } from './refund-invoice.ts'

type UndeliveredRow = { id: string; positions: string; price: number; held: number }

/**
 * Refunds the lines of up to 20 orders that were paid AUTO_REFUND_HOURS ago and not delivered. Those
 * whose payments hold too little come last in the next run.
 */
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
      GROUP BY invoices.id ORDER BY invoices.refund_tried_at, invoices.paid_at LIMIT 20`,
    )
    .bind(deadline.toISOString())
    .all<UndeliveredRow>()
  await markTried(db, results, now)
  for (const { id, positions, price, held } of results) {
    const refunds = await refundInvoice(context, {
      invoiceID: id,
      // A part of the order may be refunded already.
      amountMinor: Math.min(price, held),
      positions: positions.split(',').map(Number),
      reason: 'undelivered',
      actor: 'system',
      idempotencyKey: `undelivered:${id}`,
    })
    if (refunds.length === 0)
      logEvent({ event: 'nothing-to-refund', invoice: invoiceSubject.of(id) })
  }
}

async function markTried(db: D1Database, rows: readonly UndeliveredRow[], now: Date) {
  if (rows.length === 0) return
  await db
    .prepare('UPDATE invoices SET refund_tried_at = ? WHERE id IN (SELECT value FROM json_each(?))')
    .bind(now.toISOString(), JSON.stringify(rows.map(({ id }) => id)))
    .run()
}
