import { canonicalMailbox } from '../../domain/mailbox.ts'
import { runBatch } from '../batch.ts'
import type { Query } from '../batch.ts'
import type { BackendContext } from '../context.ts'
import type { RequestedPayment } from '../payments/payment-provider.ts'
import { hasUseLeft, insertPromoUse } from '../promo-codes/promo-uses.ts'
import { openAttempt } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import { insertLines } from './order-lines.ts'
import type { Order, OrderQuote } from './quote-order.ts'
import { expireOrdersWithCode } from './take-over-use.ts'

type NewOrder = {
  readonly order: Order
  readonly quote: OrderQuote
  readonly payment: RequestedPayment
  /** The id of the first provider to try. */
  readonly provider: string
}

/**
 * Inserts an invoice with its lines and its first attempt to pay. Inserts nothing and returns null
 * when an invoice has the idempotency key already, the promo code has just been used up, or the
 * link of the eSIM to top up has just been renewed.
 */
export async function insertOrder(
  context: BackendContext,
  { order, quote, payment, provider }: NewOrder,
): Promise<Attempt | null> {
  const { db } = context
  const { invoiceID, expiresAt } = payment
  const { use, lines } = quote
  // Only the last statement returns rows.
  const results = await runBatch<readonly Query<Attempt>[]>(db, [
    ...(use ? expireOrdersWithCode(context, use, order.idempotencyKey) : []),
    insertInvoice(context, invoiceID, order, quote),
    ...insertLines(db, invoiceID, lines),
    ...(use ? [insertPromoUse(db, invoiceID, use)] : []),
    ...openAttempt(context, { invoiceID, provider, expiresAt }),
  ])
  return results.at(-1)?.results[0] ?? null
}

function insertInvoice(
  { db, now, config: { VAT_PERCENT: vat } }: BackendContext,
  invoiceID: string,
  order: Order,
  { amount, use, referralCode }: OrderQuote,
): D1PreparedStatement {
  const conditions = [
    ...(use ? [hasUseLeft(use)] : []),
    ...(order.topUp ? [hasLink(order.topUp.hash)] : []),
  ]
  const when = ['true', ...conditions.map(({ sql }) => sql)].join(' AND ')
  return db
    .prepare(
      `INSERT INTO invoices (id, idempotency_key, email, mailbox, lang, amount_minor, currency,
        promocode, referral_code, utm, created_at, phone_model, vat_hundredths)
      SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ${when}
      ON CONFLICT (idempotency_key) DO NOTHING`,
    )
    .bind(
      invoiceID,
      order.idempotencyKey,
      order.email,
      canonicalMailbox(order.email),
      order.lang,
      amount.minor,
      amount.currency,
      use?.promo.code ?? null,
      referralCode ?? null,
      JSON.stringify(order.utm ?? {}),
      now.toISOString(),
      order.phoneModel ?? null,
      vat === null ? null : Math.round(vat * 100),
      ...conditions.flatMap(({ params }) => params),
    )
}

function hasLink(esimHash: string) {
  return { sql: 'EXISTS (SELECT 1 FROM esims WHERE esim_hash = ?)', params: [esimHash] }
}

/** Deletes a new invoice without a started payment, because nobody could pay it. */
export async function deleteUnstarted(db: D1Database, invoiceID: string): Promise<void> {
  const isUnstarted = 'NOT EXISTS (SELECT 1 FROM payments WHERE invoice_id = ?1)'
  await db.batch(
    [
      `DELETE FROM payments
        WHERE invoice_id = ?1 AND reference IS NULL AND cancelled_at IS NOT NULL`,
      `DELETE FROM promo_uses WHERE invoice_id = ?1 AND ${isUnstarted}`,
      `DELETE FROM top_ups WHERE invoice_id = ?1 AND ${isUnstarted}`,
      `DELETE FROM invoice_lines WHERE invoice_id = ?1 AND ${isUnstarted}`,
      `DELETE FROM invoices WHERE id = ?1 AND ${isUnstarted}`,
    ].map((statement) => db.prepare(statement).bind(invoiceID)),
  )
}
