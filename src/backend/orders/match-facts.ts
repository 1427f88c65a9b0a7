import { endAlert } from '../alerts/alerts.ts'
import type { BackendContext } from '../context.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'

/**
 * SQL: the invoice of the stored facts of the payment ?2 at the provider ?1. Names the index,
 * because SQLite would read all facts of the provider by the primary key.
 */
export const invoiceOfFacts = `SELECT invoice_id
  FROM payment_facts INDEXED BY payment_facts_by_reference
  WHERE provider = ?1 AND reference = ?2 AND invoice_id IS NOT NULL`

/**
 * Statements that link the earlier facts of a payment to its invoice, and end the alert about them.
 */
export function matchEarlierFacts(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  {
    provider,
    reference,
    invoiceID,
  }: { readonly provider: string; readonly reference: string; readonly invoiceID: string },
): readonly [match: D1PreparedStatement, endAlert: D1PreparedStatement] {
  return [
    db
      .prepare(
        // Without the name of the index, SQLite would read all unmatched facts of the provider.
        `UPDATE payment_facts INDEXED BY payment_facts_unmatched SET invoice_id = ?, matched_at = ?
        WHERE provider = ? AND reference = ? AND invoice_id IS NULL`,
      )
      .bind(invoiceID, now.toISOString(), provider, reference),
    endAlert(db, 'unmatched-fact', `${provider} ${reference}`, now),
  ]
}

/**
 * Returns the invoice of the payment with the fact's reference, or else the invoice that the fact
 * names, or the invoice of the payment's earlier facts.
 */
export async function invoiceOf(
  db: D1Database,
  provider: string,
  { reference, invoiceID }: PaymentFact,
): Promise<string | null> {
  return db
    .prepare(
      `SELECT coalesce(
        (SELECT invoice_id FROM payments WHERE provider = ?1 AND reference = ?2),
        (SELECT id FROM invoices WHERE id = ?3),
        (${invoiceOfFacts})) AS id`,
    )
    .bind(provider, reference, invoiceID)
    .first('id')
}
