import { logEvent } from '../kit/log.ts'
import type { BackendContext } from '../context.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import { recordCancel, recordClosedPage, type Attempt } from './attempts.ts'
import { recordFacts } from './ledger.ts'

type CancelContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>

/**
 * Cancels started payments of an order and records their facts from the providers. Returns false
 * when any payment may have been paid or can still be paid.
 */
export async function cancelPayments(
  context: CancelContext,
  attempts: readonly Attempt[],
): Promise<boolean> {
  let isClosed = true
  for (const attempt of attempts)
    if (attempt.reference !== null)
      isClosed = (await cancelPayment(context, attempt, attempt.reference)) === 'closed' && isClosed
  return isClosed
}

/**
 * Cancels one payment. Returns `refused` or `unknown` when its provider could not cancel it, or
 * could not report whether it was paid.
 */
export async function cancelPayment(
  context: CancelContext,
  attempt: Attempt,
  reference: string,
): Promise<'closed' | PaymentProviderError['outcome']> {
  const provider = context.providers.find(({ id }) => id === attempt.provider)
  // A provider that was removed from the settings may still charge the customer.
  if (!provider) return 'refused'
  try {
    await provider.cancel(reference)
  } catch (error) {
    return logFailure(error, 'payment-not-cancelled')
  }
  try {
    const facts = provider.canLookUp ? await provider.lookUp(reference) : []
    await recordFacts(context, attempt.provider, facts)
  } catch (error) {
    const outcome = logFailure(error, 'payment-not-looked-up')
    await recordClosedPage(context, attempt)
    return outcome
  }
  await recordCancel(context, attempt)
  return 'closed'
}

/** Logs the failure of a provider and returns its outcome. Rethrows every other error. */
export function logFailure(error: unknown, event: string): PaymentProviderError['outcome'] {
  if (!(error instanceof PaymentProviderError)) throw error
  logEvent({ event, provider: error.provider, error: error.message })
  return error.outcome
}
