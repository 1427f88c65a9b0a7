import { z } from 'zod'
import type { BackendConfig } from '../../config/backend-config.ts'
import { invoiceID, money } from '../../contract/common.ts'
import { logEvent } from '../../domain/log-event.ts'
import type { Currency } from '../../domain/money.ts'
import type { BackendContext } from '../context.ts'
import { rewardStatements } from '../referrers/rewards.ts'
import { deliver } from './delivery.ts'

/** A payment event. The provider chooses the id; a repeated id is a repeated event. */
const paymentEvent = z.object({
  id: z.string().min(8).max(128),
  kind: z.enum(['succeeded', 'declined', 'refunded']),
  invoiceID,
  amount: money,
})
export type PaymentEvent = z.infer<typeof paymentEvent>

/** The states an event moves an invoice from, and the new state. Elsewhere it changes nothing. */
const transitions = {
  succeeded: { from: ['processing', 'failed'], to: 'paid' },
  declined: { from: ['processing'], to: 'failed' },
  refunded: { from: ['paid', 'success'], to: 'refunded' },
} as const

export const paymentWebhook = {
  path: '/callbacks/payment',
  signatureHeader: 'X-Payment-Signature',
  secret: ({ PAYMENT_SECRET }: BackendConfig) => PAYMENT_SECRET,
  event: paymentEvent,
  handle: handlePaymentEvent,
}

/** Handles a payment event. Call it with events whose signature is verified. */
export async function handlePaymentEvent(
  context: BackendContext,
  event: PaymentEvent,
): Promise<200 | 404 | 409> {
  const { db } = context
  const invoice = await db
    .prepare('SELECT amount_minor, currency FROM invoices WHERE id = ?')
    .bind(event.invoiceID)
    .first<{ amount_minor: number; currency: Currency }>()
  if (!invoice) return 404
  if (invoice.amount_minor !== event.amount.minor || invoice.currency !== event.amount.currency) {
    logEvent({ event: 'payment-amount-differs', paymentEvent: event.id })
    return 409
  }
  await applyEvent(context, event)
  if (event.kind === 'succeeded') await deliver(context, event.invoiceID)
  return 200
}

/**
 * Stores the event, moves the invoice and books the reward in one transaction. A repeated event
 * changes nothing.
 */
async function applyEvent(
  { db, config, now }: BackendContext,
  { id, kind, invoiceID: invoice, amount }: PaymentEvent,
): Promise<void> {
  const { from, to } = transitions[kind]
  const states = from.map((state) => `'${state}'`).join(', ')
  await db.batch([
    db
      .prepare(
        `UPDATE invoices SET status = ?3, paid_at = CASE WHEN ?3 = 'paid' THEN ?4 ELSE paid_at END
        WHERE id = ?2 AND status IN (${states})
          AND NOT EXISTS (SELECT 1 FROM payment_events WHERE id = ?1)`,
      )
      .bind(id, invoice, to, now.toISOString()),
    db
      .prepare(
        `INSERT INTO payment_events (id, invoice_id, kind, amount_minor, currency, received_at)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      )
      .bind(id, invoice, kind, amount.minor, amount.currency, now.toISOString()),
    ...rewardStatements(db, config, invoice, now),
  ])
}
