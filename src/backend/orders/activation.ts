import type { z } from 'zod'
import { isPayable } from '../../contract/purchase.ts'
import type { activation, InvoiceStatus } from '../../contract/purchase.ts'
import type { Currency } from '../../domain/money.ts'
import { currencyOf } from '../../domain/payment-options.ts'
import { ok } from '../../domain/result.ts'
import { secretID } from '../../domain/secret-id.ts'
import type { BackendContext } from '../context.ts'
import { refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { insertLines, priceLines } from './order-lines.ts'
import type { PricedLine } from './order-lines.ts'
import { startPayment } from './start-payment.ts'

type Order = z.output<typeof activation.input>
type PaymentStart = { data: { invoiceID: string; paymentURL: string } }
type OrderRow = {
  id: string
  tariff_ids: string
  email: string
  currency: Currency
  status: InvoiceStatus
}

/**
 * Orders a plan and starts its payment. The idempotency key is unique in the database, so a form
 * that arrives several times has one invoice. A key is refused with another plan, address or
 * currency, and after its invoice is paid.
 */
export async function orderTariff(
  context: BackendContext,
  order: Order,
): Promise<OperationResult<PaymentStart>> {
  const { db, words } = context
  const known = await invoiceByKey(db, order.idempotencyKey)
  if (!known) {
    const created = await createInvoice(context, order)
    if (!created.ok) return created
  }
  const invoice = known ?? (await invoiceByKey(db, order.idempotencyKey))
  if (!invoice) throw new Error('The invoice that was just inserted is not in the database')
  if (!isSameOrder(invoice, order)) return refuse('key-reused', words('api.keyReused'))
  if (!isPayable(invoice.status)) return refuse('already-paid', words('api.alreadyPaid'))
  const started = await startPayment(context, invoice.id)
  if (started.ok) return ok({ data: { invoiceID: invoice.id, paymentURL: started.value } })
  if (!known) await deleteUnstarted(db, invoice.id)
  return started
}

function tariffsOf(order: Order): string[] {
  return [order.tariffID]
}

function isSameOrder(invoice: OrderRow, order: Order): boolean {
  return (
    invoice.tariff_ids === tariffsOf(order).join() &&
    invoice.email === order.email &&
    invoice.currency === currencyOf(order.paymentOption)
  )
}

async function createInvoice(
  context: BackendContext,
  order: Order,
): Promise<OperationResult<undefined>> {
  const { db, config, words, now } = context
  const currency = currencyOf(order.paymentOption)
  if (currency === null || !config.CURRENCIES.includes(currency))
    return refuseFields('invalid-input', { paymentOption: [words('api.invalid')] })
  const lines = await priceLines(context, tariffsOf(order), currency)
  if (!lines.ok) return lines
  await insertInvoice(db, { order, currency, lines: lines.value }, now)
  return ok(undefined)
}

async function insertInvoice(
  db: D1Database,
  { order, currency, lines }: { order: Order; currency: Currency; lines: readonly PricedLine[] },
  now: Date,
): Promise<void> {
  const invoiceID = secretID()
  await db.batch([
    db
      .prepare(
        `INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, promocode,
          referral_code, utm, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (idempotency_key) DO NOTHING`,
      )
      .bind(
        invoiceID,
        order.idempotencyKey,
        order.email,
        order.lang,
        lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        currency,
        order.promocode ?? null,
        order.referralCode ?? null,
        JSON.stringify(order.utm ?? {}),
        now.toISOString(),
      ),
    ...insertLines(db, invoiceID, lines),
  ])
}

async function invoiceByKey(db: D1Database, key: string): Promise<OrderRow | null> {
  return db
    .prepare(
      `SELECT i.id, i.email, i.currency, i.status, (
        SELECT group_concat(tariff_id) FROM (
          SELECT tariff_id FROM invoice_lines WHERE invoice_id = i.id ORDER BY position)
        ) AS tariff_ids
      FROM invoices i WHERE i.idempotency_key = ?`,
    )
    .bind(key)
    .first<OrderRow>()
}

/** Deletes a new invoice that no provider has a payment for: nobody could ever pay it. */
async function deleteUnstarted(db: D1Database, invoiceID: string): Promise<void> {
  const isUnstarted = 'NOT EXISTS (SELECT 1 FROM payments WHERE invoice_id = ?1)'
  await db.batch(
    [
      `DELETE FROM payments
        WHERE invoice_id = ?1 AND reference IS NULL AND cancelled_at IS NOT NULL`,
      `DELETE FROM invoice_lines WHERE invoice_id = ?1 AND ${isUnstarted}`,
      `DELETE FROM invoices WHERE id = ?1 AND ${isUnstarted}`,
    ].map((statement) => db.prepare(statement).bind(invoiceID)),
  )
}
