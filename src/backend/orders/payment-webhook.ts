import { z } from 'zod'
import { invoiceID, money } from '../../contract/common.ts'
import { logEvent } from '../../domain/log-event.ts'
import type { Currency } from '../../domain/money.ts'
import type { Call } from '../context.ts'
import { deliver } from './delivery.ts'
import { rewardStatements } from '../referrers/rewards.ts'
import { parseJson } from '../routing/parse-json.ts'
import { isSigned } from '../webhook-signature.ts'

/** What the payment provider tells. The id is the provider's own and names the event, so that a repeat is known as one. */
export const paymentEvent = z.object({
  id: z.string().min(8).max(128),
  kind: z.enum(['succeeded', 'declined', 'refunded']),
  invoiceID,
  amount: money,
})
export type PaymentEvent = z.infer<typeof paymentEvent>

/** From which states an event moves an invoice, and where to. A late or repeated event finds none and changes nothing. */
const transitions = {
  succeeded: { from: ['processing', 'failed'], to: 'paid' },
  declined: { from: ['processing'], to: 'failed' },
  refunded: { from: ['paid', 'success'], to: 'refunded' },
} as const

/** Takes one signed callback; the status is the answer to the provider, which repeats it unless it is 200. */
export async function takePaymentEvent(
  call: Call,
  body: string,
  signature: string | undefined,
): Promise<200 | 401 | 404 | 409 | 422> {
  const { db, config, now } = call
  if (!(await isSigned(config.PAYMENT_SECRET, body, signature, now))) return 401
  const parsed = paymentEvent.safeParse(parseJson(body))
  if (!parsed.success) return 422
  const event = parsed.data
  const invoice = await db
    .prepare('SELECT amount_minor, currency FROM invoices WHERE id = ?')
    .bind(event.invoiceID)
    .first<{ amount_minor: number; currency: Currency }>()
  if (!invoice) return 404
  if (invoice.amount_minor !== event.amount.minor || invoice.currency !== event.amount.currency) {
    logEvent({ event: 'payment-amount-differs', paymentEvent: event.id })
    return 409
  }
  await record(call, event)
  if (event.kind === 'succeeded') await deliver(call, event.invoiceID)
  return 200
}

/** The event, what it does to the invoice and the partner's reward, together; the second arrival of an event does nothing. */
async function record(
  { db, config, now }: Call,
  { id, kind, invoiceID: invoice, amount }: PaymentEvent,
): Promise<void> {
  const { from, to } = transitions[kind]
  const states = from.map((state) => `'${state}'`).join(', ')
  await db.batch([
    db
      .prepare(
        `UPDATE invoices SET status = ?3, paid_at = CASE WHEN ?3 = 'paid' THEN ?4 ELSE paid_at END
        WHERE id = ?2 AND status IN (${states}) AND NOT EXISTS (SELECT 1 FROM payment_events WHERE id = ?1)`,
      )
      .bind(id, invoice, to, now.toISOString()),
    db
      .prepare(
        `INSERT INTO payment_events (id, invoice_id, kind, amount_minor, currency, received_at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING`,
      )
      .bind(id, invoice, kind, amount.minor, amount.currency, now.toISOString()),
    ...rewardStatements(db, config, invoice, now),
  ])
}
