import type { Currency } from '../../domain/money.ts'

/** A charged payment. `unrefunded` is its refundable amount in minor units. */
export type UnrefundedPayment = {
  readonly provider: string
  readonly reference: string
  readonly unrefunded: number
  readonly currency: Currency
}

/** Returns the charged payments of an invoice with their refundable amounts, newest first. */
export async function unrefundedPayments(
  db: D1Database,
  invoiceID: string,
): Promise<UnrefundedPayment[]> {
  const { results } = await db
    .prepare(
      `SELECT f.provider, f.reference, f.currency,
        ${unrefundedOf('f.provider', 'f.reference')} AS unrefunded
      FROM payment_facts f JOIN invoices i ON i.id = f.invoice_id AND i.currency = f.currency
      WHERE f.invoice_id = ?1 AND f.kind = 'charged'
      GROUP BY f.provider, f.reference ORDER BY max(f.at) DESC, f.provider, f.reference`,
    )
    .bind(invoiceID)
    .all<UnrefundedPayment>()
  return results
}

/**
 * SQL: the refundable amount of a payment of the invoice ?1. Ignores facts in a currency other than
 * the invoice's. Subtracts pending refunds too, because their facts may not have arrived yet. A
 * refund whose fact arrived before the provider's answer counts twice until the job's next run.
 */
export function unrefundedOf(provider: string, reference: string): string {
  const facts = (kind: string, condition = 'true') =>
    `(SELECT coalesce(sum(amount_minor), 0) FROM payment_facts fact
      WHERE provider = ${provider} AND reference = ${reference} AND kind = '${kind}'
        AND invoice_id = ?1 AND currency = (SELECT currency FROM invoices WHERE id = ?1)
        AND ${condition})`
  // A bank can still decide a lost dispute in favour of the shop.
  const isFinal = `NOT EXISTS (SELECT 1 FROM payment_facts won
    WHERE won.provider = fact.provider AND won.kind = 'dispute-won' AND won.id = fact.id)`
  return `max(0, ${facts('charged')} - ${facts('dispute-lost', isFinal)} - ${facts('refunded')} - (
    SELECT coalesce(sum(amount_minor), 0) FROM refunds
    WHERE provider = ${provider} AND reference = ${reference} AND accepted_at IS NULL
      AND refused_at IS NULL AND invoice_id = ?1))`
}
