import { limitsOf } from '../payments/charge-limits.ts'
import type { OrderStatus } from './operations.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import { logEvent } from '../kit/log.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import { ok, type Err } from '../kit/result.shared.ts'
import type { BackendContext, ShopContext } from '../context.ts'
import { pause, settleBefore } from '../kit/deadlines.ts'
import { refuse, notFound, type OperationResult, type Refusal } from '../api/operation-result.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type {
  PaymentOrder,
  PaymentProvider,
  RequestedPayment,
} from '../payments/payment-provider.ts'
import {
  findOrInsertAttempt,
  recordCancel,
  recordStart,
  uncancelledAttempts,
  recordFailedStart,
} from './attempts.ts'
import type { Attempt } from './attempts.ts'
import { firstLookUp } from './look-ups.ts'
import { areLinesOnSale } from './order-lines.ts'
import { hourMs, minuteMs } from '../kit/time.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { isChargedInOtherCurrency, isUnpaid, lineColumns, lineJoins, lineName } from './lines.ts'
import type { NamedLineRow } from './lines.ts'
import { countPaymentStart } from './quote-order.ts'
import { cancelPayments, logFailure } from './cancel-payments.ts'
import { deliver } from './delivery.ts'
import { recordFacts } from './ledger.ts'
import { settleOrder } from './order-state.ts'
import { factMails } from './receipt-mail.ts'
import { holdTime } from '../kit/limits.shared.ts'
import { raw, readRow, readRows } from '../kit/sql.ts'

/** Milliseconds that a visitor waits at most. The providers share the time. */
const startTime = 4000

/**
 * Returns the open payment page of an unpaid order. If no page is open, or the customer asks for a
 * new one, starts a payment at the first provider of the currency that accepts it. Cancels the
 * previous payments first, so that the customer can pay at most one page.
 */
export async function startPayment(
  context: BackendContext,
  invoiceID: string,
  { isNew = false } = {},
): Promise<OperationResult<string>> {
  const { db, words } = context
  const [isOnSale, attempts] = await Promise.all([
    areLinesOnSale(db, invoiceID),
    uncancelledAttempts(db, invoiceID),
  ])
  const open = isNew || !isOnSale ? undefined : openPage(context, attempts)
  if (open?.url) {
    const { status, isPayable } = (await statusAtProvider(context, open)) ?? {}
    // A provider may have closed the page of a declined payment.
    if (isPayable === 1 && status !== 'failed') return ok(open.url)
  }
  const isClosed = await cancelPayments(context, attempts)
  // The cancellation may have found a payment that the provider had not reported yet.
  const order = await orderStatus(db, invoiceID)
  if (order?.isPayable !== 1) return refuseUnpayable(context, order)
  if (!isOnSale) return refuse('out-of-stock', words('api.outOfStock'))
  if (isClosed) {
    const unpaid = await readPaymentOrder(context, invoiceID)
    if (unpaid.amount.minor === 0) return ok(await payByVoucher(context, invoiceID))
    return startAtProviders(context, unpaid)
  }
  const left = openPage(context, await uncancelledAttempts(db, invoiceID))
  return left?.url ? ok(left.url) : refuse('payment-unavailable', words('api.paymentUnavailable'))
}

/**
 * Pays an unpaid order that its voucher pays in full, delivers it, and returns the URL of its page.
 * A call that is repeated after an interruption changes nothing else.
 */
export async function payByVoucher(context: BackendContext, invoiceID: string): Promise<string> {
  const { db, config, locale } = context
  await db.batch([
    ...settleOrder(context, invoiceID),
    ...(await factMails(context, invoiceID, null)),
  ])
  await deliver(context, invoiceID)
  return config.SITE_ORIGIN + href(locale, 'paymentSuccess', null, { invoiceID })
}

/** Returns the status after the provider's present facts, if it answers in half of the time. */
async function statusAtProvider(
  context: BackendContext,
  { provider: id, reference, invoiceID }: Attempt,
): Promise<PayableRow | null> {
  const provider = context.providers.find((each) => each.id === id)
  if (provider?.canLookUp && reference !== null)
    try {
      await recordFacts(
        context,
        id,
        await callWithin(provider.lookUp(reference), id, startTime / 2),
      )
    } catch (error) {
      logFailure(error, 'payment-not-looked-up')
    }
  return orderStatus(context.db, invoiceID)
}

/** Returns the providers that charge an amount, in order of preference. */
export function providersFor(
  { providers, config }: Pick<BackendContext, 'providers' | 'config'>,
  { minor, currency }: Money,
): readonly PaymentProvider[] {
  return providers.filter(
    ({ id, currencies }) =>
      currencies.includes(currency) && minor <= limitsOf(id, currency, config, []).most,
  )
}

/** Returns the attempt whose page is open. */
function openPage({ now }: Pick<BackendContext, 'now'>, attempts: readonly Attempt[]) {
  return attempts.find(({ url, expiresAt }) => url !== null && expiresAt > now.toISOString())
}

/**
 * Returns the payment page of the first provider that accepts the payment.
 * @param first the attempt that was inserted with a new order, or null
 */
export async function startAtProviders(
  context: BackendContext,
  order: RequestedPayment,
  first: Attempt | null = null,
): Promise<OperationResult<string>> {
  const { invoiceID, amount, expiresAt } = order
  const providers = providersFor(context, amount)
  const time = startTime / providers.length
  for (const provider of providers) {
    const found =
      first?.provider === provider.id
        ? { attempt: first, isNew: true }
        : await findOrInsertAttempt(context, { invoiceID, provider: provider.id, expiresAt })
    const url = found && (await startAt(context, provider, order, { ...found, time }))
    if (url !== null) return ok(url)
  }
  return refuse('payment-unavailable', context.words('api.paymentUnavailable'))
}

async function startAt(
  context: BackendContext,
  provider: PaymentProvider,
  order: RequestedPayment,
  {
    attempt,
    isNew,
    time,
  }: { readonly attempt: Attempt; readonly isNew: boolean; readonly time: number },
): Promise<string | null> {
  if (attempt.url !== null) return attempt.url
  try {
    // Providers refuse an idempotency key with changed parameters, so a retry sends the first
    // `expiresAt`.
    const { attemptID } = attempt
    const [startedAt, expiresAt] = [new Date(attempt.startedAt), new Date(attempt.expiresAt)]
    const again = { ...order, attemptID, startedAt, expiresAt }
    const started = await startInTime(provider, again, time)
    const lookUpAt = firstLookUp(provider, context.now)
    if (await recordStart(context, attempt, started, lookUpAt)) return started.url
    // A provider refused a parallel start of this attempt, and the order was deleted.
    await provider.cancel(started.reference)
    return null
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    const invoice = orderNumberOf(order.invoiceID)
    logEvent({ event: 'payment-not-started', provider: provider.id, invoice, error: error.message })
    await recordFailedStart(context, provider.id, error).run()
    // After an unknown outcome the attempt stays open, because a retry returns the same payment. A
    // refusal cancels only a new attempt, because another request may have started an older
    // attempt.
    if (error.outcome === 'refused' && isNew) await recordCancel(context, attempt)
    return null
  }
}

/**
 * Starts a payment, and repeats it once after an unknown outcome, too many calls, or half of the
 * time. The idempotency key prevents a second payment. A timeout is an unknown outcome.
 * @param time timeout in milliseconds
 */
async function startInTime(provider: PaymentProvider, order: PaymentOrder, time: number) {
  const first = provider.start(order)
  try {
    return await callWithin(first, provider.id, time / 2)
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    if (error.outcome === 'refused' && !error.isTemporary) throw error
    if (error.isTemporary) await pause(shortPause)
    return callWithin(firstOf(first, provider.start(order)), provider.id, time / 2)
  }
}

async function callWithin<T>(call: Promise<T>, provider: string, time: number): Promise<T> {
  return settleBefore(
    AbortSignal.timeout(time),
    call,
    () => new PaymentProviderError(provider, 'unknown', `no response within ${time} ms`),
  )
}

/** Milliseconds before a call that was one too many is repeated. */
const shortPause = 300

/** The first call may answer late, while the provider refuses a second one. */
async function firstOf<T>(first: Promise<T>, second: Promise<T>): Promise<T> {
  return Promise.any([first, second]).catch(async () => second)
}

type UnpaidOrder = {
  readonly invoiceID: string
  readonly email: string
  readonly lang: Locale
  /** The price, and the part of it that a voucher pays, in minor units. */
  readonly amount: Money
  readonly voucherMinor: number
  readonly createdAt: Date
  /** Holds a use of a promo code or money of a voucher, so it can be paid for a short time only. */
  readonly hasReservation: boolean
  readonly lines: readonly { readonly title: string; readonly amountMinor: number }[]
}
type UnpaidOrderRow = {
  email: string
  lang: Locale
  amount_minor: number
  voucher_minor: number
  currency: Currency
  created_at: string
  is_held: number
}

/** The minimum time to pay, even on a page that is opened just before the order expires. */
const minPageLifetime = 35 * minuteMs

/** Returns an order in the form that providers need, in the language of the order. */
async function readPaymentOrder(context: ShopContext, invoiceID: string) {
  const { db } = context
  const order = await readRow<UnpaidOrderRow>(db)`SELECT email, lang, amount_minor,
      voucher_minor, currency, created_at, voucher_id IS NOT NULL OR EXISTS (
      SELECT 1 FROM promo_uses u JOIN promo_codes p ON p.code = u.code
      WHERE u.order_id = orders.id AND p.total_limit IS NOT NULL) AS is_held
    FROM orders WHERE id = ${invoiceID}`
  if (!order) throw new Error(`The invoice to pay is not in the database`)
  const { email, lang, currency } = order
  const results = await readRows<NamedLineRow & { amount_minor: number }>(db)`SELECT
      ${raw(lineColumns(lang))}, l.amount_minor
    FROM order_lines l ${raw(lineJoins)} WHERE l.order_id = ${invoiceID} ORDER BY l.position`
  return toPaymentOrder(context, {
    invoiceID,
    email,
    lang,
    amount: { minor: order.amount_minor, currency },
    voucherMinor: order.voucher_minor,
    createdAt: new Date(order.created_at),
    hasReservation: order.is_held === 1,
    lines: results.map((row) => ({ title: lineName(lang, row), amountMinor: row.amount_minor })),
  })
}

export function toPaymentOrder(
  { config, now }: Pick<BackendContext, 'config' | 'now'>,
  {
    invoiceID,
    email,
    lang: locale,
    amount,
    voucherMinor,
    createdAt,
    hasReservation,
    lines,
  }: UnpaidOrder,
): RequestedPayment {
  const { currency } = amount
  const end = createdAt.getTime() + (hasReservation ? holdTime : config.INVOICE_HOURS * hourMs)
  return {
    invoiceID,
    amount: { minor: amount.minor - voucherMinor, currency },
    lines: chargedLines(lines, voucherMinor).map(({ title, amountMinor: minor }) => ({
      title,
      amount: { minor, currency },
    })),
    email,
    locale,
    successURL: config.SITE_ORIGIN + href(locale, 'paymentSuccess', null, { invoiceID }),
    failureURL: config.SITE_ORIGIN + href(locale, 'paymentFailed', null, { invoiceID }),
    expiresAt: new Date(Math.max(end, now.getTime() + minPageLifetime)),
  }
}

/** Returns the lines that a provider charges. The voucher pays for the first ones. */
function chargedLines(lines: UnpaidOrder['lines'], voucherMinor: number): UnpaidOrder['lines'] {
  let left = voucherMinor
  return lines.flatMap((line) => {
    const paid = Math.min(left, line.amountMinor)
    left -= paid
    return paid === line.amountMinor ? [] : [{ ...line, amountMinor: line.amountMinor - paid }]
  })
}

/** Returns the refusal for an order that cannot be paid. */
export function refuseUnpayable(
  { words }: Pick<BackendContext, 'words'>,
  order: { readonly status: OrderStatus } | null,
): Err<Refusal> {
  return order?.status === 'expired'
    ? refuse('order-expired', words('api.orderExpired'))
    : refuse('already-paid', words('api.alreadyPaid'))
}

type PayableRow = { readonly status: OrderStatus; readonly isPayable: number }

/** A customer who was charged in another currency must not pay again. Staff decide. */
async function orderStatus(db: D1Database, invoiceID: string): Promise<PayableRow | null> {
  return readRow<PayableRow>(db)`SELECT status, ${raw(isUnpaid)}
      AND NOT ${raw(isChargedInOtherCurrency)} AS isPayable FROM orders i WHERE id = ${invoiceID}`
}

/**
 * Starts a new payment of an unpaid order. Counts as an order, because each payment is stored and
 * takes calls to its provider.
 */
export async function payAgain(
  context: BackendContext,
  { invoiceID }: { readonly invoiceID: string },
): Promise<OperationResult<{ data: { paymentURL: string } }>> {
  const [before, isWithinLimit] = await Promise.all([
    orderStatus(context.db, invoiceID),
    countPaymentStart(context),
  ])
  if (before === null) return notFound(context)
  if (before.isPayable === 0) return refuseUnpayable(context, before)
  if (!isWithinLimit) return refuse('too-many-requests', context.words('api.tooManyOrders'))
  const started = await startPayment(context, invoiceID, { isNew: true })
  return started.ok ? ok({ data: { paymentURL: started.value } }) : started
}
