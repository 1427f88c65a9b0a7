import { isPayable, type OrderStatus } from './operations.ts'
import type { Currency } from '../kit/money.shared.ts'
import { currencyOf } from '../payments/settings.ts'
import { canonicalPromoCode } from './promo-code.ts'
import { err, ok } from '../kit/result.shared.ts'
import { orderID } from '../kit/order-number.ts'
import type { BackendContext } from '../context.ts'
import { refuse, type OperationResult } from '../api/operation-result.ts'
import { hasUseLeft, insertPromoUse, refuseReservedCode } from './promo-codes.ts'
import { canonicalVoucher, canReserve, hashOfCode, refuseVoucher } from './vouchers.ts'
import {
  toPaymentOrder,
  providersFor,
  startAtProviders,
  payByVoucher,
  startPayment,
  refuseUnpayable,
} from './start-payment.ts'
import {
  checkCode,
  findTopUp,
  linesOf,
  quoteOrder,
  type OrderInput,
  type OrderQuote,
} from './quote-order.ts'
import { canonicalMailbox } from '../kit/email.shared.ts'
import type { RequestedPayment } from '../payments/payment-provider.ts'
import { openAttempt, type Attempt } from './attempts.ts'
import { insertLines } from './order-lines.ts'
import { countryForVat } from './vat-rates.ts'
import { networkOf } from '../api/rate-limit.ts'
import { prepare, readRow, runBatch, sql, type Query } from '../kit/sql.ts'

type OrderRow = {
  id: string
  lines: string
  email: string
  amount_minor: number
  voucher_minor: number
  voucher_hash: string | null
  currency: Currency
  promocode: string | null
  status: OrderStatus
}
type PaymentStart = { data: { invoiceID: string; paymentURL: string } }

/**
 * Orders plans or a top-up and starts the payment. The idempotency key is unique in the database,
 * so a form that arrives several times creates one order. A key is refused with other lines,
 * another address or currency, and after its order is paid. A new order takes at most four round
 * trips to the database. They read the order's data, insert the order with its first attempt,
 * call the test bank if used, and store the started payment. An order that a voucher pays in full
 * needs no provider.
 */
export async function placeOrder(
  context: BackendContext,
  order: OrderInput,
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
  order: OrderInput,
  quote: OrderQuote,
): Promise<OperationResult<PaymentStart>> {
  const { db, words, now } = context
  const { amount, charge, lines, voucher } = quote
  const [provider] = providersFor(context, charge)
  if (!provider && charge.minor > 0) return refuse('payment-unavailable', words('api.preview'))
  const invoiceID = orderID()
  const { email, lang } = order
  const hasLimit = quote.use !== null && quote.use.promo.totalLimit !== null
  const payment = toPaymentOrder(context, {
    invoiceID,
    email,
    lang,
    amount,
    voucherMinor: voucher?.minor ?? 0,
    createdAt: now,
    hasReservation: hasLimit || voucher !== null,
    lines,
  })
  const inserted = await insertOrder(context, { order, quote, payment, provider: provider?.id })
  if (inserted) {
    if (charge.minor === 0)
      return toPaymentStart(invoiceID, ok(await payByVoucher(context, invoiceID)))
    const started = await startAtProviders(context, payment, inserted.attempt)
    if (!started.ok) await deleteUnstarted(db, invoiceID)
    return toPaymentStart(invoiceID, started)
  }
  // A parallel request has placed this order, or staff have just renewed the link of the eSIM to
  // top up, or the code has just been used up.
  const known = await orderByKey(db, order.idempotencyKey)
  if (known) return payKnownOrder(context, known, order)
  const topUp = order.topUp ? await findTopUp(context, order.topUp, lang) : null
  if (topUp && !topUp.ok) return topUp
  const code = await checkCode(context, order.promocode, email)
  if (!code.ok) return code
  return code.value.promo
    ? refuseReservedCode(context, code.value.promo.code)
    : refuseVoucher(words, 'reserved')
}

async function payKnownOrder(
  context: BackendContext,
  invoice: OrderRow,
  order: OrderInput,
): Promise<OperationResult<PaymentStart>> {
  if (!(await isSameOrder(invoice, order)))
    return refuse('key-reused', context.words('api.keyReused'))
  const started = isPayable(invoice.status)
    ? await startPayment(context, invoice.id)
    : refuseUnpayable(context, invoice)
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
  return readRow<OrderRow>(db)`SELECT i.id, i.email, i.amount_minor, i.voucher_minor, i.currency,
      i.promocode, i.status,
      (SELECT code_hash FROM vouchers WHERE id = i.voucher_id) AS voucher_hash, (
      SELECT json_group_array(json_array(
        iif(kind = 'plan', plan_id, NULL), recipient, message, deliver_on, esim_hash, plan_code))
      FROM (SELECT l.*, u.esim_hash, u.plan_code FROM order_lines l
        LEFT JOIN top_ups u ON u.order_id = l.order_id AND u.line_position = l.position
        WHERE l.order_id = i.id ORDER BY l.position)) AS lines
    FROM orders i WHERE i.idempotency_key = ${key}`
}

/** Compares a repeated form with the stored order, which keeps its price until it expires. */
async function isSameOrder(invoice: OrderRow, order: OrderInput): Promise<boolean> {
  const { expectedAmount: expected, promocode = '' } = order
  const { voucher_hash: hash } = invoice
  const isSameCode =
    hash === null
      ? (invoice.promocode ?? '') === canonicalPromoCode(promocode)
      : hash === (await hashOfCode(canonicalVoucher(promocode) ?? ''))
  return (
    isSameCode &&
    JSON.stringify(JSON.parse(invoice.lines)) === namesOf(order) &&
    invoice.email === order.email &&
    invoice.currency === currencyOf(order.paymentOption) &&
    (expected === undefined || expected.minor === invoice.amount_minor - invoice.voucher_minor)
  )
}

/** Serialises the lines of an order in the same way as `orderByKey`. */
function namesOf(order: OrderInput): string {
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

type NewOrder = {
  readonly order: OrderInput
  readonly quote: OrderQuote
  readonly payment: RequestedPayment
  /** The id of the first provider to try. Undefined if none accepts the amount, or it is 0. */
  readonly provider: string | undefined
}

/**
 * Inserts an order with its lines and its first attempt to pay. Inserts nothing and returns null
 * when an order has the idempotency key already, the code has just been used up, or the
 * link of the eSIM to top up has just been renewed.
 */
async function insertOrder(context: BackendContext, { order, quote, payment, provider }: NewOrder) {
  const { db } = context
  const { invoiceID, expiresAt, amount } = payment
  const { use, lines } = quote
  // Only the last statement returns rows.
  const results = await runBatch<readonly Query<Attempt>[]>(db, [
    insertOrderRow(context, invoiceID, order, { ...quote, network: await networkOf(context) }),
    ...insertLines(db, invoiceID, lines),
    ...(use ? [insertPromoUse(db, invoiceID, use)] : []),
    ...(provider === undefined || amount.minor === 0
      ? []
      : openAttempt(context, { invoiceID, provider, expiresAt })),
  ])
  const attempt = results.at(-1)?.results[0] ?? null
  return results[0]?.meta.changes === 1 ? { attempt } : null
}

function insertOrderRow(
  { db, now, clientCountry, config: { VAT_PERCENT: vat } }: BackendContext,
  invoiceID: string,
  order: OrderInput,
  { amount, use, voucher, referralCode, network }: OrderQuote & { readonly network: string | null },
): D1PreparedStatement {
  const customer = canonicalMailbox(order.email)
  const hasUse = use ? hasUseLeft(use.promo, { customer, network, now }) : sql`true`
  const canUse = voucher ? canReserve(voucher, now) : hasUse
  const { hash } = order.topUp ?? {}
  const hasEsim = hash ? sql`EXISTS (SELECT 1 FROM esims WHERE esim_hash = ${hash})` : sql`true`
  return prepare(db)`INSERT INTO orders (id, idempotency_key, email, mailbox, lang, amount_minor,
      currency, promocode, referral_code, utm, created_at, phone_model, vat_hundredths, network,
      network_country, voucher_id, voucher_minor)
    SELECT ${invoiceID}, ${order.idempotencyKey}, ${order.email}, ${customer}, ${order.lang},
      ${amount.minor}, ${amount.currency}, ${use?.promo.code ?? null}, ${referralCode ?? null},
      ${JSON.stringify(order.utm ?? {})}, ${now}, ${order.phoneModel ?? null},
      ${vat === null ? null : Math.round(vat * 100)}, ${network},
      ${countryForVat(clientCountry)}, ${voucher?.id ?? null}, ${voucher?.minor ?? 0}
    WHERE ${canUse} AND ${hasEsim} ON CONFLICT (idempotency_key) DO NOTHING`
}

/** Deletes a new order without a started payment, because nobody could pay it. */
async function deleteUnstarted(db: D1Database, invoiceID: string): Promise<void> {
  const isUnstarted = sql`NOT EXISTS (SELECT 1 FROM payments WHERE order_id = ${invoiceID})`
  const ofOrder = sql`order_id = ${invoiceID} AND ${isUnstarted}`
  await db.batch([
    prepare(db)`DELETE FROM payments
      WHERE order_id = ${invoiceID} AND reference IS NULL AND cancelled_at IS NOT NULL`,
    prepare(db)`DELETE FROM promo_uses WHERE ${ofOrder}`,
    prepare(db)`DELETE FROM top_ups WHERE ${ofOrder}`,
    prepare(db)`DELETE FROM order_lines WHERE ${ofOrder}`,
    prepare(db)`DELETE FROM orders WHERE id = ${invoiceID} AND ${isUnstarted}`,
  ])
}
