import { dayMs, isoBefore } from '../kit/time.shared.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import { manualProvider } from '../payments/payment-provider.ts'
import { moneyBackMail } from './money-back-mail.ts'
import { reportedRefundMail } from './reported-refund-mail.ts'
import type { NewFact } from './reported-refund-mail.ts'
import type { OrderMailContext } from './order-mails.ts'

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
            // The charge of an earlier refund may have just arrived, or within a day.
            isNew: `(f.received_at = ? OR f.received_at <= i.paid_at AND i.paid_at > ?
              AND NOT ${isInWholeRefund})`,
            params: [at, isoBefore(context.now, dayMs)],
            table: { creditNotesFrom: fact.receivedAt },
          })
        : [await moneyBackMail(context, invoiceID, fact)],
    ),
  )
  return mails.flat()
}

/** SQL: the customer has the email that the whole order `i` is refunded, which includes `f`. */
const isInWholeRefund = `EXISTS (SELECT 1 FROM outbox
  WHERE purpose = 'refund' AND dedupe_key = f.invoice_id AND created_at >= f.received_at)`

/** SQL: a refund or a lost dispute has the id of the fact, which is a charge or a won dispute. */
function isBack(fact: string): string {
  return `EXISTS (SELECT 1 FROM payment_facts made
    WHERE made.provider = ${fact}.provider AND made.id = ${fact}.id AND made.kind = CASE ${fact}.kind
      WHEN 'charged' THEN 'refunded' WHEN 'dispute-won' THEN 'dispute-lost' END)`
}

/**
 * Returns the reported facts that the ledger does not have yet. Returns refunds from the ledger
 * that arrived before the charge, until a day after the payment, and money that came back within a
 * day: a worker may have stopped before it wrote their emails.
 */
async function newFacts(
  { db, now }: OrderMailContext,
  invoiceID: string,
  report: Report | null,
): Promise<NewFact[]> {
  const { results } = await db
    .prepare(
      `SELECT f.provider, f.kind, f.id, f.amount_minor AS minor, f.currency,
        f.received_at AS receivedAt
      FROM payment_facts f JOIN invoices i ON i.id = f.invoice_id
      WHERE f.invoice_id = ?1 AND f.provider <> '${manualProvider}' AND CASE f.kind
        WHEN 'refunded' THEN i.paid_at IS NULL OR f.received_at <= i.paid_at AND i.paid_at > ?2
        ELSE f.received_at > ?2 AND ${isBack('f')} END
      UNION
      SELECT provider, kind, id, minor, currency, ?3 FROM (
        SELECT ?4 AS provider, value ->> 'kind' AS kind, value ->> 'id' AS id,
          value ->> '$.amount.minor' AS minor, value ->> '$.amount.currency' AS currency
        FROM json_each(?5)) new
      WHERE NOT EXISTS (SELECT 1 FROM payment_facts known WHERE known.provider = new.provider
          AND known.kind = new.kind AND known.id = new.id AND known.invoice_id IS NOT NULL)
        AND (kind = 'refunded' OR ${isBack('new')})`,
    )
    .bind(
      invoiceID,
      isoBefore(now, dayMs),
      now.toISOString(),
      report?.provider ?? '',
      JSON.stringify(report?.facts ?? []),
    )
    .all<NewFact>()
  return results
}
