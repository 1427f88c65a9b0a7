import type { z } from 'zod'
import { isPayable } from '../../contract/purchase.ts'
import type { activation, InvoiceStatus, OrderLine } from '../../contract/purchase.ts'
import type { Currency, Money } from '../../domain/money.ts'
import { currencyOf } from '../../domain/payment-options.ts'
import { canonicalPromoCode } from '../../domain/promo-code.ts'
import { err, ok } from '../../domain/result.ts'
import { secretID } from '../../domain/secret-id.ts'
import type { BackendContext } from '../context.ts'
import { refuse, refuseFields } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { earningCode } from '../referrers/own-purchase.ts'
import { refusePromoCode } from '../promo-codes/check-promo-code.ts'
import { hasUseLeft, insertPromoUse, useProblem } from '../promo-codes/promo-uses.ts'
import type { PromoUse } from '../promo-codes/promo-uses.ts'
import { refuseChangedPrice } from './expected-amount.ts'
import { countOrder } from './order-limits.ts'
import { insertLines, priceLines } from './order-lines.ts'
import type { PricedLine } from './order-lines.ts'
import { reduceLines } from './reduce-lines.ts'
import { startPayment } from './start-payment.ts'
import { cancelOrdersWithCode, expireOrdersWithCode } from './take-over-use.ts'
import { refuseUnpayable } from './unpayable.ts'

type Order = z.output<typeof activation.input>
type PaymentStart = { data: { invoiceID: string; paymentURL: string } }
type OrderRow = {
  id: string
  lines: string
  email: string
  amount_minor: number
  currency: Currency
  promocode: string | null
  status: InvoiceStatus
}

/**
 * Orders plans and starts their payment. The idempotency key is unique in the database, so a form
 * that arrives several times has one invoice. A key is refused with other plans, another
 * address or currency, and after its invoice is paid.
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
  if (!invoice) return refusePromoCode(words, await useProblem(db, order))
  if (!isSameOrder(invoice, order)) return refuse('key-reused', words('api.keyReused'))
  if (!isPayable(invoice.status)) return refuseUnpayable(context, invoice.status)
  const started = await startPayment(context, invoice.id)
  if (started.ok) return ok({ data: { invoiceID: invoice.id, paymentURL: started.value } })
  if (!known) await deleteUnstarted(db, invoice.id)
  return started
}

/** The contract requires either lines or a single plan. */
function linesOf({ lines, tariffID = '' }: Order): readonly OrderLine[] {
  return lines ?? [{ tariffID }]
}

/** What makes two orders' lines the same, as `invoiceByKey` reads it. */
function namesOf(lines: readonly OrderLine[]): string {
  return JSON.stringify(
    lines.map(({ tariffID, recipient, message, deliverOn }) => [
      tariffID,
      recipient ?? null,
      message ?? null,
      deliverOn ?? null,
    ]),
  )
}

/** An invoice keeps its price until it expires, so a repeated form is compared with the invoice. */
function isSameOrder(invoice: OrderRow, order: Order): boolean {
  const { expectedAmount: expected, promocode } = order
  return (
    JSON.stringify(JSON.parse(invoice.lines)) === namesOf(linesOf(order)) &&
    invoice.email === order.email &&
    invoice.currency === currencyOf(order.paymentOption) &&
    invoice.promocode === (promocode === undefined ? null : canonicalPromoCode(promocode)) &&
    (expected === undefined || expected.minor === invoice.amount_minor)
  )
}

async function createInvoice(
  context: BackendContext,
  order: Order,
): Promise<OperationResult<undefined>> {
  const { config, words } = context
  const currency = currencyOf(order.paymentOption)
  if (currency === null || !config.CURRENCIES.includes(currency))
    return refuseFields('invalid-input', { paymentOption: [words('api.invalid')] })
  const priced = await priceLines(context, linesOf(order), currency)
  if (!priced.ok) return priced
  const reduced = await reduceLines(context, order, priced.value, currency)
  if (!reduced.ok) return reduced
  const { lines, promo } = reduced.value
  const fullPrice = { minor: sumOf(priced.value), currency }
  const amount = { minor: sumOf(lines), currency }
  const changed = refuseChangedPrice(context, { expected: order.expectedAmount, amount, fullPrice })
  if (changed) return err(changed)
  if (!(await countOrder(context, order.email)))
    return refuse('too-many-requests', words('api.tooManyOrders'))
  const use = promo && { promo, email: order.email, reductionMinor: fullPrice.minor - amount.minor }
  if (use) await cancelOrdersWithCode(context, use, order.idempotencyKey)
  const referralCode = await earningCode(context, order)
  await insertInvoice(context, { order: { ...order, referralCode }, amount, lines, use })
  return ok(undefined)
}

function sumOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

type NewInvoice = {
  readonly order: Order
  readonly amount: Money
  readonly lines: readonly PricedLine[]
  readonly use: PromoUse | null
}

/** Inserts an invoice with its lines, unless its promo code has just been used up. */
async function insertInvoice(
  context: BackendContext,
  { order, amount, lines, use }: NewInvoice,
): Promise<void> {
  const { db, now } = context
  const invoiceID = secretID()
  const when = use ? hasUseLeft(use) : { sql: 'true', params: [] }
  await db.batch([
    ...(use ? expireOrdersWithCode(context, use, order.idempotencyKey) : []),
    db
      .prepare(
        `INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, promocode,
          referral_code, utm, created_at)
        SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE ${when.sql}
        ON CONFLICT (idempotency_key) DO NOTHING`,
      )
      .bind(
        invoiceID,
        order.idempotencyKey,
        order.email,
        order.lang,
        amount.minor,
        amount.currency,
        use?.promo.code ?? null,
        order.referralCode ?? null,
        JSON.stringify(order.utm ?? {}),
        now.toISOString(),
        ...when.params,
      ),
    ...insertLines(db, invoiceID, lines),
    ...(use ? [insertPromoUse(db, invoiceID, use)] : []),
  ])
}

async function invoiceByKey(db: D1Database, key: string): Promise<OrderRow | null> {
  return db
    .prepare(
      `SELECT i.id, i.email, i.amount_minor, i.currency, i.promocode, i.status, (
        SELECT json_group_array(json_array(tariff_id, recipient, message, deliver_on)) FROM (
          SELECT * FROM invoice_lines WHERE invoice_id = i.id ORDER BY position)) AS lines
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
      `DELETE FROM promo_uses WHERE invoice_id = ?1 AND ${isUnstarted}`,
      `DELETE FROM invoice_lines WHERE invoice_id = ?1 AND ${isUnstarted}`,
      `DELETE FROM invoices WHERE id = ?1 AND ${isUnstarted}`,
    ].map((statement) => db.prepare(statement).bind(invoiceID)),
  )
}
