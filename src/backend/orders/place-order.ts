import { isPayable } from '../../contract/invoices.ts'
import type { InvoiceStatus } from '../../contract/invoices.ts'
import type { Currency } from '../../domain/money.ts'
import { currencyOf } from '../../domain/payment-options.ts'
import { canonicalPromoCode } from '../../domain/promo-code.ts'
import { err, ok } from '../../domain/result.ts'
import { orderID } from '../../domain/order-number.ts'
import type { BackendContext } from '../context.ts'
import { refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { refusePromoCode } from '../promo-codes/check-promo-code.ts'
import { findPromoProblem } from '../promo-codes/promo-uses.ts'
import { deleteUnstarted, insertOrder } from './insert-order.ts'
import { toPaymentOrder } from './payment-order.ts'
import { findTopUp } from './price-top-up.ts'
import { linesOf, quoteOrder } from './quote-order.ts'
import type { Order, OrderQuote } from './quote-order.ts'
import { providersFor, startAtProviders, startPayment } from './start-payment.ts'
import { cancelOrdersWithCode } from './take-over-use.ts'
import { refuseUnpayable } from './unpayable.ts'

type OrderRow = {
  id: string
  lines: string
  email: string
  amount_minor: number
  currency: Currency
  promocode: string | null
  status: InvoiceStatus
}
type PaymentStart = { data: { invoiceID: string; paymentURL: string } }

/**
 * Orders plans or a top-up and starts the payment. The idempotency key is unique in the database,
 * so a form that arrives several times creates one invoice. A key is refused with other lines,
 * another address or currency, and after its invoice is paid. A new order takes at most four round
 * trips to the database. They read the order's data, insert the invoice with its first attempt,
 * call the test bank if used, and store the started payment.
 */
export async function placeOrder(
  context: BackendContext,
  order: Order,
): Promise<OperationResult<PaymentStart>> {
  const [known, quote] = await Promise.all([
    orderByKey(context.db, order.idempotencyKey),
    quoteOrder(context, order),
  ])
  if (known) return payKnownOrder(context, known, order)
  return quote.ok ? placeNewOrder(context, order, quote.value) : quote
}

async function placeNewOrder(
  context: BackendContext,
  order: Order,
  quote: OrderQuote,
): Promise<OperationResult<PaymentStart>> {
  const { db, words, now } = context
  const [provider] = providersFor(context, quote.amount.currency)
  if (!provider) return refuse('payment-unavailable', words('api.preview'))
  if (quote.use) await cancelOrdersWithCode(context, quote.use, quote.otherAttempts)
  const invoiceID = orderID()
  const { email, lang } = order
  const { amount, lines } = quote
  const payment = toPaymentOrder(context, { invoiceID, email, lang, amount, createdAt: now, lines })
  const attempt = await insertOrder(context, { order, quote, payment, provider: provider.id })
  if (attempt) {
    const started = await startAtProviders(context, payment, attempt)
    if (!started.ok) await deleteUnstarted(db, invoiceID)
    return toPaymentStart(invoiceID, started)
  }
  // A parallel request has placed this order, or staff have just renewed the link of the eSIM to
  // top up, or the promo code has just been used up.
  const known = await orderByKey(db, order.idempotencyKey)
  if (known) return payKnownOrder(context, known, order)
  const topUp = order.topUp ? await findTopUp(context, order.topUp, lang) : null
  if (topUp && !topUp.ok) return topUp
  return refusePromoCode(words, await findPromoProblem(db, order))
}

async function payKnownOrder(
  context: BackendContext,
  invoice: OrderRow,
  order: Order,
): Promise<OperationResult<PaymentStart>> {
  if (!isSameOrder(invoice, order)) return refuse('key-reused', context.words('api.keyReused'))
  const started = isPayable(invoice.status)
    ? await startPayment(context, invoice.id)
    : refuseUnpayable(context, invoice.status)
  // The form that placed the order may know its id, which opens the paid order.
  if (!started.ok && started.error.code === 'already-paid')
    return err({ ...started.error, invoiceID: invoice.id })
  return toPaymentStart(invoice.id, started)
}

function toPaymentStart(
  invoiceID: string,
  started: OperationResult<string>,
): OperationResult<PaymentStart> {
  return started.ok ? ok({ data: { invoiceID, paymentURL: started.value } }) : started
}

/** Returns the order that the same form has placed before. */
async function orderByKey(db: D1Database, key: string): Promise<OrderRow | null> {
  return db
    .prepare(
      `SELECT i.id, i.email, i.amount_minor, i.currency, i.promocode, i.status, (
        SELECT json_group_array(json_array(
          iif(kind = 'plan', tariff_id, NULL), recipient, message, deliver_on, esim_hash, plan_code))
        FROM (SELECT l.*, u.esim_hash, u.plan_code FROM invoice_lines l
          LEFT JOIN top_ups u ON u.invoice_id = l.invoice_id AND u.line_position = l.position
          WHERE l.invoice_id = i.id ORDER BY l.position)) AS lines
      FROM invoices i WHERE i.idempotency_key = ?`,
    )
    .bind(key)
    .first<OrderRow>()
}

/** Compares a repeated form with the stored invoice, which keeps its price until it expires. */
function isSameOrder(invoice: OrderRow, order: Order): boolean {
  const { expectedAmount: expected, promocode } = order
  return (
    JSON.stringify(JSON.parse(invoice.lines)) === namesOf(order) &&
    invoice.email === order.email &&
    invoice.currency === currencyOf(order.paymentOption) &&
    invoice.promocode === (promocode === undefined ? null : canonicalPromoCode(promocode)) &&
    (expected === undefined || expected.minor === invoice.amount_minor)
  )
}

/** Serialises the lines of an order in the same way as `orderByKey`. */
function namesOf(order: Order): string {
  const { topUp } = order
  const lines = linesOf(order).map(({ tariffID, recipient, message, deliverOn }) => [
    tariffID,
    recipient ?? null,
    message ?? null,
    deliverOn ?? null,
    null,
    null,
  ])
  return JSON.stringify(topUp ? [[null, null, null, null, topUp.hash, topUp.code]] : lines)
}
