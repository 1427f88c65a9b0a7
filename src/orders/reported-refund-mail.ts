import type { Currency } from '../kit/money.shared.ts'
import { hasFailed, isDoubted } from './doubted-refunds.ts'
import { amountMail } from './refund-mails.ts'
import type { OrderMailContext } from './order-mails.ts'

/** A fact about which the customer may need an email. */
export type NewFact = {
  readonly provider: string
  readonly kind: 'refunded' | 'charged' | 'dispute-won'
  readonly id: string
  readonly minor: number
  readonly currency: Currency
  readonly receivedAt: string
}

/**
 * SQL: the fact `f` is a refund that the shop requested, which has its own email. Until the
 * provider has made or refused this refund, every report of the same amount may be it.
 */
export const isOwn = `EXISTS (SELECT 1 FROM refunds own
  WHERE own.invoice_id = f.invoice_id AND own.provider = f.provider
    AND own.reference = f.reference AND own.amount_minor = f.amount_minor
    AND own.refused_at IS NULL
    AND coalesce(own.fact_id = f.id,
      f.received_at BETWEEN own.requested_at AND coalesce(own.accepted_at, '~')))`

/**
 * SQL: staff may have recorded the refund of a provider with an id too, and the customer has the
 * email about that.
 */
const isHeld = `EXISTS (SELECT 1 FROM payment_facts reported JOIN refunds m
    ON m.invoice_id = reported.invoice_id AND m.amount_minor = reported.amount_minor
  WHERE reported.provider = ? AND reported.kind = 'refunded' AND reported.id = ?
    AND ${isDoubted})`

type ReportedRefund = {
  /** SQL condition over the fact `f` and its order `i`, with its parameters. */
  readonly isNew: string
  readonly params: readonly string[]
  readonly table: Parameters<typeof amountMail>[2]['table']
}

/** Emails the customer once about a refund that the shop did not request. */
export async function reportedRefundMail(
  context: OrderMailContext,
  invoiceID: string,
  { provider, id, minor, currency }: Omit<NewFact, 'kind' | 'receivedAt'>,
  { isNew, params, table }: ReportedRefund,
): Promise<readonly D1PreparedStatement[]> {
  return amountMail(context, invoiceID, {
    amount: { minor, currency },
    dedupeKey: `refunded:${provider}:${id}`,
    table,
    condition: {
      sql: `EXISTS (SELECT 1 FROM payment_facts f JOIN invoices i ON i.id = f.invoice_id
        WHERE f.provider = ? AND f.kind = 'refunded' AND f.id = ? AND f.invoice_id = ?
          AND f.currency = i.currency AND ${isNew} AND NOT ${isOwn} AND NOT ${hasFailed('f')})
        AND NOT ${isHeld}`,
      params: [provider, id, invoiceID, ...params, provider, id],
    },
  })
}
