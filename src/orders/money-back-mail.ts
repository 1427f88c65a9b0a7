import { formatMoney } from '../words/formats.shared.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { isReversalOf } from './doubted-refunds.ts'
import type { NewFact } from './reported-refund-mail.ts'
import { writeOrderMail } from './order-mails.ts'
import type { OrderMailContext } from './order-mails.ts'

/**
 * SQL: staff have recorded the refund `made` too, and their record counts. The customer has the
 * email about the record.
 */
const isRecorded = `EXISTS (SELECT 1 FROM refunds m
  WHERE m.invoice_id = made.invoice_id AND m.provider = '${manualProvider}'
    AND m.amount_minor = made.amount_minor AND m.refused_at IS NULL
    AND m.requested_at <= made.received_at AND coalesce(m.confirmed_at, '') < made.received_at)`

/**
 * SQL: until the fact `back`, the refund `made` could be one that the shop had requested and that
 * the provider had neither made nor refused. It was another one.
 */
const wasUnclear = `EXISTS (SELECT 1 FROM refunds own
  WHERE own.invoice_id = made.invoice_id AND own.provider = made.provider
    AND own.reference = made.reference AND own.amount_minor = made.amount_minor
    AND own.fact_id IS NOT made.id AND own.requested_at <= made.received_at
    AND coalesce(own.accepted_at, own.refused_at, '~') >= back.received_at)`

/**
 * SQL: the customer has an email about the refund `made` of the order `i`. None was written if the
 * fact `back` came in the same report, or before the payment.
 */
const isEmailed = `(max(made.received_at, i.paid_at) < back.received_at AND NOT ${wasUnclear}
  OR EXISTS (SELECT 1 FROM outbox WHERE purpose = 'refund' AND dedupe_key = 'refunded:' || made.provider || ':' || made.id))`

/**
 * Emails the customer that the bank sent a refund back, or decided a lost dispute in favour of the
 * shop. Inserts nothing if the customer got no email before, or if other refunds returned the whole
 * payment. Lines that the shop returned stay returned, and the order counts as refunded.
 */
export async function moneyBackMail(
  context: OrderMailContext,
  invoiceID: string,
  { provider, kind, id, minor, currency, receivedAt }: NewFact,
): Promise<D1PreparedStatement> {
  const isWon = kind === 'dispute-won'
  const isOfMade = isWon
    ? `back.kind = 'dispute-won' AND made.kind = 'dispute-lost' AND made.id = back.id
        AND made.provider = back.provider`
    : `${isReversalOf('back', 'made')} AND NOT ${isRecorded}`
  const name = isWon ? 'disputeWon' : 'refundFailed'
  return writeOrderMail(context, invoiceID, {
    purpose: 'refund',
    dedupeKey: `${kind}:${provider}:${id}`,
    lines: 'l.replaced_by IS NULL',
    table: { hasTotal: false, cancellationsFrom: receivedAt },
    when: 's.held_minor > 0',
    also: {
      sql: `EXISTS (SELECT 1 FROM payment_facts back
        JOIN payment_facts made ON made.invoice_id = back.invoice_id
        JOIN invoices i ON i.id = back.invoice_id
        WHERE back.provider = ? AND back.kind = ? AND back.id = ?
          AND back.invoice_id = ? AND back.received_at = ?
          AND ${isEmailed} AND ${isOfMade})`,
      params: [provider, kind, id, invoiceID, receivedAt],
    },
    subject: (words, { locale }) =>
      words(`mail.${name}Subject`, { amount: formatMoney(locale, { minor, currency }) }),
    text: (words, { locale }) => [
      words(`mail.${name}`, { amount: formatMoney(locale, { minor, currency }) }),
    ],
  })
}
