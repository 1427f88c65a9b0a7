import { logEvent } from '../../domain/log-event.ts'
import type { BackendContext } from '../context.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import { recordCancel, recordClosedPage } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import { recordFacts } from './ledger.ts'

type CancelContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>

/**
 * Cancels started payments of an invoice and records their facts from the providers. Returns false
 * when any payment may have been paid or can still be paid.
 */
export async function cancelPayments(
  context: CancelContext,
  attempts: readonly Attempt[],
): Promise<boolean> {
  let isClosed = true
  for (const attempt of attempts)
    if (attempt.reference !== null)
      isClosed = (await cancelPayment(context, attempt, attempt.reference)) && isClosed
  return isClosed
}

/**
 * Cancels one payment. Returns false when its provider could not cancel it, or could not report
 * whether it was paid.
 */
export async function cancelPayment(
  context: CancelContext,
  attempt: Attempt,
  reference: string,
): Promise<boolean> {
  const provider = context.providers.find(({ id }) => id === attempt.provider)
  // A provider that was removed from the settings may still charge the customer.
  if (!provider) return false
  try {
    await provider.cancel(reference)
  } catch (error) {
    logFailure(error, 'payment-not-cancelled')
    return false
  }
  try {
    const facts = provider.canLookUp ? await provider.lookUp(reference) : []
    await recordFacts(context, attempt.provider, facts)
  } catch (error) {
    logFailure(error, 'payment-not-looked-up')
    await recordClosedPage(context, attempt)
    return false
  }
  await recordCancel(context, attempt)
  return true
}

/** Logs the failure of a provider, and rethrows every other error. */
function logFailure(error: unknown, event: string): void {
  if (!(error instanceof PaymentProviderError)) throw error
  logEvent({ event, provider: error.provider, error: error.message })
}
