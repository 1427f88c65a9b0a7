import type { PaymentFact } from '../payments/payment-provider.ts'
import { manualProvider } from '../payments/manual-provider.ts'
import { moneyBackMail } from './money-back-mail.ts'
import { reportedRefundMail } from './reported-refund-mail.ts'
import type { NewFact } from './reported-refund-mail.ts'
import type { OrderMailContext } from './write-order-mail.ts'

/** Facts that a provider reports about an order. */
export type Report = { readonly provider: string; readonly facts: readonly PaymentFact[] }

/**
 * Statements that email the customer once about each refund that the provider reports and that the
 * shop did not request, and about money that came back to the shop. Run them in the batch that adds
 * the facts, after the order is settled.
 */
export async function reportMails(
  context: OrderMailContext,
  invoiceID: string,
  report: Report | null,
): Promise<readonly D1PreparedStatement[]> {
  const facts = await newFacts(context, invoiceID, report)
  const at = context.now.toISOString()
  const mails = await Promise.all(
    facts.map(async (fact) =>
      fact.kind === 'refunded'
        ? reportedRefundMail(context, invoiceID, fact, {
            // The charge of an earlier refund has just arrived.
            isNew: `(f.received_at = ? OR i.paid_at = ?)`,
            params: [at, at],
            table: { creditNotesFrom: at },
          })
        : [await moneyBackMail(context, invoiceID, fact)],
    ),
  )
  return mails.flat()
}

/**
 * Returns the reported facts that the ledger does not have yet, and the earlier refunds of an order
 * that was not paid until now. Charges and won disputes count if a refund or a lost dispute has
 * their id.
 */
async function newFacts(
  { db, now }: OrderMailContext,
  invoiceID: string,
  report: Report | null,
): Promise<NewFact[]> {
  const { results } = await db
    .prepare(
      `SELECT f.provider, f.kind, f.id, f.amount_minor AS minor, f.currency
      FROM payment_facts f JOIN invoices i ON i.id = f.invoice_id
      WHERE f.invoice_id = ?1 AND f.kind = 'refunded' AND f.provider <> '${manualProvider}'
        AND (i.paid_at IS NULL OR i.paid_at = ?2)
      UNION
      SELECT ?3, kind, id, minor, currency FROM (
        SELECT value ->> 'kind' AS kind, value ->> 'id' AS id,
          value ->> '$.amount.minor' AS minor, value ->> '$.amount.currency' AS currency
        FROM json_each(?4)) new
      WHERE NOT EXISTS (SELECT 1 FROM payment_facts known WHERE known.provider = ?3
          AND known.kind = new.kind AND known.id = new.id AND known.invoice_id IS NOT NULL)
        AND (kind = 'refunded' OR EXISTS (SELECT 1 FROM payment_facts made
          WHERE made.provider = ?3 AND made.id = new.id AND made.kind = CASE new.kind
            WHEN 'charged' THEN 'refunded' WHEN 'dispute-won' THEN 'dispute-lost' END))`,
    )
    .bind(invoiceID, now.toISOString(), report?.provider ?? '', JSON.stringify(report?.facts ?? []))
    .all<NewFact>()
  return results
}
