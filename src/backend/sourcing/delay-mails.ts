import { delayMail } from '../orders/order-mails.ts'
import { isWaiting } from '../orders/waiting-lines.ts'
import type { SourcingContext } from './sourcing-context.ts'
import { hourMs, isoBefore } from '../../domain/time-units.ts'

type DelayedLine = {
  readonly invoiceID: string
  readonly position: number
  readonly createdAt: string
}

/** Within this time, the hourly search or a person usually finds the order. */
const pause = hourMs

/**
 * Emails customers whose supplier order was placed at least an hour ago and waits for a person.
 * Sends at most 20 emails per run, and one per line.
 */
export async function mailDelays(
  context: Pick<SourcingContext, 'db' | 'config' | 'now'>,
): Promise<void> {
  const { db, now } = context
  const { results } = await db
    .prepare(
      `SELECT o.invoice_id AS invoiceID, o.line_position AS position, o.created_at AS createdAt
      FROM supplier_orders o
      JOIN invoices i ON i.id = o.invoice_id AND i.status = 'paid'
      JOIN invoice_lines l ON l.invoice_id = o.invoice_id AND l.position = o.line_position
      WHERE o.status = 'held' AND o.created_at <= ? AND ${isWaiting}
        AND NOT EXISTS (SELECT 1 FROM outbox m WHERE m.purpose = 'delayed'
          AND m.dedupe_key = o.invoice_id || ':' || o.line_position)
      ORDER BY o.created_at LIMIT 20`,
    )
    .bind(isoBefore(now, pause))
    .all<DelayedLine>()
  for (const line of results) await (await delayMail(context, line, new Date(line.createdAt))).run()
}
