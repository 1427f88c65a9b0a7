import { isPayable } from '../../contract/invoices.ts'
import type { Currency } from '../../domain/money.ts'
import { logEvent } from '../../domain/log-event.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { PaymentOrder, PaymentProvider, StartedPayment } from '../payments/payment-provider.ts'
import { attemptAt, recordCancel, recordStart, uncancelledAttempts } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import { cancelPayments } from './cancel-payments.ts'
import { firstLookUp } from './look-up-schedule.ts'
import { areLinesOnSale } from './order-lines.ts'
import { readPaymentOrder } from './payment-order.ts'
import { invoiceStatus, refuseUnpayable } from './unpayable.ts'

/** Milliseconds that a visitor waits at most for all providers together. */
const startTime = 4000

/**
 * Returns the payment page of an unpaid invoice. It is the open one, or a new one at the first
 * provider of its currency that can start a payment.
 */
export async function startPayment(
  context: BackendContext,
  invoiceID: string,
): Promise<OperationResult<string>> {
  const { db, words } = context
  const [isOnSale, attempts] = await Promise.all([
    areLinesOnSale(db, invoiceID),
    uncancelledAttempts(db, invoiceID),
  ])
  if (!isOnSale) return refuse('out-of-stock', words('api.outOfStock'))
  const open = openPage(context, attempts)
  if (open !== null) return ok(open)
  if (!(await cancelPayments(context, attempts)))
    return refuse('payment-unavailable', words('api.paymentUnavailable'))
  const status = attempts.length === 0 ? 'processing' : await invoiceStatus(db, invoiceID)
  if (status === null || !isPayable(status)) return refuseUnpayable(context, status)
  return startAtProviders(context, await readPaymentOrder(context, invoiceID))
}

/** Returns the payment page of a new invoice, which has its first attempt already. */
export async function startFirstPayment(
  context: BackendContext,
  order: Omit<PaymentOrder, 'attemptID'>,
  attempt: Attempt,
): Promise<OperationResult<string>> {
  return startAtProviders(context, order, attempt)
}

/** The providers of a currency, in the order of preference. */
export function providersFor(
  { providers }: Pick<BackendContext, 'providers'>,
  currency: Currency,
): readonly PaymentProvider[] {
  return providers.filter(({ currencies }) => currencies.includes(currency))
}

/** The open page of a started payment; null when there is none. */
export function openPage(
  { now }: Pick<BackendContext, 'now'>,
  attempts: readonly Attempt[],
): string | null {
  const start = now.toISOString()
  return attempts.find(({ url, expiresAt }) => url !== null && expiresAt > start)?.url ?? null
}

async function startAtProviders(
  context: BackendContext,
  order: Omit<PaymentOrder, 'attemptID'>,
  first: Attempt | null = null,
): Promise<OperationResult<string>> {
  const { invoiceID, amount, expiresAt } = order
  const providers = providersFor(context, amount.currency)
  const time = startTime / providers.length
  for (const provider of providers) {
    const found =
      first?.provider === provider.id
        ? { attempt: first, isNew: true }
        : await attemptAt(context, { invoiceID, provider: provider.id, expiresAt })
    const url = found && (await startAt(context, provider, order, { ...found, time }))
    if (url !== null) return ok(url)
  }
  return refuse('payment-unavailable', context.words('api.paymentUnavailable'))
}

async function startAt(
  context: BackendContext,
  provider: PaymentProvider,
  order: Omit<PaymentOrder, 'attemptID'>,
  {
    attempt,
    isNew,
    time,
  }: { readonly attempt: Attempt; readonly isNew: boolean; readonly time: number },
): Promise<string | null> {
  if (attempt.url !== null) return attempt.url
  try {
    // A provider refuses a repeated key with other parameters, so an attempt keeps its first end.
    const { attemptID } = attempt
    const again = { ...order, attemptID, expiresAt: new Date(attempt.expiresAt) }
    const started = await startInTime(provider, again, time)
    const lookUpAt = firstLookUp(provider, context.now)
    if (await recordStart(context, attempt, started, lookUpAt)) return started.url
    // A parallel start of this attempt was refused, and its invoice was deleted.
    await provider.cancel(started.reference)
    return null
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    logEvent({ event: 'payment-not-started', provider: provider.id, error: error.message })
    // After an unknown outcome the attempt stays open, because starting it again returns that
    // payment. A refusal ends only a new attempt: another request may have started an older one.
    if (error.outcome === 'refused' && isNew) await recordCancel(context, attempt)
    return null
  }
}

/**
 * Starts a payment, and retries once after an unknown outcome: the key finds a started payment.
 * Without an answer in time the outcome is unknown.
 * @param time milliseconds
 */
async function startInTime(
  provider: PaymentProvider,
  order: PaymentOrder,
  time: number,
): Promise<StartedPayment> {
  const end = AbortSignal.timeout(time)
  const late = new Promise<never>((_, reject) =>
    end.addEventListener('abort', () =>
      reject(new PaymentProviderError(provider.id, 'unknown', `no response within ${time} ms`)),
    ),
  )
  return Promise.race([startTwice(provider, order, end), late])
}

async function startTwice(
  provider: PaymentProvider,
  order: PaymentOrder,
  end: AbortSignal,
): Promise<StartedPayment> {
  try {
    return await provider.start(order)
  } catch (error) {
    const isUnknown = error instanceof PaymentProviderError && error.outcome === 'unknown'
    if (isUnknown && !end.aborted) return provider.start(order)
    throw error
  }
}
