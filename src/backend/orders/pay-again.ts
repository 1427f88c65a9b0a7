import { isPayable } from '../../contract/purchase.ts'
import type { InvoiceStatus } from '../../contract/purchase.ts'
import { logEvent } from '../../domain/log-event.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { notFound } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import { openAttempts, recordCancel } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import { recordFacts } from './ledger.ts'
import { openPage, startPayment } from './start-payment.ts'
import { refuseUnpayable } from './unpayable.ts'

/**
 * Starts the payment of an unpaid invoice again. The previous payment is cancelled first, so that
 * one page at most can be paid.
 */
export async function payAgain(
  context: BackendContext,
  { invoiceID }: { readonly invoiceID: string },
): Promise<OperationResult<{ data: { paymentURL: string } }>> {
  const { db } = context
  const before = await statusOf(db, invoiceID)
  if (before === null) return notFound(context)
  if (!isPayable(before)) return refuseUnpayable(context, before)
  const isClosed = await cancelPayments(context, invoiceID)
  const after = await statusOf(db, invoiceID)
  // The provider may have known of a payment that had not been reported yet.
  if (after === null || !isPayable(after)) return refuseUnpayable(context, after)
  const open = isClosed ? null : await openPage(context, invoiceID)
  if (open !== null) return ok({ data: { paymentURL: open } })
  const started = await startPayment(context, invoiceID)
  return started.ok ? ok({ data: { paymentURL: started.value } }) : started
}

/**
 * Cancels the open payments of an invoice and records what their providers know about them. False
 * when a payment could not be cancelled.
 */
export async function cancelPayments(context: BackendContext, invoiceID: string): Promise<boolean> {
  let isClosed = true
  for (const attempt of await openAttempts(context, invoiceID))
    if (attempt.reference !== null)
      isClosed = (await cancelPayment(context, attempt, attempt.reference)) && isClosed
  return isClosed
}

/** Cancels one payment. False when its provider could not do it. */
export async function cancelPayment(
  context: Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>,
  attempt: Attempt,
  reference: string,
): Promise<boolean> {
  const provider = context.providers.find(({ id }) => id === attempt.provider)
  try {
    await provider?.cancel(reference)
  } catch (error) {
    logFailure(error, 'payment-not-cancelled')
    return false
  }
  await recordCancel(context, attempt)
  try {
    const facts = (await provider?.lookUp(reference)) ?? []
    await recordFacts(context, attempt.provider, facts)
  } catch (error) {
    logFailure(error, 'payment-not-looked-up')
  }
  return true
}

/** Logs the failure of a provider, and throws every other error. */
function logFailure(error: unknown, event: string): void {
  if (!(error instanceof PaymentProviderError)) throw error
  logEvent({ event, provider: error.provider, error: error.message })
}

async function statusOf(db: D1Database, invoiceID: string): Promise<InvoiceStatus | null> {
  return db.prepare('SELECT status FROM invoices WHERE id = ?').bind(invoiceID).first('status')
}
